(* tests/ocaml/programs/pressed.ml: bigarrays are not kept because the heap has much that is free. *)
(* run: native bytecode *)
open Bigarray

let () =
  let lists = Array.init 2 (fun _ -> List.init 1_000_000 Fun.id) in
  lists.(1) <- [];
  Gc.full_major ();
  let majors () = (Gc.quick_stat ()).Gc.major_collections in
  let before = majors () in
  let mebibytes = 2000 in
  for _ = 1 to mebibytes do
    ignore (Sys.opaque_identity (Array1.create char c_layout (1 lsl 20)))
  done;
  let cycles = majors () - before in
  Printf.printf "%d of %d\n" (List.length lists.(0)) 1_000_000;
  Printf.printf "at most 130 MiB a cycle: %b\n" (cycles * 130 >= mebibytes)
