(* tests/ocaml/checked/generational_root_modified.ml: calls generational_root_modified.c. *)
external init_last : unit -> unit = "init_last"
external set_last : string -> unit = "set_last"
external get_last : unit -> string = "get_last"

let () =
  init_last ();
  for n = 1 to 100 do
    set_last (string_of_int n);
    let squares = List.init 10 (fun i -> i * i) in
    print_endline (get_last () ^ " " ^ string_of_int (List.length squares))
  done
