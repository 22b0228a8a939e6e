(* tests/ocaml/programs/heap_limit.ml: garbage is no reason to reach a limit; what lives is. *)
(* run: native bytecode; environment: STRATA_HEAP_LIMIT=32M; runtimes: strata; modules: peak *)
let rec fill kept = fill (Array.make 100 0 :: kept)

let () =
  let r = ref [] in
  for i = 1 to 10_000_000 do r := if i mod 100_000 = 0 then [] else i :: !r done;
  print_endline "garbage: there is memory";
  (match fill [] with
  | _ -> ()
  | exception Out_of_memory -> print_endline "small arrays: out of memory");
  (match Array.make 10_000_000 0 with
  | _ -> print_endline "a large array: there is memory"
  | exception Out_of_memory -> print_endline "a large array: out of memory");
  print_endline (string_of_int (List.length (List.init 1000 succ)));
  Peak.is_below 60
