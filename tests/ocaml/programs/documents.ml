(* tests/ocaml/programs/documents.ml: camlpdf writes documents, reads them again and compresses them. *)
(* run: native bytecode; packages: camlpdf; parameters: - s=4k *)
let page i =
  let text = Printf.sprintf "BT /F0 12 Tf 50 %d Td (page %d of many) Tj ET\n" (700 - i) i in
  let content = String.concat "" (List.init 50 (fun _ -> text)) in
  { (Pdfpage.blankpage Pdfpaper.a4) with Pdfpage.content =
      [ Pdf.Stream { contents =
          Pdf.Dictionary [ "/Length", Pdf.Integer (String.length content) ],
          Pdf.Got (Pdfio.bytes_of_string content) } ] }

let () =
  let file = Filename.temp_file "strata" ".pdf" in
  let pdf, root = Pdfpage.add_pagetree (List.init 200 page) (Pdf.empty ()) in
  let pdf = Pdfpage.add_root root [] pdf in
  Pdf.objiter (fun _ o -> match o with
    | Pdf.Stream _ -> Pdfcodec.encode_pdfstream pdf Pdfcodec.Flate o
    | _ -> ()) pdf;
  Pdfwrite.pdf_to_file pdf file;
  let again = Pdfread.pdf_of_file None None file in
  let pages = Pdfpage.pages_of_pagetree again in
  let text p = String.concat "" (List.map (fun s ->
    let s = Pdf.direct again s in
    Pdfcodec.decode_pdfstream_until_unknown again s;
    Pdfio.string_of_bytes (Pdf.bigarray_of_stream s)) p.Pdfpage.content) in
  let all = String.concat "" (List.map text pages) in
  Printf.printf "%d pages, %d bytes, %s\n" (List.length pages) (String.length all)
    (Digest.to_hex (Digest.string all));
  Sys.remove file
