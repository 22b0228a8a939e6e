(* tests/ocaml/programs/refused_limit.ml: a limit that is no number is an error that names it. *)
(* run: native; environment: STRATA_HEAP_LIMIT=12x; runtimes: strata *)
let () = print_endline "not reached"
