(* tests/ocaml/checked/naked_pointer.ml: calls naked_pointer.c. *)
type counter
external new_counter : unit -> counter = "new_counter"
external increment : counter -> int = "increment"

let () =
  let counter = new_counter () in
  Gc.full_major ();
  ignore (increment counter);
  Printf.printf "%d\n" (increment counter)
