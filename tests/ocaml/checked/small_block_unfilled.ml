(* tests/ocaml/checked/small_block_unfilled.ml: calls small_block_unfilled.c. *)
external name_and_home : unit -> string * string = "name_and_home"

let () =
  for _ = 1 to 100 do
    let name, home = name_and_home () in
    print_endline (name ^ " " ^ home)
  done
