(* tests/ocaml/checked/global_root_unregistered_twice.ml: calls global_root_unregistered_twice.c. *)
external set_handler : (int -> int) -> unit = "set_handler"
external clear_handler : unit -> unit = "clear_handler"

let () =
  set_handler succ;
  clear_handler ();
  clear_handler ();
  print_endline "the handler is cleared"
