(* tests/ocaml/links_of/work.ml: the same work without a C program. *)
let () = for i = 1 to 60 do Printf.printf "%d " (Callbacks.work (i * 20)) done; print_newline ()
