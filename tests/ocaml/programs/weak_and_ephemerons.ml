(* tests/ocaml/programs/weak_and_ephemerons.ml: a thousand keys that live, as many that die. *)
(* run: native bytecode; parameters: - s=4k *)
module E = Ephemeron.K1
module Table = Ephemeron.K1.Make (struct
  type t = string ref
  let equal a b = !a = !b
  let hash a = Hashtbl.hash !a
end)

let n = 1000
let keys = Array.init n (fun i -> ref (string_of_int i))
let count f = List.length (List.filter f (List.init n Fun.id))

let () =
  let weak = Weak.create (2 * n) in
  let ephemerons = Array.init n (fun _ -> E.create ()) in
  let chain = Array.init n (fun _ -> E.create ()) in
  let links = ref (Array.init (n + 1) ref) in
  let table = Table.create 16 in
  Array.iteri (fun i k ->
    Weak.set weak i (Some k);
    Weak.set weak (n + i) (Some (ref (string_of_int i)));
    E.set_key ephemerons.(i) k;
    E.set_data ephemerons.(i) (ref i);
    (* the key of each is the data of the one before *)
    E.set_key chain.(i) !links.(i);
    E.set_data chain.(i) !links.(i + 1);
    Table.add table k i) keys;
  let report () =
    Printf.printf "%d live, %d of the dead, %d ephemerons, %d right, %d in the table\n"
      (count (fun i -> Weak.check weak i))
      (count (fun i -> Weak.check weak (n + i)))
      (count (fun i -> E.check_key ephemerons.(i)))
      (count (fun i -> match E.get_data ephemerons.(i) with Some r -> !r = i | None -> false))
      (Table.stats_alive table).Hashtbl.num_bindings in
  Gc.full_major ();
  report ();
  (* only the first key of the chain lives, and with it all of them *)
  let first = ref !links.(0) in
  links := [||];
  Gc.full_major ();
  Printf.printf "%d of the chain\n" (count (fun i -> E.check_data chain.(i)));
  ignore (Sys.opaque_identity !first);
  first := ref 0;
  Array.iteri (fun i _ -> if i mod 2 = 0 then keys.(i) <- ref "gone") keys;
  Gc.full_major ();
  Gc.full_major ();
  report ();
  Printf.printf "%d of the chain\n" (count (fun i -> E.check_data chain.(i)));
  Gc.compact ();
  report ();
  ignore (Sys.opaque_identity keys)
