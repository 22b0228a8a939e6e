(* tests/ocaml/programs/dead_beside_pieces.ml: much is free, in pieces too small for what dies: cycles must not wait. *)
(* run: native; modules: peak *)
let length = 1 lsl 15

let () =
  let pieces = Array.init 2048 (fun _ -> Bytes.make length 'x') in
  Array.iteri (fun i _ -> if i land 1 = 0 then pieces.(i) <- Bytes.empty) pieces;
  Gc.full_major ();
  for _ = 1 to 8192 do ignore (Sys.opaque_identity (Bytes.make (2 * length) 'y')) done;
  Peak.is_below 170;
  Printf.printf "%d bytes\n" (Array.fold_left (fun n piece -> n + Bytes.length piece) 0 pieces)
