(* tests/ocaml/programs/collections_between_inserts.ml: a full collection after every few inserts. *)
(* run: native bytecode; parameters: - s=4k *)
let () =
  let table = Hashtbl.create 1 in
  for i = 1 to 600 do
    Hashtbl.replace table (string_of_int i) (Array.init (i mod 50) (fun j -> Some (i + j)));
    if i mod 7 = 0 then Hashtbl.remove table (string_of_int (i / 2));
    if i mod 2 = 0 then Gc.full_major ();
    if i mod 5 = 0 then Gc.compact ();
    if i mod 3 = 0 then ignore (Gc.major_slice 0)
  done;
  let sum = Hashtbl.fold (fun k a s ->
    Array.iteri (fun j v -> assert (v = Some (int_of_string k + j))) a;
    s + int_of_string k + Array.length a) table 0 in
  Printf.printf "%d %d\n" (Hashtbl.length table) sum
