(* tests/ocaml/programs/infix_closures.ml: a closure that only a pointer into its middle keeps alive. *)
(* run: native bytecode; parameters: - s=4k *)
let[@inline never] make k =
  let rec even n = if n = 0 then k else odd (n - 1)
  and odd n = if n = 0 then "not " ^ k else even (n - 1) in
  odd

let garbage () = ignore (Sys.opaque_identity (List.init 1000 (fun i -> Some (string_of_int i))))

let[@inline never] collected f =
  garbage ();
  Gc.full_major ();
  garbage ();
  Gc.compact ();
  garbage ();
  f 8, f 9

let () =
  for i = 1 to 5 do
    let a, b = collected (make (string_of_int i)) in
    Printf.printf "%s, %s\n" a b
  done;
  (* in the heap as well, and in the nursery *)
  let many = Array.init 1000 (fun i -> make (string_of_int i)) in
  Gc.full_major ();
  for i = 0 to 999 do if i mod 3 <> 0 then many.(i) <- make "x" done;
  garbage ();
  Gc.full_major ();
  let right i = many.(i) 3 = (if i mod 3 = 0 then string_of_int i else "x") in
  print_endline (if List.for_all right (List.init 1000 Fun.id) then "all right" else "wrong")
