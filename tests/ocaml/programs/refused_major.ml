(* tests/ocaml/programs/refused_major.ml: a setting that is none ends the program before it starts. *)
(* run: native; environment: STRATA_MAJOR=sometimes; runtimes: strata *)
let () = print_endline "not reached"
