(* bench/ocaml/documents.ml: camlpdf writes a document, reads it again, and rewrites every page. *)
let content page lines =
  String.concat ""
    (List.init lines (fun i ->
       Printf.sprintf "q BT /F0 %d Tf %d %d Td (page %d, line %d) Tj ET Q\n" (8 + (i mod 5)) (40 + i)
         (800 - (i * 7)) page i))

let stream content =
  Pdf.Stream { contents =
    ( Pdf.Dictionary [ "/Length", Pdf.Integer (String.length content) ],
      Pdf.Got (Pdfio.bytes_of_string content) ) }

let page lines i = { (Pdfpage.blankpage Pdfpaper.a4) with Pdfpage.content = [ stream (content i lines) ] }

let compress pdf =
  Pdf.objiter (fun _ o -> match o with
    | Pdf.Stream _ -> Pdfcodec.encode_pdfstream pdf Pdfcodec.Flate o
    | _ -> ()) pdf

let written pages =
  let pdf, root = Pdfpage.add_pagetree pages (Pdf.empty ()) in
  let pdf = Pdfpage.add_root root [] pdf in
  compress pdf;
  let file = Filename.temp_file "strata" ".pdf" in
  Pdfwrite.pdf_to_file pdf file;
  file

let read file =
  let pdf = Pdfread.pdf_of_file None None file in
  Sys.remove file;
  pdf

(* The operators of a page, with everything moved to the right. *)
let moved pdf page =
  let operators = Pdfops.parse_operators pdf page.Pdfpage.resources page.Pdfpage.content in
  let move = function Pdfops.Op_Td (x, y) -> Pdfops.Op_Td (x +. 10., y) | o -> o in
  { page with Pdfpage.content = [ stream (Pdfops.string_of_ops (List.map move operators)) ] }

let text pdf page =
  String.concat "" (List.map (fun s ->
    let s = Pdf.direct pdf s in
    Pdfcodec.decode_pdfstream_until_unknown pdf s;
    Pdfio.string_of_bytes (Pdf.bigarray_of_stream s)) page.Pdfpage.content)

let () =
  let pages = int_of_string Sys.argv.(1) in
  let first = read (written (List.init pages (page 80))) in
  let second = read (written (List.map (moved first) (Pdfpage.pages_of_pagetree first))) in
  let texts = List.map (text second) (Pdfpage.pages_of_pagetree second) in
  let all = String.concat "" texts in
  Printf.printf "%d pages, %d bytes, %s\n" (List.length texts) (String.length all)
    (Digest.to_hex (Digest.string all))
