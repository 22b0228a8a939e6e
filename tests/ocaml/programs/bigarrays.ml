(* tests/ocaml/programs/bigarrays.ml: three thousand of one MiB, each dropped at once. *)
(* run: native *)
open Bigarray

let peak_mib () =
  let status = open_in "/proc/self/status" in
  let rec find () =
    try Scanf.sscanf (input_line status) "VmHWM: %d kB" (fun k -> k / 1024)
    with Scanf.Scan_failure _ -> find () in
  let mib = find () in
  close_in status;
  mib

let () =
  let sum = ref 0 in
  for i = 1 to 3000 do
    let a = Array1.create char c_layout (1 lsl 20) in
    Array1.fill a (Char.chr (i land 127));
    sum := !sum + Char.code a.{i}
  done;
  Printf.printf "%d\n" !sum;
  let mib = peak_mib () in
  if mib < 400 then print_endline "bounded" else Printf.printf "the peak is %d MiB\n" mib
