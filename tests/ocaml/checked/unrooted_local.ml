(* tests/ocaml/checked/unrooted_local.ml: calls unrooted_local.c. *)
external name_and_home : unit -> string * string = "name_and_home"

let () =
  for _ = 1 to 100 do
    let name, home = name_and_home () in
    print_endline (name ^ " " ^ home)
  done
