(* bench/ocaml/fasta.ml: three long sequences, a line at a time; their first lines and checksums. *)
let sequence name lines n =
  Printf.printf ">%s\n" name;
  let sum = ref 1 and length = ref 0 in
  lines n (fun line ->
    if !length = 0 then print_endline line;
    length := !length + String.length line;
    String.iter (fun c -> sum := (!sum * 31 + Char.code c) mod 1_000_000_007) line);
  Printf.printf "%d letters, checksum %d\n" !length !sum

let () =
  let n = int_of_string Sys.argv.(1) in
  sequence "ONE Homo sapiens alu" (Dna.repeated_lines Dna.alu) (2 * n);
  sequence "TWO IUB ambiguity codes" (Dna.random_lines Dna.iub) (3 * n);
  sequence "THREE Homo sapiens frequency" (Dna.random_lines Dna.homo_sapiens) (5 * n)
