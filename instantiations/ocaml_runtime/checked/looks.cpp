// instantiations/ocaml_runtime/checked/looks.cpp: a string and its text, a closure, its function.
#include <bit>
#include <cstdio>
#include <cstring>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/looks.hpp>
#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::uintptr_t word_bytes = sizeof(std::uintptr_t);

/// One byte of the program's memory, read as a part of its word.
std::optional<unsigned char> byte_at(std::uintptr_t a)
{
    const auto word = word_at(a / word_bytes * word_bytes);
    if (!word) return {};
    return static_cast<unsigned char>(*word >> (a % word_bytes * 8));
}

bool is_printable(unsigned char c) { return c >= ' ' && c < 0x7F; }

/// At most so many bytes, in quotes; those that cannot be printed as OCaml writes them.
void write_quoted(text& to, std::uintptr_t bytes, std::uint64_t size, std::uint64_t most)
{
    to << '"';
    for (std::uint64_t i = 0; i < std::min(size, most); ++i) {
        const auto c = byte_at(bytes + i);
        if (!c) break;
        if (*c == '\n') to << "\\n";
        else if (*c == '"' || *c == '\\') to << '\\' << static_cast<char>(*c);
        else if (is_printable(*c)) to << static_cast<char>(*c);
        else to << '\\' << *c / 100U % 10U << *c / 10U % 10U << *c % 10U;
    }
    to << '"';
    if (size > most) to << "...";
}

void write_string(text& to, std::uintptr_t object, header_bits h)
{
    const auto room = h.wosize() * word_bytes;
    const auto padding = h.wosize() > 0 ? byte_at(object + room - 1) : std::nullopt;
    if (!padding || *padding >= word_bytes) {
        to << "string whose last byte does not say its length, ";
        write_quoted(to, object, room, 24);
        return;
    }
    to << "string of ";
    to.count(room - 1 - *padding, "byte") << ' ';
    write_quoted(to, object, room - 1 - *padding, 32);
}

/// The function of a closure. Of what was made to take its arguments one by one, the one that takes
/// them all is the third word.
void write_function(text& to, std::uintptr_t code, std::uintptr_t entry)
{
    auto found = symbol_at(code);
    if (part(found.name, 0, 10) == "caml_curry" || part(found.name, 0, 13) == "caml_tuplify")
        if (const auto direct = field_of(entry, 2)) found = symbol_at(*direct);
    if (found.name.empty()) {
        to << "code at ";
        to.hex(code);
    } else {
        write_name(to, found.name);
    }
}

void write_closure(text& to, std::uintptr_t object)
{
    const auto code = field_of(object, 0);
    if (!code) {
        to << "closure that cannot be read";
        return;
    }
    to << "closure of ";
    write_function(to, *code, object);
}

void write_custom(text& to, std::uintptr_t object)
{
    to << "custom block";
    const auto operations = field_of(object, 0);
    const auto name = operations ? word_at(*operations) : std::nullopt;
    std::uint64_t size = 0;
    while (name && size < 40) {
        const auto c = byte_at(*name + size);
        if (!c || *c == 0 || !is_printable(*c)) break;
        ++size;
    }
    if (size == 0) {
        to << " whose operations are no operations";
        return;
    }
    to << ' ';
    write_quoted(to, *name, size, 40);
    const auto data = field_of(object, 1);
    if (size == 2 && data && byte_at(*name) == '_') {
        const auto letter = byte_at(*name + 1);
        if (letter == 'j' || letter == 'i' || letter == 'n')
            to << ": the integer " << static_cast<std::int64_t>(*data);
    }
}

/// What was in a nursery of the past.
void write_remains(text& to, std::uintptr_t a)
{
    const auto was = remains_of(a);
    if (!was) {
        to << "leads to where a young object was, which has moved or died";
        return;
    }
    const auto now = was->moved_to != 0 ? was->moved_to : was->object;
    to << "was ";
    write_object(to, now, {word_at(now - word_bytes).value_or(0)});
    if (was->moved_to == 0) to << ", which has died";
    else (to << ", which has moved to ").hex(was->moved_to);
}

void write_double(text& to, std::uintptr_t object)
{
    char number[40];
    const auto bits = field_of(object, 0).value_or(0);
    std::snprintf(number, sizeof number, "%g", std::bit_cast<double>(bits));
    to << "float " << number;
}

}  // namespace

std::optional<std::uintptr_t> word_at(std::uintptr_t a)
{
    std::uintptr_t word = 0;
    if (a % word_bytes != 0 || (!read_word(a, word) && !read_buried(a, word))) return {};
    return word;
}
std::optional<std::uintptr_t> field_of(std::uintptr_t object, std::uint64_t i)
{
    return word_at(object + i * word_bytes);
}

void write_header(text& to, header_bits h)
{
    static constexpr const char* colors[] = {"white", "gray", "blue (free)", "black"};
    to.count(h.wosize(), "field") << ", " << colors[h.color()] << ", tag "
                                  << std::uint64_t{h.tag()};
    if (h.tag() >= Lazy_tag) to << " (" << kind_of(h) << ')';
}

const char* kind_of(header_bits h)
{
    switch (h.tag()) {
    case Lazy_tag: return "lazy value";
    case Closure_tag: return "closure";
    case Object_tag: return "object";
    case Infix_tag: return "function in a closure";
    case Forward_tag: return "forced lazy value";
    case Abstract_tag: return "abstract block";
    case String_tag: return "string";
    case Double_tag: return "float";
    case Double_array_tag: return "array of floats";
    case Custom_tag: return "custom block";
    default: return "block";
    }
}

void write_object(text& to, std::uintptr_t object, header_bits h)
{
    if (h.is_free()) {
        to << "free block of ";
        to.count(h.wosize(), "field");
        return;
    }
    switch (h.tag()) {
    case String_tag: return write_string(to, object, h);
    case Closure_tag: return write_closure(to, object);
    case Custom_tag: return write_custom(to, object);
    case Double_tag: return write_double(to, object);
    case Infix_tag:
        to << "function ";
        write_function(to, field_of(object, 0).value_or(0), object);
        to << " of a closure";
        return;
    default: break;
    }
    to << kind_of(h) << " of ";
    if (h.tag() == Double_array_tag) to << h.wosize();
    else to.count(h.wosize(), "field");
    if (h.tag() < Lazy_tag) to << ", tag " << std::uint64_t{h.tag()};
}

bool is_object(std::uintptr_t word)
{
    if (word % word_bytes != 0) return false;
    switch (place_of(word)) {
    case place::nursery:
    case place::old_heap:
    case place::static_data: {
        const auto h = word_at(word - word_bytes);
        return h && header_bits{*h}.is_plausible();
    }
    default: return false;
    }
}

void write_value(text& to, std::uintptr_t word)
{
    if (word == fresh_word || word == freed_word) {
        to << (word == fresh_word ? "never written" : "freed memory");
        return;
    }
    if (word % 2 == 1) {
        to << "integer " << (static_cast<std::int64_t>(word) >> 1);
        return;
    }
    if (is_object(word)) return write_object(to, word, {*word_at(word - word_bytes)});
    if (word == 0) {
        to << "null";
        return;
    }
    if (place_of(word) == place::retired_nursery) return write_remains(to, word);
    if (word % word_bytes != 0) {
        to << "no value: not a whole number of words";
        return;
    }
    switch (place_of(word)) {
    case place::nursery:
    case place::old_heap:
    case place::static_data: to << "leads to a header that makes no sense"; return;
    case place::nursery_unused: to << "leads to unused memory of the nursery"; return;
    case place::retired_nursery: return;  // as above
    case place::unreadable: to << "no value: there is no memory"; return;
    case place::foreign: break;
    }
    const auto found = symbol_at(word);
    if (found.name.empty()) {
        to << "leads to memory that is not OCaml's";
    } else {
        to << "leads to ";
        write_name(to, found.name);
        to << ", which is not OCaml's";
    }
}

void write_bytes(text& to, std::uintptr_t word)
{
    if (word == fresh_word) {
        to << "(fresh)";
        return;
    }
    for (unsigned i = 0; i < word_bytes; ++i) {
        const auto c = static_cast<unsigned char>(word >> (i * 8));
        to << (is_printable(c) ? static_cast<char>(c) : '.');
    }
}

}  // namespace strata::ocaml_runtime::checked
