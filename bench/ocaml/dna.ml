(* bench/ocaml/dna.ml: the sequences of Fasta, which Knucleotide reads. *)
let alu =
  "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGGTCAGGAGTTCGAGACCAGCCTGGCC\
   AACATGGTGAAACCCCGTCTCTACTAAAAATACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCAGCTACTCGGGAGGCTGAGGCAG\
   GAGAATCGCTTGAACCCGGGAGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCCAGCCTGGGCGACAGAGCGAGACTCCGTCTCAAA\
   AA"

let iub =
  [ 'a', 0.27; 'c', 0.12; 'g', 0.12; 't', 0.27; 'B', 0.02; 'D', 0.02; 'H', 0.02; 'K', 0.02; 'M', 0.02;
    'N', 0.02; 'R', 0.02; 'S', 0.02; 'V', 0.02; 'W', 0.02; 'Y', 0.02 ]

let homo_sapiens =
  [ 'a', 0.3029549426680; 'c', 0.1979883004921; 'g', 0.1975473066391; 't', 0.3015094502008 ]

let seed = ref 42

let random () =
  seed := (!seed * 3877 + 29573) mod 139968;
  float_of_int !seed /. 139968.

(* The first letter at which the sum of the weights is above a random number. *)
let letter weights =
  let rec choose r = function
    | [ c, _ ] -> c
    | (c, w) :: rest -> if r < w then c else choose (r -. w) rest
    | [] -> invalid_arg "letter" in
  choose (random ()) weights

(* A sequence of [n] letters, in lines of sixty. *)
let random_lines weights n write =
  let rec lines left =
    if left > 0 then begin
      write (String.init (min 60 left) (fun _ -> letter weights));
      lines (left - 60)
    end in
  lines n

let repeated_lines text n write =
  let length = String.length text in
  let rec lines at left =
    if left > 0 then begin
      write (String.init (min 60 left) (fun i -> text.[(at + i) mod length]));
      lines ((at + 60) mod length) (left - 60)
    end in
  lines 0 n
