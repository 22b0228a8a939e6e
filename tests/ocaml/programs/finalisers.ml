(* tests/ocaml/programs/finalisers.ml: two thousand of each kind; some raise their values again. *)
(* run: native bytecode; parameters: - s=4k *)
let first = ref 0 and last = ref 0 and saved = ref []

let[@inline never] make n =
  List.init n (fun i ->
    let v = ref i and w = ref (-i) in
    Gc.finalise (fun v -> incr first; if !v mod 100 = 0 then saved := v :: !saved) v;
    Gc.finalise_last (fun () -> incr last) w;
    v, w)

let () =
  let live = ref (make 2000) in
  Gc.full_major ();
  Printf.printf "%d %d\n" !first !last;
  live := List.filteri (fun i _ -> i < 1000) !live;
  Gc.full_major ();
  Printf.printf "%d %d\n" !first !last;
  ignore (Sys.opaque_identity !live);
  live := [];
  Gc.full_major ();
  Printf.printf "%d %d\n" !first !last;
  Printf.printf "%d saved: %d\n" (List.length !saved) (List.fold_left (fun s v -> s + !v) 0 !saved)
