(* bench/ocaml/k_nucleotide.ml: how often each short sequence is in a long one, by hash tables. *)
let sequence n =
  let text = Buffer.create n in
  Dna.repeated_lines Dna.alu (2 * n) ignore;
  Dna.random_lines Dna.iub (3 * n) ignore;
  Dna.random_lines Dna.homo_sapiens (5 * n) (Buffer.add_string text);
  String.uppercase_ascii (Buffer.contents text)

let counts text k =
  let table = Hashtbl.create 16 in
  for i = 0 to String.length text - k do
    let key = String.sub text i k in
    match Hashtbl.find_opt table key with
    | Some count -> incr count
    | None -> Hashtbl.add table key (ref 1)
  done;
  table

let frequencies text k =
  let all = Hashtbl.fold (fun key count found -> (key, !count) :: found) (counts text k) [] in
  let sum = List.fold_left (fun sum (_, count) -> sum + count) 0 all in
  List.sort (fun (k, n) (l, m) -> compare (m, k) (n, l)) all
  |> List.iter (fun (key, n) -> Printf.printf "%s %.3f\n" key (100. *. float n /. float sum));
  print_newline ()

let occurrences text key =
  let found = Hashtbl.find_opt (counts text (String.length key)) key in
  Printf.printf "%d\t%s\n" (match found with Some n -> !n | None -> 0) key

let () =
  let text = sequence (int_of_string Sys.argv.(1)) in
  frequencies text 1;
  frequencies text 2;
  List.iter (occurrences text) [ "GGT"; "GGTA"; "GGTATT"; "GGTATTTTAATT"; "GGTATTTTAATTTATAGT" ]
