(* bench/ocaml/majors.ml: Gc.major with everything live, for four shapes; its times go to stderr. *)
type tree = Leaf | Node of tree * tree
type node = { mutable next : node; mutable other : node }

let rec tree depth = if depth = 0 then Leaf else Node (tree (depth - 1), tree (depth - 1))
let rec size = function Leaf -> 0 | Node (l, r) -> 1 + size l + size r

let list n =
  let rec go i l = if i = 0 then l else go (i - 1) (i :: l) in
  go n []

let seed = ref 1

let random n =
  seed := ((!seed * 25214903917) + 11) land 0xffffffffffff;
  (!seed lsr 16) mod n

(* One circle through all nodes in a random order, and another random edge from each. *)
let graph n =
  let nodes = Array.init n (fun _ -> let rec node = { next = node; other = node } in node) in
  let order = Array.init n Fun.id in
  for i = n - 1 downto 1 do
    let j = random i in
    let k = order.(i) in
    order.(i) <- order.(j);
    order.(j) <- k
  done;
  Array.iteri (fun i k ->
    nodes.(i).next <- nodes.(k);
    nodes.(i).other <- nodes.(random n)) order;
  nodes.(0)

let circle first =
  let rec go node n = if node == first then n else go node.next (n + 1) in
  go first.next 1

let majors data describe =
  Gc.full_major ();
  for _ = 1 to 3 do
    let start = Sys.time () in
    Gc.major ();
    Printf.eprintf "major %.6f\n" (Sys.time () -. start)
  done;
  print_endline (describe (Sys.opaque_identity data))

let () =
  let n = int_of_string Sys.argv.(2) in
  match Sys.argv.(1) with
  | "list" -> majors (list n) (fun l -> Printf.sprintf "%d cells" (List.length l))
  | "tree" -> majors (tree n) (fun t -> Printf.sprintf "%d nodes" (size t))
  | "references" ->
      majors (Array.init n ref) (fun a ->
        Printf.sprintf "%d references, sum %d" n (Array.fold_left (fun sum r -> sum + !r) 0 a))
  | "graph" -> majors (graph n) (fun first -> Printf.sprintf "%d nodes" (circle first))
  | shape -> failwith shape
