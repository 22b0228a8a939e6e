(* tests/ocaml/programs/large_among_pieces.ml: a large block where only pieces are free, in their memory. *)
(* run: native; modules: peak; runtimes: strata *)
let length = 1 lsl 15
let letter i = Char.chr (97 + (i mod 26))

let () =
  let pieces = Array.init 2048 (fun i -> Bytes.make length (letter i)) in
  Array.iteri (fun i _ -> if i land 1 = 0 then pieces.(i) <- Bytes.empty) pieces;
  Gc.full_major ();
  let large = Bytes.make (24 lsl 20) 'x' in
  Peak.is_below 82;
  Array.iteri (fun i piece ->
    if i land 1 = 1 && piece <> Bytes.make length (letter i) then Printf.printf "%d has changed\n" i) pieces;
  Array.iteri (fun i _ -> if i land 1 = 0 then pieces.(i) <- Bytes.make length (letter i)) pieces;
  Gc.full_major ();
  let total = Array.fold_left (fun n piece -> n + Bytes.length piece) 0 pieces in
  Printf.printf "%d bytes, and %d\n" total (Bytes.length (Sys.opaque_identity large))
