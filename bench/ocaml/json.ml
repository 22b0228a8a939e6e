(* bench/ocaml/json.ml: Yojson writes a large document, reads it, changes it, and again. *)
let rec tree depth seed : Yojson.Basic.t =
  if depth = 0 then
    `List [ `Int seed; `Float (float_of_int seed /. 8.); `String (String.make (seed mod 30) 'x'); `Null ]
  else `Assoc (List.init 6 (fun i -> Printf.sprintf "k%d_%d" depth i, tree (depth - 1) ((seed * 6) + i)))

let rec changed : Yojson.Basic.t -> Yojson.Basic.t = function
  | `Assoc fields -> `Assoc (List.rev_map (fun (name, v) -> name ^ "'", changed v) fields)
  | `List l -> `List (List.map changed l)
  | `Int n -> `Int (n + 1)
  | `String s -> `String (String.uppercase_ascii s)
  | other -> other

let () =
  let depth = int_of_string Sys.argv.(1) in
  let document = ref (tree depth 1) in
  for _ = 1 to 4 do
    let text = Yojson.Basic.pretty_to_string !document in
    let again = Yojson.Basic.from_string text in
    if not (Yojson.Basic.equal again !document) then failwith "not what was written";
    Printf.printf "%d bytes, %s\n" (String.length text) (Digest.to_hex (Digest.string text));
    document := changed again
  done
