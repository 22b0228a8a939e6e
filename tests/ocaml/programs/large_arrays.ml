(* tests/ocaml/programs/large_arrays.ml: fourteen million references, then a second array of them. *)
(* run: native *)
let n = 14_000_000

let () =
  let a = Array.init n (fun i -> ref i) in
  Gc.full_major ();
  let b = Array.map (fun r -> ref (!r + 1)) a in
  Gc.full_major ();
  let sum = Array.fold_left (fun s r -> s + !r) 0 in
  Printf.printf "%d %d\n" (sum a) (sum b);
  Array.fill a 0 n (ref 7);
  Gc.full_major ();
  Printf.printf "%d %d\n" (sum a) (sum b)
