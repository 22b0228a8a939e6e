(* tests/ocaml/programs/lazies.ml: results of lazy values take their place, but floats and lazies not. *)
(* run: native bytecode; parameters: - s=4k *)
let () =
  let ints = Array.init 1000 (fun i -> lazy (ref i)) in
  let floats = Array.init 1000 (fun i -> lazy (float_of_int i)) in
  let nested = Array.init 1000 (fun i -> lazy (lazy (string_of_int i))) in
  for i = 0 to 999 do
    if i mod 2 = 0 then begin
      ignore (Lazy.force ints.(i));
      ignore (Lazy.force floats.(i));
      ignore (Lazy.force (Lazy.force nested.(i)))
    end;
    if i mod 100 = 0 then Gc.full_major ()
  done;
  Gc.compact ();
  let sum = ref 0. in
  for i = 0 to 999 do
    assert (!(Lazy.force ints.(i)) = i);
    assert (Lazy.force (Lazy.force nested.(i)) = string_of_int i);
    sum := !sum +. Lazy.force floats.(i)
  done;
  let odd = lazy (failwith "no") in
  (match Lazy.force odd with _ -> () | exception Failure s -> print_endline s);
  Gc.full_major ();
  (match Lazy.force odd with _ -> () | exception Failure s -> print_endline s);
  Printf.printf "%g\n" !sum
