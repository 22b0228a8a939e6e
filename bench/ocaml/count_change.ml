(* bench/ocaml/count_change.ml: every way to pay an amount, as lists of how many of each coin. *)
let coins = [ 50; 25; 10; 5; 1 ]

let rec pay amount = function
  | [] -> []
  | [ 1 ] -> [ [ 1, amount ] ]
  | coin :: smaller ->
      let with_this q = List.rev_map (fun way -> (coin, q) :: way) (pay (amount - (q * coin)) smaller) in
      let rec all q ways =
        if q * coin > amount then ways else all (q + 1) (List.rev_append (with_this q) ways) in
      all 0 []

(* The number without lists, to check it. *)
let count amount =
  let ways = Array.make (amount + 1) 0 in
  ways.(0) <- 1;
  List.iter (fun c -> for a = c to amount do ways.(a) <- ways.(a) + ways.(a - c) done) coins;
  ways.(amount)

let report amount =
  let ways = pay amount coins in
  let sum part way = List.fold_left (fun sum coin_and_number -> sum + part coin_and_number) 0 way in
  let least = List.fold_left (fun least way -> min least (sum snd way)) max_int ways in
  Printf.printf "%d ways to pay %d, the shortest with %d coins\n" (List.length ways) amount least;
  let is_right way = sum (fun (coin, q) -> coin * q) way = amount in
  if List.length ways <> count amount || not (List.for_all is_right ways) then failwith "wrong ways"

let () =
  let amount = int_of_string Sys.argv.(1) in
  List.iter report [ amount; amount - 10; amount - 20 ]
