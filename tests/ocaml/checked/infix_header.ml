(* tests/ocaml/checked/infix_header.ml: calls infix_header.c. *)
type test = int -> bool
external as_closure : test -> test = "as_closure"

let make step =
  let rec even n = n <= 0 || odd (n - step) and odd n = n > 0 && even (n - step) in
  even, odd

let () =
  let even, odd = make (int_of_string "1") in
  let odd = as_closure odd in
  let words = List.init 10 string_of_int in
  Printf.printf "%b %b %d\n" (even 10) (odd 10) (List.length words)
