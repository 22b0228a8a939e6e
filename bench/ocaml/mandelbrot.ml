(* bench/ocaml/mandelbrot.ml: which points of a square stay near, with numbers of the module Complex. *)
let stays c =
  let rec go z i = i = 0 || (Complex.norm2 z <= 4. && go (Complex.add (Complex.mul z z) c) (i - 1)) in
  go Complex.zero 50

let () =
  let n = int_of_string Sys.argv.(1) in
  let point k least = (2. *. float k /. float n) +. least in
  let inside = ref 0 and rows = ref 1 in
  for y = 0 to n - 1 do
    let before = !inside in
    for x = 0 to n - 1 do
      if stays { Complex.re = point x (-1.5); im = point y (-1.) } then incr inside
    done;
    rows := ((!rows * 31) + !inside - before) mod 1_000_000_007
  done;
  Printf.printf "%d of %d points, checksum %d\n" !inside (n * n) !rows
