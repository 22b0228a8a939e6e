(* tests/ocaml/programs/stack_overflow.ml: the exception comes, and the heap is whole after it. *)
(* run: native bytecode; parameters: - s=4k,l=200k; stack: 8192 *)
let rec deep n = if n < 0 then [] else string_of_int n :: deep (n + 1)

let () =
  for _ = 1 to 3 do
    (match deep 0 with
     | _ -> print_endline "there is no end"
     | exception Stack_overflow -> print_endline "overflow");
    Gc.full_major ();
    print_endline (String.concat " " (List.init 10 string_of_int))
  done
