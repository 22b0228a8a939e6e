(* tests/ocaml/programs/unmarshalled_bigarrays.ml: custom blocks that a string becomes are finalised. *)
(* run: native bytecode; modules: peak *)
open Bigarray

let () =
  let a = Array1.create char c_layout (1 lsl 20) in
  Array1.fill a 'x';
  (* More than 256 words, so that all of it is read into one block of the major heap. *)
  let text = Marshal.to_string (Array.init 1000 (fun i -> i), a) [] in
  let sum = ref 0 in
  for i = 1 to 1000 do
    let numbers, b = Marshal.from_string text 0 in
    sum := !sum + Array.length numbers + Char.code (Array1.get b i);
    if i mod 50 = 0 then Gc.full_major ()
  done;
  Printf.printf "%d\n" !sum;
  Peak.is_below 300
