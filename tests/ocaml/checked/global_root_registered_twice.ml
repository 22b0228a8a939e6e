(* tests/ocaml/checked/global_root_registered_twice.ml: calls global_root_registered_twice.c. *)
external set_handler : (int -> int) -> unit = "set_handler"

let () =
  for n = 1 to 3 do
    set_handler (fun x -> x + n)
  done;
  print_endline "the handler is set"
