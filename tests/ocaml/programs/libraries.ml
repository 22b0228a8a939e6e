(* tests/ocaml/programs/libraries.ml: Str, Unix and Threads at work at the same time. *)
(* run: native bytecode; packages: str unix threads.posix; parameters: - s=4k *)
let lines = Mutex.create () and results = ref []

(* Str remembers its last match for all threads. *)
let matching = Mutex.create ()
let split s =
  Mutex.lock matching;
  let parts = Str.split (Str.regexp "[ ,]+") s in
  Mutex.unlock matching;
  parts
let number l =
  Mutex.lock matching;
  let n = int_of_string (Str.replace_first (Str.regexp "line ") "" l) in
  Mutex.unlock matching;
  n

let work i =
  let rec go n acc =
    if n = 0 then List.length acc
    else begin
      if n mod 100 = 0 then Thread.yield ();
      if n mod 500 = 0 then Gc.full_major ();
      go (n - 1) (split (Printf.sprintf "%d, %d %d" i n (i * n)) @ [ "x" ])
    end in
  let n = go 2000 [] in
  Mutex.lock lines;
  results := (i, n) :: !results;
  Mutex.unlock lines

let () =
  let threads = List.init 8 (fun i -> Thread.create work i) in
  let input, output = Unix.pipe () in
  let writer = Thread.create (fun () ->
    let c = Unix.out_channel_of_descr output in
    for i = 1 to 5000 do Printf.fprintf c "line %d\n" i done;
    close_out c) () in
  let c = Unix.in_channel_of_descr input in
  let rec read n sum = match input_line c with
    | l -> read (n + 1) (sum + number l)
    | exception End_of_file -> n, sum in
  let n, sum = read 0 0 in
  Thread.join writer;
  List.iter Thread.join threads;
  Printf.printf "%d %d\n" n sum;
  List.iter (fun (i, n) -> Printf.printf "%d:%d " i n) (List.sort compare !results);
  print_newline ()
