(* tests/ocaml/checked/value_after_release.ml: calls value_after_release.c. *)
external count_spaces : string -> int = "count_spaces"

let () = Printf.printf "%d\n" (count_spaces (String.concat " " (List.init 10 string_of_int)))
