(* tests/ocaml/checked/naked_pointer_freed.ml: calls naked_pointer_freed.c. *)
type counter
external new_counter : unit -> counter = "new_counter"
external delete_counter : counter -> int = "delete_counter"

let () =
  let counter = new_counter () in
  Printf.printf "%d\n" (delete_counter counter);
  Gc.full_major ();
  ignore (Sys.opaque_identity counter)
