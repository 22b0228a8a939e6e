(* tests/ocaml/checked/write_past_the_end.ml: calls write_past_the_end.c. *)
external fill : int array -> int -> unit = "fill"

let () =
  let first = Array.make 1000 0 in
  let second = Array.make 1000 0 in
  fill second 2;
  let words = List.init 10 string_of_int in
  Printf.printf "%d %d\n" second.(999) (List.length words);
  ignore (Sys.opaque_identity first)
