(* tests/ocaml/programs/deep_recursion.ml: ten million frames, each with a pointer of its own. *)
(* run: native; parameters: s=4M; stack: unlimited *)
let rec build n = if n = 0 then [] else let box = ref n in let rest = build (n - 1) in box :: rest

let () =
  let l = build 10_000_000 in
  Gc.full_major ();
  Printf.printf "%d\n" (List.fold_left (fun s r -> s + !r) 0 l);
  let rec sum = function [] -> Gc.full_major (); 0 | r :: rest -> let s = sum rest in !r + s in
  Printf.printf "%d\n" (sum l)
