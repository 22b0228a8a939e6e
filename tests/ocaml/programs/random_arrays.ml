(* tests/ocaml/programs/random_arrays.ml: arrays of every size come and go in a small heap. *)
(* run: native bytecode; parameters: s=4k,h=32k s=256k,o=20 *)
type item = { seed : int; boxes : int ref array; floats : float array; text : string }

let make rng =
  let seed = Random.State.int rng 1_000_000 in
  let size = match seed mod 10 with 0 -> 5000 | 1 | 2 -> 300 | 3 -> 0 | _ -> seed mod 40 in
  { seed;
    boxes = Array.init size (fun i -> ref (seed + i));
    floats = Array.init (size / 2) (fun i -> float_of_int (seed - i));
    text = String.make (seed mod 700) (Char.chr (97 + seed mod 26)) }

let check x =
  Array.iteri (fun i r -> assert (!r = x.seed + i)) x.boxes;
  Array.iteri (fun i f -> assert (f = float_of_int (x.seed - i))) x.floats;
  String.iter (fun c -> assert (c = Char.chr (97 + x.seed mod 26))) x.text

let () =
  let rng = Random.State.make [| 42 |] in
  let slots = Array.init 200 (fun _ -> make rng) in
  for _ = 1 to 3_000 do
    let i = Random.State.int rng 200 in
    check slots.(i);
    slots.(i) <- make rng
  done;
  Array.iter check slots;
  Printf.printf "%d\n" (Array.fold_left (fun s x -> s + x.seed) 0 slots)
