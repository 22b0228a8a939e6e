(* tests/ocaml/checked/closure_environment.ml: calls closure_environment.c. *)
type greeter = string -> string
external copy : greeter -> greeter = "copy"

let () =
  let greet = copy (let name = String.make 3 'x' in fun greeting -> greeting ^ " " ^ name) in
  let words = List.init 10 string_of_int in
  print_endline (greet "hello");
  print_endline (greet (String.concat " " words))
