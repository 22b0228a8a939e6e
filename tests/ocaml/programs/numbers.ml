(* tests/ocaml/programs/numbers.ml: what Gc says of itself adds up. *)
(* run: native bytecode; parameters: - s=4k *)
let () =
  let before = Gc.quick_stat () in
  let kept = Array.init 100_000 (fun i -> Some i) in
  Gc.full_major ();
  let s = Gc.stat () in
  let words = Obj.reachable_words (Obj.repr kept) in
  Printf.printf "%d\n" words;
  Printf.printf "%b\n" (s.live_words >= words && s.live_words <= s.heap_words);
  Printf.printf "%b\n" (s.live_words + s.free_words + s.fragments = s.heap_words);
  Printf.printf "%b\n" (s.top_heap_words >= s.heap_words);
  Printf.printf "%b\n" (s.minor_collections > before.minor_collections);
  Printf.printf "%b\n" (s.major_collections > before.major_collections);
  Printf.printf "%b\n" (Gc.allocated_bytes () >= float_of_int (8 * words));
  Printf.printf "%b\n" (s.minor_words +. s.major_words -. s.promoted_words >= float_of_int words);
  let c = Gc.get () in
  Gc.set { c with minor_heap_size = 8192; space_overhead = 200 };
  Printf.printf "%d %d\n" (Gc.get ()).minor_heap_size (Gc.get ()).space_overhead;
  Gc.set { c with minor_heap_size = 65536 };
  Array.iteri (fun i x -> assert (x = Some i)) kept;
  let slices = ref 0 in
  let alarm = Gc.create_alarm (fun () -> incr slices) in
  Gc.full_major ();
  Gc.full_major ();
  Gc.delete_alarm alarm;
  Printf.printf "%b\n" (!slices >= 1)
