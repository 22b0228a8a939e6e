(* bench/ocaml/quicksort.ml: one large array, sorted in place; every store goes through the write barrier. *)
let rec sort a low high =
  if low < high then begin
    let pivot = a.((low + high) / 2) in
    let i = ref low and j = ref high in
    while !i <= !j do
      while a.(!i) < pivot do incr i done;
      while a.(!j) > pivot do decr j done;
      if !i <= !j then begin
        let x = a.(!i) in
        a.(!i) <- a.(!j);
        a.(!j) <- x;
        incr i;
        decr j
      end
    done;
    sort a low !j;
    sort a !i high
  end

let () =
  let n = int_of_string Sys.argv.(1) in
  let seed = ref 1 in
  let random _ =
    seed := (!seed * 1103515245 + 12345) land 0x3fffffff;
    !seed in
  let a : int array = Array.init n random in
  let sum = Array.fold_left ( + ) 0 a in
  sort a 0 (n - 1);
  for i = 1 to n - 1 do if a.(i - 1) > a.(i) then failwith "not sorted" done;
  if Array.fold_left ( + ) 0 a <> sum then failwith "not the same numbers";
  Printf.printf "%d numbers from %d to %d, sum %d\n" n a.(0) a.(n - 1) sum
