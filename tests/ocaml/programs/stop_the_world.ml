(* tests/ocaml/programs/stop_the_world.ml: whole major cycles, and as many as are needed. *)
(* run: native; environment: STRATA_MAJOR=stop_the_world; runtimes: strata; modules: peak; parameters: - s=4k *)
external set_stop_the_world : bool -> unit = "strata_set_stop_the_world"
module M = Map.Make (Int)

let work () =
  let m = ref M.empty in
  for i = 1 to 300_000 do m := M.add (i * 7919 mod 10_007) (string_of_int i) !m done;
  M.fold (fun _ text sum -> sum + String.length text) !m 0

let () =
  Printf.printf "%d\n" (work ());
  let majors () = (Gc.quick_stat ()).Gc.major_collections in
  Printf.printf "collected by itself: %b\n" (majors () > 0);
  let before = majors () in
  Gc.full_major ();
  (* No cycle was under way: two whole ones, and not the rest of another. *)
  Printf.printf "cycles of full_major: %d\n" (majors () - before);
  set_stop_the_world false;
  Printf.printf "%d\n" (work ());
  Gc.full_major ();
  Gc.minor ();
  ignore (Gc.major_slice 1);
  (* A cycle is under way: it is made to its end, and others follow. *)
  set_stop_the_world true;
  Printf.printf "%d\n" (work ());
  Peak.is_below 60
