(* tests/ocaml/checked/custom_size.ml: calls custom_size.c. *)
type point
external new_point : float -> point = "new_point"
external point_z : point -> float = "point_z"

let () =
  let p = new_point 2.5 in
  let z = point_z p in
  let words = List.init 10 string_of_int in
  Printf.printf "%g %d\n" z (List.length words);
  ignore (Sys.opaque_identity p)
