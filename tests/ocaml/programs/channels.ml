(* tests/ocaml/programs/channels.ml: two hundred thousand channels, closed and forgotten. *)
(* run: native *)
let peak_mib () =
  let status = open_in "/proc/self/status" in
  let rec find () =
    try Scanf.sscanf (input_line status) "VmHWM: %d kB" (fun k -> k / 1024)
    with Scanf.Scan_failure _ -> find () in
  let mib = find () in
  close_in status;
  mib

let () =
  for _ = 1 to 200_000 do
    close_out (open_out "/dev/null")
  done;
  let mib = peak_mib () in
  if mib < 600 then print_endline "bounded" else Printf.printf "the peak is %d MiB\n" mib
