(* tests/ocaml/programs/small_heaps.ml: maps, formats, sorting and buffers in heaps of every kind. *)
(* run: native bytecode; parameters: s=1k s=4k,h=1 s=4k,o=1 s=32k,i=1k,o=1000 a=0 a=1,s=4k a=2,w=50 *)
module M = Map.Make (String)

let () =
  let rng = Random.State.make [| 7 |] in
  let words = Array.init 8_000 (fun i -> Printf.sprintf "%x-%d" (Random.State.bits rng) i) in
  let map = Array.fold_left (fun m w -> M.add w (String.length w) m) M.empty words in
  let sorted = List.sort (fun a b -> compare b a) (M.bindings map) in
  let text = Format.asprintf "@[<hov 2>%a@]"
    (Format.pp_print_list ~pp_sep:Format.pp_print_space (fun f (w, n) -> Format.fprintf f "%s:%d" w n))
    sorted in
  let buffer = Buffer.create 1 in
  String.split_on_char '\n' text |> List.iter (fun l -> Buffer.add_string buffer (String.trim l));
  let copy = Array.map Bytes.of_string words in
  Array.stable_sort compare copy;
  Printf.printf "%d %d %s\n" (M.cardinal map) (String.length text)
    (Digest.to_hex (Digest.string (Buffer.contents buffer)));
  print_endline (Digest.to_hex (Digest.bytes (Bytes.concat Bytes.empty (Array.to_list copy))))
