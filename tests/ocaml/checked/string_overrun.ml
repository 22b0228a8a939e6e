(* tests/ocaml/checked/string_overrun.ml: calls string_overrun.c. *)
external stars : bytes -> unit = "stars"

let () =
  let line = Bytes.make 13 ' ' in
  stars line;
  let words = List.init 10 string_of_int in
  Printf.printf "%c %d\n" (Bytes.unsafe_get line 12) (List.length words)
