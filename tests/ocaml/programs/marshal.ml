(* tests/ocaml/programs/marshal.ml: large graphs with sharing, cycles and custom blocks, and back. *)
(* run: native bytecode; parameters: - s=4k,o=20 *)
type node = { id : int; mutable next : node list; name : string; big : int64; value : float }

let () =
  let n = 20_000 in
  let nodes = Array.init n (fun id ->
    { id; next = []; name = string_of_int id; big = Int64.of_int (id * id); value = float_of_int id }) in
  Array.iteri (fun i x -> x.next <- [ nodes.((i + 1) mod n); nodes.((i * 7919) mod n) ]) nodes;
  let check a =
    Array.iteri (fun i x ->
      assert (x.id = i && x.name = string_of_int i && x.big = Int64.of_int (i * i));
      assert (x.value = float_of_int i);
      match x.next with
      | [ y; z ] -> assert (y == a.((i + 1) mod n) && z == a.((i * 7919) mod n))
      | _ -> assert false) a in
  let copies = Array.init 5 (fun _ -> [||]) in
  for round = 0 to 6 do
    let text = Marshal.to_string nodes [ Marshal.Closures ] in
    copies.(round mod 5) <- Marshal.from_string text 0;
    if round mod 4 = 0 then Gc.full_major ();
    (* keep one node of a graph only: the rest of what was one block dies *)
    if round mod 5 = 3 then copies.(2) <- [||];
    Array.iter (fun c -> if Array.length c > 0 then check c) copies
  done;
  let f = Marshal.from_string (Marshal.to_string (fun x -> x + n) [ Marshal.Closures ]) 0 in
  Gc.compact ();
  check nodes;
  Printf.printf "%d %d\n" (f 1) (Marshal.total_size (Bytes.of_string (Marshal.to_string nodes [])) 0)
