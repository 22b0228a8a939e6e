(* tests/ocaml/programs/promoted.ml: what is old leads to what was young; what was promoted is finalised. *)
(* run: native bytecode; modules: peak; parameters: - s=4k *)
open Bigarray

(* A new array too large for the nursery is filled with young values. *)
let arrays () =
  let sum = ref 0 in
  for round = 1 to 200 do
    let young = Array.init 200 (fun i -> ref (round + i)) in
    let old = Array.append young (Array.map (fun r -> ref (2 * !r)) young) in
    Gc.minor ();
    for _ = 1 to 100 do ignore (Sys.opaque_identity (Array.make 100 (ref 0))) done;
    Array.iter (fun r -> sum := !sum + !r) old
  done;
  !sum

(* Each lives through some minor collections, and dies in the major heap. *)
let bigarrays () =
  let kept = Array.make 20 None in
  let sum = ref 0 in
  for i = 1 to 1000 do
    let a = Array1.create char c_layout (1 lsl 20) in
    Array1.fill a (Char.chr (i land 127));
    Gc.minor ();
    kept.(i mod 20) <- Some a;
    sum := !sum + Char.code (Array1.get a i);
    if i mod 50 = 0 then Gc.full_major ()
  done;
  !sum

let () =
  Printf.printf "%d %d\n" (arrays ()) (bigarrays ());
  Peak.is_below 400
