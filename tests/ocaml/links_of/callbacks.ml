(* tests/ocaml/links_of/callbacks.ml: what a C program calls; it keeps a graph between the calls. *)
let kept = ref []
let step = ref (fun (_ : int) -> 0)  (* a plugin may put another one here *)

let work n =
  let now = List.init n (fun i -> string_of_int i, ref (float_of_int i), Int64.of_int i) in
  kept := now :: !kept;
  if List.length !kept > 5 then kept := List.filteri (fun i _ -> i < 3) !kept;
  ignore (Bigarray.Array1.create Bigarray.char Bigarray.c_layout 100_000);
  if n mod 3 = 0 then Gc.full_major ();
  if n mod 5 = 0 then Gc.compact ();
  ignore (Unix.getpid ());
  let sum = List.fold_left (fun s (a, b, c) -> s + String.length a + int_of_float !b + Int64.to_int c) 0 in
  List.fold_left (fun s l -> s + sum l) (!step n) !kept

let () = Callback.register "work" work
let () = at_exit (fun () -> print_endline "the end"; flush stdout)
