(* tests/ocaml/checked/unrooted_parameter.ml: calls unrooted_parameter.c. *)
external twice : string -> string * string = "twice"

let () =
  for n = 1 to 100 do
    let a, b = twice (string_of_int n) in
    print_endline (a ^ b)
  done
