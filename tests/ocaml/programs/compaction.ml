(* tests/ocaml/programs/compaction.ml: a heap full of holes slides together, and every value is what it was. *)
(* run: native bytecode; packages: unix threads.posix; parameters: - s=4k O=0 *)
module E = Ephemeron.K1
module Names = Weak.Make (struct include String let hash = Hashtbl.hash end)

let[@inline never] mutual k =
  let rec even n = if n = 0 then k else odd (n - 1)
  and odd n = if n = 0 then "not " ^ k else even (n - 1) in
  even, odd

exception Held of string * int ref

type kept = {
  list : int list;
  text : string;
  floats : float array;
  functions : (int -> string) * (int -> string);
  boxed : int64 * int32 * nativeint;
  delayed : string Lazy.t;
  forced : string Lazy.t;
  raised : exn;
  big : (float, Bigarray.float64_elt, Bigarray.c_layout) Bigarray.Array1.t;
  mutable next : kept option;
}

let make i = {
  list = List.init (1 + i mod 7) (fun j -> i + j);
  text = String.make (1 + i mod 50) (Char.chr (33 + i mod 90));
  floats = Array.init (1 + i mod 5) (fun j -> float_of_int (i + j));
  functions = mutual (string_of_int i);
  boxed = Int64.of_int i, Int32.of_int i, Nativeint.of_int i;
  delayed = lazy (string_of_int (i + 1));
  forced = (let l = lazy (string_of_int (i + 2)) in ignore (Lazy.force l); l);
  raised = Held (string_of_int i, ref i);
  big = (let a = Bigarray.(Array1.create float64 c_layout 3) in
         Bigarray.Array1.fill a (float_of_int i); a);
  next = None;
}

let is_right i k =
  k.list = List.init (1 + i mod 7) (fun j -> i + j)
  && k.text = String.make (1 + i mod 50) (Char.chr (33 + i mod 90))
  && k.floats = Array.init (1 + i mod 5) (fun j -> float_of_int (i + j))
  && (let even, odd = k.functions in
      even 4 = string_of_int i && odd 4 = "not " ^ string_of_int i && even 5 = "not " ^ string_of_int i)
  && k.boxed = (Int64.of_int i, Int32.of_int i, Nativeint.of_int i)
  && (i mod 3 <> 0 || Lazy.force k.delayed = string_of_int (i + 1))
  && Lazy.force k.forced = string_of_int (i + 2)
  && (match k.raised with Held (s, r) -> s = string_of_int i && !r = i | _ -> false)
  && k.big.{0} = float_of_int i && k.big.{2} = float_of_int i

let n = 6000
let all = Array.make n None
let finalised = ref 0 and wrong = ref 0
let holes = ref [||]
let table = Hashtbl.create 16
let weak = Weak.create n
let names = Names.create 16
let ephemerons = Array.init n (fun _ -> E.create ())
let buffer = Buffer.create 16

let fill () =
  for i = 0 to n - 1 do
    let k = make i in
    all.(i) <- Some k;
    (* a list between any two values, of which every other will be dropped *)
    holes := Array.append (if i mod 100 = 0 then [||] else !holes) [| List.init 20 (fun j -> i * j) |];
    if i mod 2 = 0 then Hashtbl.replace table (string_of_int i, i) k;
    Weak.set weak i (Some k.text);
    if i mod 5 = 0 then Names.add names k.text;
    E.set_key ephemerons.(i) k;
    E.set_data ephemerons.(i) (string_of_int i);
    if i mod 10 = 0 then begin
      Buffer.add_string buffer k.text;
      Gc.finalise (fun k -> incr finalised; if k.list = [] then incr wrong) k
    end
  done;
  for i = 0 to n - 2 do
    match all.(i), all.(i + 1) with
    | Some a, Some _ -> if i mod 4 = 0 then a.next <- all.(i + 2)
    | _ -> ()
  done

let drop () =
  for i = 0 to n - 1 do
    if i mod 2 = 1 then all.(i) <- None
  done;
  holes := [||]

let check () =
  for i = 0 to n - 1 do
    match all.(i) with
    | Some k ->
      if not (is_right i k) then incr wrong;
      (match Weak.get weak i with Some s -> if s != k.text then incr wrong | None -> incr wrong);
      if not (E.check_key ephemerons.(i)) then incr wrong;
      (match E.get_key ephemerons.(i), E.get_data ephemerons.(i) with
       | Some k', Some s -> if k' != k || s <> string_of_int i then incr wrong
       | _ -> incr wrong);
      (match Hashtbl.find_opt table (string_of_int i, i) with
       | Some k' -> if k' != k then incr wrong
       | None -> incr wrong);
      if i mod 5 = 0 && not (Names.mem names k.text) then incr wrong;
      if i mod 4 = 0 && i < n - 2 then
        (match k.next, all.(i + 2) with
         | Some a, Some b -> if a != b then incr wrong
         | _ -> incr wrong)
    | None ->
      if Weak.check weak i || E.check_key ephemerons.(i) then incr wrong
  done

(* Whether the heap is no larger than a space overhead of 20 wants; OCaml's own has whole chunks. *)
let is_small () =
  let s = Gc.stat () in
  float_of_int s.heap_words <= 1.6 *. float_of_int s.live_words
  && s.live_words + s.free_words + s.fragments = s.heap_words

let compact () =
  let before = (Gc.quick_stat ()).compactions in
  Gc.compact ();
  if (Gc.quick_stat ()).compactions <= before then incr wrong

let round i =
  fill ();
  drop ();
  let text = Buffer.contents buffer in
  compact ();
  let small = is_small () in
  check ();
  if Buffer.contents buffer <> text then incr wrong;
  Printf.printf "round %d: %d wrong, the heap is %s\n" i !wrong
    (if small then "small" else "large");
  Hashtbl.reset table;
  Buffer.reset buffer

(* Many small lists, of which one in eight is kept. *)
let[@inline never] fragment () =
  let lists = Array.init 300_000 (fun i -> [i; i + 1; i + 2]) in
  for i = 0 to 299_999 do if i mod 8 <> 0 then lists.(i) <- [] done;
  compact ();
  let before = is_small () in
  Array.iteri (fun i l -> if l <> (if i mod 8 <> 0 then [] else [i; i + 1; i + 2]) then incr wrong) lists;
  (* what is free is in one piece, so that this fits, or the heap has grown *)
  let large = Array.make 100_000 lists in
  compact ();
  Array.iter (fun l -> if l != lists then incr wrong) large;
  Printf.printf "a heap of small lists is %s, %d wrong\n" (if before then "small" else "large") !wrong

let () =
  Gc.set { (Gc.get ()) with space_overhead = 20 };
  for i = 1 to 4 do round i done;
  fragment ();
  (* while other threads have values on their stacks, and from a finaliser and a signal handler *)
  let threads = List.init 3 (fun t -> Thread.create (fun () ->
    let mine = List.init 1000 (fun i -> string_of_int (i + t)) in
    for i = 1 to 5 do
      ignore (Sys.opaque_identity (List.init 1000 (fun i -> ref i)));
      if i = 3 then compact ();
      Thread.yield ()
    done;
    if mine <> List.init 1000 (fun i -> string_of_int (i + t)) then incr wrong) ()) in
  List.iter Thread.join threads;
  let ran = ref 0 in
  Gc.finalise (fun _ -> incr ran; Gc.compact ()) (Sys.opaque_identity (ref 0));
  Gc.full_major ();
  Sys.set_signal Sys.sigusr1 (Sys.Signal_handle (fun _ -> incr ran; Gc.compact ()));
  let mine = List.init 1000 string_of_int in
  Unix.kill (Unix.getpid ()) Sys.sigusr1;
  for i = 1 to 100_000 do ignore (Sys.opaque_identity (ref i)) done;
  Printf.printf "%d ran, %d wrong, %b\n" !ran !wrong (mine = List.init 1000 string_of_int);
  Array.fill all 0 n None;
  Gc.compact ();
  Gc.compact ();
  Printf.printf "%d finalised, %d wrong, %d names\n" !finalised !wrong (Names.count names)
