(* bench/ocaml/binary_trees.ml: many trees that die at once beside one that lives. *)
type tree = Leaf | Node of tree * tree

let rec make depth = if depth = 0 then Node (Leaf, Leaf) else Node (make (depth - 1), make (depth - 1))
let rec check = function Leaf -> 0 | Node (l, r) -> 1 + check l + check r

let () =
  let least = 4 in
  let most = max (least + 2) (int_of_string Sys.argv.(1)) in
  Printf.printf "stretch tree of depth %d\t check: %d\n" (most + 1) (check (make (most + 1)));
  let long_lived = make most in
  let depth = ref least in
  while !depth <= most do
    let iterations = 1 lsl (most - !depth + least) in
    let sum = ref 0 in
    for _ = 1 to iterations do sum := !sum + check (make !depth) done;
    Printf.printf "%d\t trees of depth %d\t check: %d\n" iterations !depth !sum;
    depth := !depth + 2
  done;
  Printf.printf "long lived tree of depth %d\t check: %d\n" most (check long_lived)
