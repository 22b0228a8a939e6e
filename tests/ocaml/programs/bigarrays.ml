(* tests/ocaml/programs/bigarrays.ml: three thousand of one MiB, each dropped at once. *)
(* run: native; modules: peak *)
open Bigarray

let () =
  let sum = ref 0 in
  for i = 1 to 3000 do
    let a = Array1.create char c_layout (1 lsl 20) in
    Array1.fill a (Char.chr (i land 127));
    sum := !sum + Char.code a.{i}
  done;
  Printf.printf "%d\n" !sum;
  Peak.is_below 400
