(* tests/ocaml/checked/uninitialised_field.ml: calls uninitialised_field.c. *)
external table : int -> int array = "table"

let () =
  let squares = table 1000 in
  let words = List.init 10 string_of_int in
  Printf.printf "%d %d\n" squares.(999) (List.length words)
