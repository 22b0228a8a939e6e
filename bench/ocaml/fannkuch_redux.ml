(* bench/ocaml/fannkuch_redux.ml: flips of the prefixes of all permutations; it allocates nothing. *)

(* How often the prefix that the first element counts is turned round, until that element is 0. *)
let flips p work n =
  Array.blit p 0 work 0 n;
  let count = ref 0 in
  while work.(0) <> 0 do
    let i = ref 0 and j = ref work.(0) in
    while !i < !j do
      let x = work.(!i) in
      work.(!i) <- work.(!j);
      work.(!j) <- x;
      incr i;
      decr j
    done;
    incr count
  done;
  !count

(* Turns the prefix of [r + 1] elements by one to the left. *)
let rotate p r =
  let first = p.(0) in
  Array.blit p 1 p 0 r;
  p.(r) <- first

let () =
  let n = int_of_string Sys.argv.(1) in
  let p = Array.init n Fun.id and work = Array.make n 0 in
  let turns = Array.make n 0 in
  let sum = ref 0 and most = ref 0 and even = ref true and more = ref true in
  while !more do
    let count = flips p work n in
    sum := if !even then !sum + count else !sum - count;
    if count > !most then most := count;
    even := not !even;
    let r = ref 1 in
    rotate p 1;
    while !r < n && (turns.(!r) <- turns.(!r) + 1; turns.(!r) > !r) do
      turns.(!r) <- 0;
      incr r;
      if !r < n then rotate p !r
    done;
    more := !r < n
  done;
  Printf.printf "%d\nPfannkuchen(%d) = %d\n" !sum n !most
