(* tests/ocaml/modules/peak.ml: how much memory the program has ever had, which must be bounded. *)
let mib () =
  let status = open_in "/proc/self/status" in
  let rec find () =
    try Scanf.sscanf (input_line status) "VmHWM: %d kB" (fun k -> k / 1024)
    with Scanf.Scan_failure _ -> find () in
  let peak = find () in
  close_in status;
  peak

let is_below limit =
  let peak = mib () in
  if peak < limit then print_endline "bounded" else Printf.printf "the peak is %d MiB\n" peak
