(* bench/ocaml/live.ml: a heap of so many MiB, all of it live, and one check of it. *)
external check : unit -> unit = "strata_bench_check"

type tree = Leaf | Node of { left : tree; key : string; data : int * float; right : tree }

let words_of_node = 13

(* The nodes from i to j. *)
let rec make i j =
  if i > j then Leaf
  else
    let middle = (i + j) / 2 in
    Node { left = make i (middle - 1); key = string_of_int (10_000_000 + middle);
           data = (middle, float middle); right = make (middle + 1) j }

let rec sum = function Leaf -> 0 | Node n -> sum n.left + fst n.data + sum n.right

let () =
  let nodes = int_of_string Sys.argv.(1) * 1024 * 1024 / 8 / words_of_node in
  let tree = make 1 nodes in
  check ();
  Printf.printf "%d nodes, sum %d\n" nodes (sum (Sys.opaque_identity tree))
