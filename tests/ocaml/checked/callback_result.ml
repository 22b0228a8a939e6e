(* tests/ocaml/checked/callback_result.ml: calls callback_result.c. *)
external both : (unit -> 'a) -> (unit -> 'b) -> 'a * 'b = "both"

let () =
  for n = 1 to 100 do
    let a, b = both (fun () -> string_of_int n) (fun () -> string_of_int (n * n)) in
    print_endline (a ^ " " ^ b)
  done
