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

(* What is tracked is followed when a compaction moves it: it is not dead before it is, and then it is. *)
let () =
  let dead = ref 0 in
  let tracker =
    { Gc.Memprof.null_tracker with
      alloc_major = (fun i -> if i.size = 300 then Some () else None);
      dealloc_major = (fun () -> incr dead) } in
  let make _ = Array.make 300 0 in
  Gc.Memprof.start ~sampling_rate:1. tracker;
  let dropped = Array.init 100 make in
  let kept = Array.init 100 make in
  Array.fill dropped 0 100 [||];
  Gc.compact ();
  let first = !dead in
  Gc.compact ();
  let second = !dead in
  let others = Array.init 100 (fun i -> Bytes.make 2400 (Char.chr i)) in
  Gc.full_major ();
  let third = !dead in
  Array.fill (Sys.opaque_identity kept) 0 100 [||];
  Gc.full_major ();
  Printf.printf "%d %d %d %d\n" first second third !dead;
  Gc.Memprof.stop ();
  ignore (Sys.opaque_identity (dropped, others))
