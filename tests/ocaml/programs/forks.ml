(* tests/ocaml/programs/forks.ml: children go on with a copy of the heap, in every phase of a cycle. *)
(* run: native bytecode; packages: unix; parameters: - s=4k *)
let () =
  let data = Array.init 50_000 (fun i -> Some (string_of_int i)) in
  let check () =
    Array.iteri (fun i s -> assert (s = Some (string_of_int i))) data;
    Hashtbl.hash (Array.length data) in
  let expected = check () in
  let children = List.init 10 (fun i ->
    ignore (Gc.major_slice (i * 1000));
    match Unix.fork () with
    | 0 ->
      if i mod 2 = 0 then Gc.full_major ();
      for _ = 1 to 3 do ignore (Sys.opaque_identity (Array.init 50_000 (fun i -> ref i))) done;
      Unix._exit (if check () = expected then i else 99)
    | pid -> pid) in
  List.iteri (fun i pid -> assert (snd (Unix.waitpid [] pid) = Unix.WEXITED i)) children;
  ignore (check ());
  print_endline "ten children, all well"
