// instantiations/ocaml_runtime/checked/facts.cpp: the sentences that both pages are made of.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/checked/facts.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>
#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::uintptr_t word_bytes = sizeof(std::uintptr_t);

/// The variable that is at this address, if the program has a name for it.
void write_variable(text& to, std::uintptr_t at)
{
    const auto found = symbol_at(at);
    if (found.name.empty()) return;
    to << ' ';
    write_name(to, found.name);
    if (at != found.begin) (to << '+').hex(at - found.begin);
}

/// Whether OCaml's runtime or libraries have this primitive: by their convention for names.
bool is_of_runtime(std::uintptr_t code)
{
    const auto name = symbol_at(code).name;
    return part(name, 0, 5) == "caml_" || part(name, 0, 5) == "unix_";
}

}  // namespace

header_bits header_of(const finding& f)
{
    if (f.header != 0 || f.object == 0) return {f.header};
    return {word_at(f.object - word_bytes).value_or(0)};
}

bool has_header(const finding& f)
{
    return f.object != 0 && (f.header != 0 || word_at(f.object - word_bytes));
}

finding completed(finding f)
{
    if (f.object != 0 || f.from.kind != root_kind::none) return f;
    const auto was = remains_of(f.held);
    pointing holder{};
    if (!was) return f;
    f.seen_whole = was->age;
    if (find_pointing(was->object, &holder, 1) == 0) return f;
    f.object = holder.object;
    f.field = holder.field;
    f.held = was->object;
    return f;
}

window fields_to_show(header_bits h, std::uint64_t wrong, std::uint64_t most)
{
    const auto size = h.is_plausible() ? h.wosize() : 4;
    if (size <= most) return {0, size};
    if (wrong == no_field || wrong < most - 1) return {0, most};
    const auto last = std::min(size, wrong + 2);
    return {last - most, last};
}

void write_when(text& to, const finding& f)
{
    if (f.when != nullptr) to << f.when;
    else to << "during the run";
    if (f.collection != 0) to << " (collection " << f.collection << ')';
    if (f.object == 0 && f.seen_whole == never_seen) return;
    if (f.seen_whole == never_seen) to << "; the object had not been looked at before";
    else if (f.seen_whole == 0) to << "; the object was whole at the last collection";
    else (to << "; the object was last seen whole ").count(f.seen_whole, "collection") << " ago";
}

void write_root(text& to, const finding& f)
{
    const auto& r = f.from;
    if (r.kind == root_kind::ocaml_global) {
        const auto found = symbol_at(r.at);
        to << "module ";
        write_name(to, found.name.empty() ? "of OCaml" : found.name);
        if (!found.name.empty()) to << ", field " << (r.at - found.begin) / word_bytes;
    } else {
        to << words_for(r.kind);
        if (r.at != 0) write_variable(to, r.at);
    }
    if (r.at != 0) (to << " at ").hex(r.at);
    if (r.registered_from == 0) return;
    if (r.kind == root_kind::stack) to << ", in ";
    else if (f.broken == rule::root_not_registered) to << ", removed at ";
    else if (f.broken == rule::root_registered_twice) to << ", registered again at ";
    else to << ", registered at ";
    write_place(to, r.registered_from, code_address::after_call);
}

void write_step(text& to, const step& s)
{
    to.hex(s.object) << ": ";
    write_value(to, s.object);
    if (s.field != no_field) to << "; its field " << s.field;
}

void write_field(text& to, header_bits h, std::uint64_t field, std::uintptr_t word)
{
    if (h.tag() == Closure_tag && field < 2) {
        if (field == 1) {
            to << "arity " << (static_cast<std::int64_t>(word) >> 56) << ", environment from field "
               << (word << 8U) / 512;
            return;
        }
        to << "code ";
        const auto found = symbol_at(word);
        if (found.name.empty()) to << "of the bytecode, or none";
        else write_name(to, found.name);
    } else if (h.tag() == Custom_tag && field == 0) {
        to << "operations";
        write_variable(to, word);
    } else if (h.is_scanned()) {
        write_value(to, word);
    } else {
        write_bytes(to, word);
    }
}

void write_fault(text& to, const finding& f)
{
    if (f.pc != 0) write_place(to, f.pc, code_address::here);
    else to << "the program";
    to << " used ";
    to.hex(f.fault);
    if (f.broken != rule::unrooted_value) return;
    to << ": ";
    write_value(to, f.fault);
}

bool has_neighbour(const finding& f)
{
    return f.culprit != 0 && f.culprit != f.object && f.broken != rule::root_registered_twice &&
           f.broken != rule::root_in_freed_memory && f.broken != rule::generational_root_modified;
}

const char* label_of_culprit(const finding& f)
{
    switch (f.broken) {
    case rule::root_registered_twice: return "first time";
    case rule::root_in_freed_memory: return "freed";
    case rule::generational_root_modified: return "was given";
    default: return "overrun of";
    }
}

void write_culprit(text& to, const finding& f)
{
    switch (f.broken) {
    case rule::root_registered_twice:
        to << "it was registered at ";
        write_place(to, f.culprit, code_address::after_call);
        return;
    case rule::root_in_freed_memory:
        to << "the memory at ";
        to.hex(f.culprit);
        return;
    default: break;
    }
    to.hex(f.culprit) << ": ";
    write_value(to, f.culprit);
    if (has_neighbour(f)) to << ", which lies before it";
}

std::uintptr_t suspect(const finding& f)
{
    if (f.primitive == 0 || !is_of_runtime(f.primitive)) return f.primitive;
    for (std::size_t ago = 0; const auto code = recent_primitive(ago); ++ago)
        if (!is_of_runtime(code)) return code;
    return f.primitive;
}

void write_primitive(text& to, const finding& f)
{
    if (f.primitive == 0) {
        to << "none had been called";
        return;
    }
    write_place(to, suspect(f), code_address::here);
    if (suspect(f) == f.primitive) return;
    to << ", and later ";
    write_place(to, f.primitive, code_address::here);
}

}  // namespace strata::ocaml_runtime::checked
