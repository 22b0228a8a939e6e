// instantiations/ocaml_runtime/checked/page.cpp: the page on stderr, and where the other one goes.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include <strata/instantiations/ocaml_runtime/checked/facts.hpp>
#include <strata/instantiations/ocaml_runtime/checked/page.hpp>
#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::size_t columns = 100, indent = 15;
constexpr std::uint64_t fields_in_text = 6, steps_in_text = 5;
/// After so many, findings are told in one line each.
constexpr std::uint64_t most_pages = 10;

/// Lines with a label on the left. A fact that is too long goes on below itself, or is cut.
class labelled {
public:
    explicit labelled(text& to)
        : to_{to}
    {}

    void label(std::string_view name)
    {
        to_ << "  " << name;
        to_.spaces(indent - 2 - name.size());
        is_first_ = true;
    }
    void paragraph(std::string_view fact)
    {
        begin_line();
        std::size_t column = indent;
        while (!fact.empty()) {
            const auto end = fact.find(' ', 1);
            const auto word = part(fact, 0, end);  // with the space before it
            if (column + word.size() > columns && column > indent) {
                to_ << '\n';
                to_.spaces(indent);
                column = indent;
                fact.remove_prefix(1);
                continue;
            }
            for (const char c : word)
                if (c != '`') to_ << c;
            column += word.size();
            fact.remove_prefix(word.size());
        }
        to_ << '\n';
    }
    void line(std::string_view fact)
    {
        begin_line();
        const auto room = columns - indent;
        if (fact.size() > room) to_ << part(fact, 0, room - 3) << "...\n";
        else to_ << fact << '\n';
    }

private:
    void begin_line()
    {
        if (!is_first_) to_.spaces(indent);
        is_first_ = false;
    }

    text& to_;
    bool is_first_ = true;
};

void write_fields(labelled& page, const finding& f, header_bits h)
{
    const auto shown = fields_to_show(h, f.field, fields_in_text);
    for (auto i = shown.first; i < shown.last; ++i) {
        text row{4096};
        row << "field " << i << "  ";
        const auto word = field_of(f.object, i);
        if (word) {
            row.hex(*word) << "  ";
            if (i == f.field) row << "<- wrong: ";
            write_field(row, h, i, *word);
        } else {
            row << "cannot be read";
        }
        page.line(row.view());
    }
    if (h.is_plausible() && shown.last < h.wosize()) {
        text rest{4096};
        (rest << "and ").count(h.wosize() - shown.last, "more field");
        page.line(rest.view());
    }
}

void write_object_part(labelled& page, const finding& f)
{
    const auto h = header_of(f);
    page.label("object");
    text fact{4096};
    fact.hex(f.object) << ": ";
    if (!has_header(f)) write_value(fact, f.object);
    else if (h.is_plausible()) write_object(fact, f.object, h);
    else fact << "no block: its header makes no sense";
    page.line(fact.view());
    if (!has_header(f)) return;
    fact.cut(0);
    fact << "header ";
    fact.hex(h.word, 16) << ": ";
    write_header(fact, h);
    page.line(fact.view());
    if (f.header_before != 0 && f.header_before != h.word) {
        fact.cut(0);
        fact << "   was ";
        fact.hex(f.header_before, 16) << ": ";
        write_header(fact, {f.header_before});
        page.line(fact.view());
    }
    write_fields(page, f, h);
}

void write_path(labelled& page, const finding& f)
{
    page.label(f.object == 0 ? "root" : "path");
    text fact{std::size_t{1} << 14U};
    write_root(fact, f);
    page.paragraph(fact.view());
    for (std::size_t i = 0; i < f.path.size(); ++i) {
        fact.cut(0);
        if (f.path.size() > steps_in_text && i == 1) {
            const auto left_out = f.path.size() - steps_in_text + 1;
            (fact << "-> ").count(left_out, "more object");
            i += left_out - 1;
        } else {
            fact << "-> ";
            write_step(fact, f.path[i]);
        }
        page.line(fact.view());
    }
    if (f.is_path_cut) page.line("(the path is longer than what was kept of it)");
    if (f.object != 0) page.line("-> the object");
}

void write_held(labelled& page, const finding& f)
{
    page.label("it holds");
    text fact{4096};
    fact.hex(f.held) << ": ";
    write_value(fact, f.held);
    page.paragraph(fact.view());
}

/// Not what the fault, the header or a field says already.
bool is_held_told(const finding& f)
{
    return f.held != 0 && f.held != f.fault && f.field == no_field &&
           (f.object == 0 || f.held != header_of(f).word);
}

template <class Write>
void write_fact(labelled& page, std::string_view label, const finding& f, Write write)
{
    text fact{std::size_t{1} << 14U};
    write(fact, f);
    page.label(label);
    page.paragraph(fact.view());
}

struct page_file {
    const char* pattern = "strata-check-%p.html";
    pid_t process = 0;
    std::uint64_t findings = 0;
    char path[4096]{};
} page_out;

/// The path of the page: absolute, so that it can be opened from anywhere.
void choose_path()
{
    text path{sizeof page_out.path};
    std::string_view rest = page_out.pattern;
    if (rest[0] != '/' && getcwd(page_out.path, sizeof page_out.path) != nullptr)
        path << page_out.path << '/';
    for (auto at = rest.find("%p"); at != rest.npos; at = rest.find("%p")) {
        path << part(rest, 0, at) << static_cast<std::int64_t>(getpid());
        rest.remove_prefix(at + 2);
    }
    path << rest;
    path.cut(sizeof page_out.path - 1);
    std::memcpy(page_out.path, path.view().data(), path.size());
    page_out.path[path.size()] = '\0';
}

/// Whether the page was written. A process that was forked begins a page of its own.
bool write_html(const finding& f)
{
    if (page_out.pattern[0] == '\0') return false;
    text html{std::size_t{1} << 24U};
    const bool is_new = page_out.findings == 1;
    if (is_new) {
        choose_path();
        write_html_head(html);
    }
    write_html_page(html, f, page_out.findings);
    const int file =
        open(page_out.path, O_WRONLY | O_CREAT | O_CLOEXEC | (is_new ? O_TRUNC : O_APPEND), 0666);
    if (file < 0) return false;
    html.write_to(file);
    close(file);
    return true;
}

void write_headline(text& to, const finding& f)
{
    const auto& said = text_of(f.broken);
    to << "strata: " << said.name << ": " << said.broken << '\n';
}

}  // namespace

void write_text_page(text& to, const finding& f)
{
    const auto& said = text_of(f.broken);
    labelled page{to};
    page.label("rule");
    page.paragraph(said.law);
    if (f.detail != nullptr) {
        page.label("here");
        page.paragraph(f.detail);
    }
    write_fact(page, "found", f, write_when);
    if (f.fault != 0) write_fact(page, "fault", f, write_fault);
    write_fact(page, "last C call", f, write_primitive);
    if (f.object != 0) write_object_part(page, f);
    if (is_held_told(f)) write_held(page, f);
    if (f.culprit != 0 && f.culprit != f.object)
        write_fact(page, label_of_culprit(f), f, write_culprit);
    if (f.from.kind != root_kind::none) write_path(page, f);
    page.label("cause");
    page.paragraph(said.cause);
    page.label("to do");
    page.paragraph(said.remedy);
}

/// Objects move; the wrong word of a field, if it is no mark of ours, does not change.
bool is_repeated(const finding& f)
{
    struct known_finding {
        rule broken;
        std::uintptr_t object, root, held;
    };
    constexpr std::size_t most = 256;
    static known_finding known[most];
    static std::size_t count = 0;
    const auto held = f.held % 2 == 0 ? f.held : 0;
    for (std::size_t i = 0; i < std::min(count, most); ++i) {
        const auto& k = known[i];
        if (k.broken != f.broken) continue;
        const bool is_same = f.object != 0 ? k.object == f.object : k.root == f.from.at;
        if (is_same || (held != 0 && k.held == held)) return true;
    }
    known[count++ % most] = {f.broken, f.object, f.from.at, held};
    return false;
}

void name_page(const char* pattern) { page_out.pattern = pattern; }

/// The headline goes out at once: whatever else is broken, that much is said.
void report(const finding& known)
{
    if (page_out.process != getpid()) {
        page_out.process = getpid();
        page_out.findings = 0;
    }
    ++page_out.findings;
    text page;
    if (page_out.findings <= most_pages) page << '\n';
    write_headline(page, known);
    page.write_to(STDERR_FILENO);
    if (page_out.findings > most_pages) return;
    page.cut(0);
    const auto f = completed(known);
    write_text_page(page, f);
    page.write_to(STDERR_FILENO);
    if (!write_html(f)) return;
    page.cut(0);
    labelled{page}.label("page");
    page << page_out.path << "\n\n";
    page.write_to(STDERR_FILENO);
}

}  // namespace strata::ocaml_runtime::checked
