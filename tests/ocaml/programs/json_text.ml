(* tests/ocaml/programs/json_text.ml: Yojson writes and reads a large document. *)
(* run: native bytecode; packages: yojson; parameters: - s=4k *)
let rec tree depth seed : Yojson.Basic.t =
  if depth = 0 then
    `List [ `Int seed; `Float (float_of_int seed /. 7.); `String (String.make (seed mod 30) 'x'); `Null ]
  else
    `Assoc (List.init 6 (fun i -> Printf.sprintf "k%d_%d" depth i, tree (depth - 1) (seed * 6 + i)))

let () =
  let doc = tree 4 1 in
  for _ = 1 to 2 do
    let text = Yojson.Basic.pretty_to_string doc in
    let again = Yojson.Basic.from_string text in
    Printf.printf "%d %s %b\n" (String.length text) (Digest.to_hex (Digest.string text))
      (Yojson.Basic.equal doc again)
  done
