(* tests/ocaml/links_of/loader.ml: loads a plugin in the midst of its work. *)
let () =
  for i = 1 to 10 do ignore (Callbacks.work (i * 20)) done;
  (try Dynlink.loadfile Sys.argv.(1) with Dynlink.Error e -> print_endline (Dynlink.error_message e));
  Gc.full_major ();
  Gc.compact ();
  for i = 1 to 30 do Printf.printf "%d " (Callbacks.work (i * 20)) done;
  print_newline ()
