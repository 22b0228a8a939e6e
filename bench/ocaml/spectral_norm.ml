(* bench/ocaml/spectral_norm.ml: the largest eigenvalue of a matrix that is a function. *)
let element i j = 1. /. float (((i + j) * (i + j + 1) / 2) + i + 1)
let transposed i j = element j i

let times matrix v =
  let row i =
    let sum = ref 0. in
    Array.iteri (fun j x -> sum := !sum +. (matrix i j *. x)) v;
    !sum in
  Array.init (Array.length v) row

let times_both v = times transposed (times element v)

let dot u v =
  let sum = ref 0. in
  Array.iter2 (fun x y -> sum := !sum +. (x *. y)) u v;
  !sum

let () =
  let n = int_of_string Sys.argv.(1) in
  let u = ref (Array.make n 1.) and v = ref [||] in
  for _ = 1 to 10 do
    v := times_both !u;
    u := times_both !v
  done;
  let u = !u and v = !v in
  Printf.printf "%.9f\n" (sqrt (dot u v /. dot v v))
