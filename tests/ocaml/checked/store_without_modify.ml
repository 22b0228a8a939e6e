(* tests/ocaml/checked/store_without_modify.ml: calls store_without_modify.c. *)
external set : 'a ref -> 'a -> unit = "set"

let () =
  let cell = ref "" in
  Gc.full_major ();
  for n = 1 to 100 do
    set cell (string_of_int n);
    let squares = List.init 10 (fun i -> i * i) in
    print_endline (!cell ^ " " ^ string_of_int (List.length squares))
  done
