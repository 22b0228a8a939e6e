(* tests/ocaml/programs/out_of_memory.ml: what cannot be had is refused, and the program goes on. *)
(* run: native bytecode *)
let attempt what f =
  match f () with
  | _ -> Printf.printf "%s: there is memory\n" what
  | exception Out_of_memory -> Printf.printf "%s: out of memory\n" what
  | exception Invalid_argument s -> Printf.printf "%s: %s\n" what s

let () =
  let kept = List.init 1000 string_of_int in
  for _ = 1 to 3 do
    attempt "the longest array" (fun () -> ignore (Sys.opaque_identity (Array.make Sys.max_array_length 0)));
    attempt "2^45 references" (fun () -> ignore (Sys.opaque_identity (Array.make (1 lsl 45) (ref 0))));
    attempt "2^50 bytes" (fun () -> ignore (Sys.opaque_identity (Bytes.create (1 lsl 50))));
    attempt "2^44 floats" (fun () -> ignore (Sys.opaque_identity (Array.make (1 lsl 44) 0.5)));
    attempt "an array too long" (fun () -> ignore (Sys.opaque_identity (Array.make (-1) 0)));
    Gc.full_major ()
  done;
  attempt "a small array" (fun () -> ignore (Sys.opaque_identity (Array.make 100 0)));
  print_endline (String.concat "" (List.filteri (fun i _ -> i mod 100 = 0) kept))
