(* tests/ocaml/programs/truncated.ml: Obj.truncate leaves a rest that nobody has allocated. *)
(* run: native bytecode; parameters: - s=4k *)
[@@@ocaml.alert "-deprecated"]
[@@@ocaml.warning "-3"]

let () =
  let arrays = Array.init 300 (fun i -> Array.init (2 + i * 3) (fun j -> ref (i + j))) in
  let check () =
    Array.iteri (fun i a -> Array.iteri (fun j r -> assert (!r = i + j)) a) arrays in
  for round = 1 to 5 do
    Gc.full_major ();
    Array.iteri (fun i a ->
      let length = Array.length a in
      if (i + round) mod 2 = 0 && length > 1 then Obj.truncate (Obj.repr a) (length * 2 / 3);
      (* not while marking is under way: stock does not survive that *)
      if i mod 50 = 0 then Gc.full_major ()) arrays;
    ignore (Sys.opaque_identity (Array.init 2000 (fun i -> ref i)));
    check ()
  done;
  Gc.full_major ();
  check ();
  Printf.printf "%d\n" (Array.fold_left (fun s a -> s + Array.length a) 0 arrays)
