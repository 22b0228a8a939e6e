(* tests/ocaml/programs/memprof.ml: every word is sampled; what is allocated is seen to die. *)
(* run: native bytecode; parameters: - s=4k *)
let () =
  let minor = ref 0 and major = ref 0 and promoted = ref 0 and dead = ref 0 in
  let tracker =
    { Gc.Memprof.null_tracker with
      alloc_minor = (fun i -> minor := !minor + i.size; Some i.size);
      alloc_major = (fun i -> major := !major + i.size; Some i.size);
      promote = (fun n -> incr promoted; Some n);
      dealloc_minor = (fun _ -> incr dead);
      dealloc_major = (fun _ -> incr dead) } in
  let kept = ref [] in
  Gc.Memprof.start ~sampling_rate:1. ~callstack_size:5 tracker;
  for i = 1 to 1000 do kept := (i, ref i) :: !kept done;
  let large = Sys.opaque_identity (Array.make 1000 0) in
  Gc.full_major ();
  Gc.Memprof.stop ();
  Printf.printf "%b %b %b\n" (!minor >= 5000) (!major >= 1000) (!promoted >= 3000);
  Printf.printf "%d %d\n" (List.length !kept) (Array.length large);
  let before = !dead in
  Gc.Memprof.start ~sampling_rate:1. tracker;
  for i = 1 to 1000 do ignore (Sys.opaque_identity (ref i)) done;
  Gc.full_major ();
  Gc.Memprof.stop ();
  Printf.printf "%b\n" (!dead >= before + 1000)
