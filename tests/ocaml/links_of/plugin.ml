(* tests/ocaml/links_of/plugin.ml: static data, a closure and a global that change the program's. *)
let table = [ "one", 1; "two", 2; "three", 3 ]
let state = ref []

let step n =
  state := Array.init 100 (fun i -> i + n) :: !state;
  if n mod 10 = 0 then Gc.full_major ();
  List.fold_left (fun s a -> s + Array.fold_left (+) 0 a) (List.assoc "three" table) !state

let () = Callbacks.step := step
