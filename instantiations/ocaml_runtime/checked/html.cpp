// instantiations/ocaml_runtime/checked/html.cpp: a finding as a page of HTML that stands alone.
#include <algorithm>
#include <string_view>

#include <strata/instantiations/ocaml_runtime/checked/facts.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/page.hpp>
#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>
#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::uintptr_t word_bytes = sizeof(std::uintptr_t);
constexpr std::uint64_t fields_in_html = 24, words_before = 6, words_after = 7;

constexpr std::string_view style = R"(
:root { color-scheme: light dark;
  --ground: #f6f5f1; --paper: #ffffff; --ink: #1e2126; --faint: #6a6f78; --line: #dedcd4;
  --bad: #b3261e; --bad-paper: #fdecea; --root: #1a5fb4; --root-paper: #e8f0fb;
  --good: #2e6b34; --code: #f0eee8; --mono: ui-monospace, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #16181c; --paper: #1f2227; --ink: #e6e4de; --faint: #9a9fa8; --line: #3a3e46;
  --bad: #ff8a80; --bad-paper: #43201f; --root: #8ab8f5; --root-paper: #1c2c42;
  --good: #8fce96; --code: #2a2e35; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 24px 64px; }
section + section { margin-top: 56px; border-top: 1px solid var(--line); padding-top: 40px; }
h1 { font-size: 27px; line-height: 1.25; margin: 6px 0 8px; max-width: 44em; }
h2 { font-size: 17px; margin: 34px 0 10px; }
p { margin: 0 0 8px; max-width: 62em; overflow-wrap: anywhere; }
.name { font: 600 14px/1 var(--mono); color: var(--bad); margin: 0; }
.law { font-size: 17px; color: var(--faint); }
.cards { display: grid; gap: 16px; margin: 22px 0 0;
  grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 8px;
  padding: 14px 18px 12px; }
.card h2 { margin: 0 0 6px; font-size: 15px; }
.card.do { border-color: var(--good); } .card.do h2 { color: var(--good); }
.card.look { border-color: var(--root); } .card.look h2 { color: var(--root); }
code, td, .sub, .index, .field { font-family: var(--mono); }
code { font-size: 14px; background: var(--code); padding: 1px 4px; border-radius: 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.graph, .table { overflow-x: auto; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; }
.graph { padding: 8px; } .table { padding: 6px 0; }
table { border-collapse: collapse; font-size: 13.5px; width: 100%; }
td { padding: 2px 14px; white-space: nowrap; vertical-align: top; }
td:last-child { width: 100%; } td:first-child, td.at { color: var(--faint); }
tr.own td { background: var(--root-paper); }
tr.wrong td { background: var(--bad-paper); color: var(--bad); }
svg { display: block; } svg text { fill: var(--ink); font-size: 12px; }
svg .title { font-weight: 600; font-size: 13px; } svg .field { font-size: 11.5px; }
svg .sub, svg .index { fill: var(--faint); font-size: 11px; }
.box .paper { fill: var(--paper); } .box .frame { fill: none; stroke: var(--faint); }
.box .frame { stroke-width: 1.2; } .box .rule { stroke: var(--line); fill: none; }
.box.root .paper { fill: var(--root-paper); } .box.root .frame { stroke: var(--root); }
.box.root .title { fill: var(--root); }
.box.broken .frame { stroke: var(--bad); stroke-width: 2.4; }
.box.broken .title, .box.nowhere .title { fill: var(--bad); }
.box .wrong { fill: var(--bad-paper); } .box .leading { fill: var(--root-paper); }
.box.nowhere .paper { fill: var(--bad-paper); }
.box.nowhere .frame { stroke: var(--bad); stroke-dasharray: 5 4; }
.box.neighbour .paper { fill: var(--code); } .box.neighbour .frame { stroke: var(--bad); }
.box.omitted .frame { stroke-dasharray: 2 4; }
.arrow { fill: none; stroke: var(--faint); stroke-width: 1.4; }
.arrow.bad { stroke: var(--bad); stroke-width: 2; }
marker path { fill: var(--faint); } #bad path { fill: var(--bad); }
)";

/// Escaped, and what is between backquotes is code.
void write_prose(text& to, std::string_view plain)
{
    for (bool is_code = false; !plain.empty(); is_code = !is_code) {
        const auto end = std::min(plain.find('`'), plain.size());
        if (is_code) to << "<code>";
        write_escaped(to, part(plain, 0, end));
        if (is_code) to << "</code>";
        plain = part(plain, end + 1);
    }
}

void write_card(text& to, const char* style_class, const char* title, std::string_view prose)
{
    to << "<div class=\"card " << style_class << "\"><h2>" << title << "</h2><p>";
    write_prose(to, prose);
    to << "</p></div>\n";
}

template <class Write>
void write_entry(text& to, const char* name, Write write)
{
    text plain{std::size_t{1} << 14U};
    write(plain);
    to << "<dt>" << name << "</dt><dd>";
    write_escaped(to, plain.view());
    to << "</dd>\n";
}

void write_facts(text& to, const finding& f)
{
    to << "<h2>What was seen</h2>\n<div class=\"card\"><dl>\n";
    write_entry(to, "found", [&](text& t) { write_when(t, f); });
    if (f.held != 0 && (f.held != f.fault || f.broken == rule::unrooted_value))
        write_entry(to, "the wrong word", [&](text& t) {
            t.hex(f.held, 16) << ": ";
            write_value(t, f.held);
        });
    if (f.culprit != 0 && f.culprit != f.object)
        write_entry(to, label_of_culprit(f), [&](text& t) { write_culprit(t, f); });
    if (f.from.kind != root_kind::none) write_entry(to, "root", [&](text& t) { write_root(t, f); });
    for (std::size_t i = 0; i < std::min<std::size_t>(f.path.size(), 12); ++i)
        write_entry(to, i == 0 ? "leads to" : "then to",
                    [&](text& t) { write_step(t, f.path[i]); });
    if (f.path.size() > 12 || f.is_path_cut)
        write_entry(to, "...", [](text& t) { t << "and further on"; });
    to << "</dl></div>\n";
}

/// The code that is known to be near: what faulted, what registered the root, what OCaml called.
void write_where_to_look(text& to, const finding& f)
{
    text plain{std::size_t{1} << 14U};
    if (f.pc != 0) {
        plain << '`';
        write_place(plain, f.pc, code_address::here);
        plain << "` used the address ";
        plain.hex(f.fault) << ". ";
    }
    if (f.from.registered_from != 0 && f.from.kind != root_kind::stack && f.path.empty()) {
        plain << (f.broken == rule::root_not_registered ? "The root was removed at `"
                                                        : "The root was registered at `");
        write_place(plain, f.from.registered_from, code_address::after_call);
        plain << "`. ";
    }
    if (f.primitive != 0) {
        plain << "The last C primitive that OCaml called, but for its own, is `";
        write_place(plain, suspect(f), code_address::here);
        plain << "`.";
    }
    write_card(to, "look", "Where to look first", plain.view());
}

void begin_row(text& to, bool is_wrong, bool is_own = false)
{
    to << (is_wrong ? "<tr class=\"wrong\">" : is_own ? "<tr class=\"own\">" : "<tr>");
}

void write_row(text& to, std::uintptr_t at, std::uintptr_t word, std::string_view meaning)
{
    (to << "<td class=\"at\">").hex(at) << "</td><td>";
    to.hex(word, 16) << "</td><td>";
    write_escaped(to, meaning);
    to << "</td></tr>\n";
}

void write_header_row(text& to, const finding& f, std::uintptr_t header, const char* name,
                      bool is_wrong)
{
    text plain{4096};
    write_header(plain, {header});
    begin_row(to, is_wrong, !is_wrong);
    to << "<td>" << name << "</td>";
    write_row(to, f.object - word_bytes, header, plain.view());
}

/// Whether the header is what is wrong.
bool is_header_wrong(const finding& f)
{
    return f.broken == rule::header_overwritten || f.broken == rule::block_overrun ||
           f.broken == rule::infix_header || has_neighbour(f);
}

void write_object_table(text& to, const finding& f)
{
    const auto h = header_of(f);
    to << "<h2>The object</h2>\n<div class=\"table\"><table>\n";
    const bool has_changed = f.header_before != 0 && f.header_before != h.word;
    if (has_header(f)) write_header_row(to, f, h.word, "header", is_header_wrong(f));
    if (has_changed) write_header_row(to, f, f.header_before, "it was", false);
    const auto shown = fields_to_show(h, f.field, fields_in_html);
    for (auto i = shown.first; i < shown.last; ++i) {
        begin_row(to, i == f.field);
        to << "<td>" << i << "</td>";
        text plain{4096};
        const auto word = field_of(f.object, i);
        if (word) write_field(plain, h, i, *word);
        else plain << "cannot be read";
        write_row(to, f.object + i * word_bytes, word.value_or(0), plain.view());
    }
    to << "</table></div>\n";
}

/// The block that this word of memory belongs to.
void write_owner(text& to, const finding& f, std::uintptr_t at)
{
    const auto block = at + word_bytes == f.object ? f.object : block_around(at);
    if (block == 0) {
        if (place_of(at) == place::nursery_unused) to << "not allocated yet";
        return;
    }
    if (at < block) to << "header of ";
    else to << "field " << (at - block) / word_bytes << " of ";
    if (block == f.object) {
        to << "the object";
        return;
    }
    to.hex(block);
    if (at < block) write_value(to << ": ", block);
}

/// The words before and after the header, each with the block that it is in.
void write_memory(text& to, const finding& f)
{
    const auto header = f.object - word_bytes;
    if (!word_at(header)) return;
    to << "<h2>Memory around it</h2>\n<div class=\"table\"><table>\n";
    for (auto at = header - words_before * word_bytes; at < header + words_after * word_bytes;
         at += word_bytes) {
        const auto word = word_at(at);
        if (!word) continue;
        begin_row(to, at == header && is_header_wrong(f), at == header);
        text plain{4096};
        write_bytes(plain, *word);
        to << "<td>";
        write_escaped(to, plain.view());
        to << "</td>";
        plain.cut(0);
        write_owner(plain, f, at);
        write_row(to, at, *word, plain.view());
    }
    to << "</table></div>\n";
}

}  // namespace

void write_escaped(text& to, std::string_view plain)
{
    for (const char c : plain) {
        if (c == '<') to << "&lt;";
        else if (c == '>') to << "&gt;";
        else if (c == '&') to << "&amp;";
        else if (c == '"') to << "&quot;";
        else to << c;
    }
}

void write_html_head(text& to)
{
    to << "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Strata: "
          "findings</title>\n"
          "<style>"
       << style << "</style>\n<main>\n";
}

void write_html_page(text& to, const finding& f, std::uint64_t number)
{
    const auto& said = text_of(f.broken);
    to << "<section id=\"finding-" << number << "\">\n<p class=\"name\">" << said.name
       << "</p>\n<h1>";
    text plain{4096};
    plain << static_cast<char>(said.broken[0] - ('a' <= said.broken[0] ? 'a' - 'A' : 0))
          << said.broken + 1;
    write_prose(to, plain.view());
    to << "</h1>\n<p class=\"law\">";
    write_prose(to, said.law);
    to << "</p>\n";
    if (f.detail != nullptr) {
        to << "<p>Here: ";
        write_prose(to, f.detail);
        to << ".</p>\n";
    }
    to << "<div class=\"cards\">\n";
    write_where_to_look(to, f);
    write_card(to, "", "What usually causes it", said.cause);
    write_card(to, "do", "What to do", said.remedy);
    to << "</div>\n";
    const auto before = to.size();
    to << "<h2>Where it is</h2>\n";
    const auto with_title = to.size();
    write_graph(to, f);
    if (to.size() == with_title) to.cut(before);
    write_facts(to, f);
    if (f.object != 0) {
        write_object_table(to, f);
        write_memory(to, f);
    }
    to << "</section>\n";
}

}  // namespace strata::ocaml_runtime::checked
