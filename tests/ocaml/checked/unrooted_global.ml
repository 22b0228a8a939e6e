(* tests/ocaml/checked/unrooted_global.ml: calls unrooted_global.c. *)
external set_last : string -> unit = "set_last"
external get_last : unit -> string = "get_last"

let () =
  for n = 1 to 100 do
    set_last (string_of_int n);
    let squares = List.init 10 (fun i -> i * i) in
    print_endline (get_last () ^ " " ^ string_of_int (List.length squares))
  done
