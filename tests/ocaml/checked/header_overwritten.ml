(* tests/ocaml/checked/header_overwritten.ml: calls header_overwritten.c. *)
type shape = Circle of string | Square of string
external to_square : shape -> shape = "to_square"

let () =
  let shape = Circle (string_of_int 5) in
  Gc.full_major ();
  (match to_square shape with
   | Circle size -> print_endline ("circle " ^ size)
   | Square size -> print_endline ("square " ^ size));
  print_endline (String.concat " " (List.init 10 string_of_int))
