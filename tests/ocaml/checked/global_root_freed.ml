(* tests/ocaml/checked/global_root_freed.ml: calls global_root_freed.c. *)
type session = nativeint
external open_session : (int -> unit) -> session = "open_session"
external close_session : session -> unit = "close_session"

let () =
  let name = String.make 3 'x' in
  close_session (open_session (fun n -> Printf.printf "closing %s %d\n" name n));
  Gc.full_major ();
  print_endline "closed"
