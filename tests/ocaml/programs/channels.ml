(* tests/ocaml/programs/channels.ml: two hundred thousand channels, closed and forgotten. *)
(* run: native; modules: peak *)
let () =
  for _ = 1 to 200_000 do
    close_out (open_out "/dev/null")
  done;
  Peak.is_below 600
