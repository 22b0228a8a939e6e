(* tests/ocaml/checked/raw_data_scanned.ml: calls raw_data_scanned.c. *)
type size
external new_size : int -> int -> size = "new_size"
external area : size -> int = "area"

let () =
  let size = new_size 640 480 in
  Gc.full_major ();
  Printf.printf "%d\n" (area size)
