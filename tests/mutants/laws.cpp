// tests/mutants/laws.cpp: the stage that compares codecs, worklists and memories with numbers.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <strata/instantiations/all.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "judge.hpp"
#include "plain_format.hpp"

namespace {

using namespace strata;
using judge::plain_format;
using judge::require;

std::string subject;

void about(std::string what)
{
    judge::next_trial();
    subject = "  " + std::move(what) + "\n";
}

[[nodiscard]] std::vector<std::uint64_t> boundary_values(std::uint64_t max)
{
    std::vector<std::uint64_t> values;
    for (const std::uint64_t n : {0ul, 1ul, 2ul, 3ul, 246ul, 247ul, 248ul, 249ul, 250ul, 251ul,
                                  255ul, 256ul, 0xfffful, 0x10000ul, 0x10001ul})
        if (n <= max) values.push_back(n);
    values.insert(values.end(), {max / 2, max - 1, max});
    return values;
}

template <class L>
void header_laws(const char* name, const plain_format& f)
{
    using W = word_of<L>;
    const std::array numbers{f.blue, f.white, f.gray, f.black};
    const std::array colors{color::blue, color::white, color::gray, color::black};
    const auto max_tag = (std::uint64_t{1} << f.tag_bits) - 1;
    about(std::string{name} + ": limits");
    require(L::max_wosize == f.max_wosize() && L::max_tag == max_tag && L::mword == f.unit &&
                L::filler() == f.filler,
            "law: limits, unit and filler are those of the layout");
    for (const auto wosize : boundary_values(f.max_wosize()))
        for (const auto tag : boundary_values(max_tag))
            for (std::size_t c = 0; c < 4; ++c) {
                about(std::string{name} + ": wosize " + std::to_string(wosize) + ", tag " +
                      std::to_string(tag) + ", colour " + std::to_string(c));
                const auto h = static_cast<W>(f.header(wosize, numbers[c], tag));
                require(L::make_header(static_cast<W>(wosize), colors[c], static_cast<W>(tag)) == h,
                        "law: a header is wosize, colour and tag in their bits");
                require(L::wosize(h) == wosize && L::tag(h) == tag,
                        "law: wosize and tag come back from a header");
                for (std::size_t d = 0; d < 4; ++d) {
                    require(L::has_color(h, colors[d]) == (c == d), "law: a header has one colour");
                    require(L::color_header(h, colors[d]) == f.recolored(h, numbers[d]),
                            "law: color_header changes the colour and nothing else");
                }
            }
}

template <class L>
void value_laws(const char* name, const plain_format& f)
{
    using W = word_of<L>;
    for (const auto v : {W{0}, W{1}, W{2}, W{3}, W{4}, W{6}, W{8}, W{0x1000}, W{0x1001},
                         static_cast<W>(~W{0}), static_cast<W>(~W{1})}) {
        about(std::string{name} + ": value " + judge::hex(v));
        require(L::is_pointer(v) == f.is_pointer(v), "law: the lowest bit tells pointers");
        require(L::target(v).at == v && L::pointer_to({v}) == v, "law: a pointer is an address");
        require(hd_address<L>(value_of<L>{v}).at == static_cast<W>(v - f.unit) &&
                    f_address<L>(header_of<L>{v}).at == static_cast<W>(v + f.unit) &&
                    field_addr<L>(header_of<L>{v}, W{3}) == static_cast<W>(v + 3 * f.unit) &&
                    next_header<L>(header_of<L>{v}, W{3}).at == static_cast<W>(v + 4 * f.unit),
                "law: header, fields and next header are adjacent");
    }
}

template <class L>
void closure_info_laws(const char* name, const plain_format& f)
{
    using W = word_of<L>;
    const auto max_start = (std::uint64_t{1} << (f.word_bits - 9)) - 1;
    for (const std::uint64_t arity : {0, 1, 3, 127, 128, 255})
        for (const auto start : boundary_values(max_start)) {
            about(std::string{name} + ": arity " + std::to_string(arity) + ", environment from " +
                  std::to_string(start));
            const auto info = static_cast<W>(f.info(arity, start));
            require(L::make_closure_info(static_cast<W>(arity), static_cast<W>(start)) == info &&
                        L::is_closure_info(info) && !L::is_closure_info(static_cast<W>(info - 1)),
                    "law: a closure info is arity, start of environment and 1 in their bits");
            require(L::arity(info) == arity, "law: the arity comes back from a closure info");
            require(L::start_env(info) == start,
                    "law: the start of the environment comes back from a closure info");
        }
}

void bitmap_laws()
{
    functional::heap<bitmap_record> hp{64, std::vector<std::uint64_t>(72)};
    hp.words[0] = judge::plain_bitmap_record.header(70, 1, 0);
    for (std::uint64_t bit = 0; bit < 64; ++bit)
        for (std::uint64_t i = 2; i <= 70; ++i) {
            about("bitmap " + judge::hex(std::uint64_t{1} << bit) + ", field " + std::to_string(i));
            hp.words[1] = std::uint64_t{1} << bit;
            require(functional::scans<bitmap_record>(hp, {64}, i) == (bit + 2 == i),
                    "law: bit n - 2 of a bitmap tells whether field n is scanned");
        }
}

template <class List>
void worklist_laws(const char* name, List list, std::size_t room, bool first_in_first_out)
{
    about(std::string{name} + " with room for " + std::to_string(room));
    for (std::uint64_t round = 0; round < 5; ++round) {
        for (std::uint64_t i = 0; i < room; ++i) {
            require(!list.full(), "law: a worklist is full when it has as many as it has room for");
            list.push({round * 100 + i});
            require(!list.empty(), "law: a worklist is empty when all is popped");
        }
        require(list.full(), "law: a worklist is full when it has as many as it has room for");
        for (std::uint64_t i = 0; i < room; ++i) {
            require(!list.empty(), "law: a worklist is empty when all is popped");
            const auto which = first_in_first_out ? i : room - 1 - i;
            require(list.pop().at == round * 100 + which,
                    "law: a worklist gives back in its order");
        }
        require(list.empty(), "law: a worklist is empty when all is popped");
        // The next round starts in the middle of a ring.
        list.push({1});
        require(list.pop().at == 1, "law: a worklist gives back in its order");
    }
}

template <class L>
void size_class_laws()
{
    using classes = imperative::size_classes<L>;
    using W = word_of<L>;
    W last = 0;
    for (const auto n : boundary_values(L::max_wosize)) {
        if (n == 0) continue;
        about("the size class of " + std::to_string(n));
        const auto c = classes::class_of(static_cast<W>(n));
        require(last <= c && c < classes::count(), "law: larger blocks are in no lower class");
        require(n > 32 || c == n, "law: a small size has a class of its own");
        last = c;
    }
    for (const std::uint64_t n : {31, 32}) {
        about("the size class of " + std::to_string(n) + " and of the next size");
        require(classes::class_of(static_cast<W>(n)) < classes::class_of(static_cast<W>(n + 1)),
                "law: a small size has a class of its own");
    }
}

template <class M>
void memory_laws(const char* name, M memory, std::uint64_t origin, std::uint64_t unit)
{
    about(name);
    require(memory.begin() == origin && memory.end() == origin + 4 * unit,
            "law: a memory knows its addresses");
    for (std::uint64_t i = 0; i < 4; ++i) memory.store(origin + i * unit, 10 + i);
    for (std::uint64_t i = 0; i < 4; ++i)
        require(memory.load(origin + i * unit) == 10 + i, "law: a memory keeps what is stored");
    require(!within<ocaml_64>(memory, {origin}) && within<ocaml_64>(memory, {origin + unit}) &&
                within<ocaml_64>(memory, {origin + 3 * unit}) &&
                !within<ocaml_64>(memory, {origin + 4 * unit}),
            "law: an object within a memory has its header there too");
}

/// Rows of words are marked and unmarked in a memory that begins within an entry; a list of bools
/// says what must be marked.
template <class L>
void mark_laws(const char* name)
{
    using W = word_of<L>;
    constexpr std::size_t n = 200;
    about(name);
    const W origin = static_cast<W>((0x1000 + 61) * L::mword);
    std::vector<W> words(n);
    std::vector<imperative::mark_entry> entries(imperative::lent_entries::count(n));
    auto memory = imperative::with_marks<L>(imperative::checked_memory<L>{words, origin}, entries);
    require(entries.size() > (61 + n - 1) / 64, "law: there are entries for all words");
    std::vector<bool> right(n);
    const auto at = [&](std::size_t i) { return static_cast<W>(origin + i * L::mword); };
    const auto change = [&](std::size_t first, std::size_t count, bool wanted) {
        about(std::string{name} + (wanted ? ": mark " : ": unmark ") + std::to_string(count) +
              " from word " + std::to_string(first));
        if (wanted) memory.mark(at(first), static_cast<W>(count));
        else memory.unmark(at(first), static_cast<W>(count));
        for (std::size_t i = first; i < first + count; ++i) right[i] = wanted;
        for (std::size_t i = 0; i < n; ++i)
            require(memory.is_marked(at(i)) == right[i],
                    "law: the words that were marked are, and no others");
        for (std::size_t i = 0; i < n; ++i) {
            const auto run = memory.run_at(at(i));
            require(run.words >= 1 && i + run.words <= n && run.is_marked == right[i],
                    "law: a run of marks has a word, and ends before the memory");
            for (std::size_t j = i; j < i + run.words; ++j)
                require(right[j] == right[i], "law: the words of a run are marked alike");
        }
    };
    for (const std::size_t count : {1U, 2U, 3U, 63U, 64U, 65U, 130U})
        for (const std::size_t first : {0U, 1U, 2U, 3U, 40U, 66U, 67U, 70U}) {
            change(first, count, true);
            change(first + count / 2, count - count / 2, false);
            change(0, n, count % 2 == 0);
            change(first, count, false);
            change(0, n, false);
        }
}

/// A tag below that of every special kind, in white, and no other header.
template <class L>
void plain_laws(const char* name, const plain_format& f, std::uint64_t special)
{
    for (std::uint64_t tag = 0; tag < 256; ++tag)
        for (const auto c : {f.blue, f.white, f.gray, f.black}) {
            about(std::string{name} + ": tag " + std::to_string(tag) + ", colour " +
                  std::to_string(c));
            require(functional::is_plain<L>(static_cast<word_of<L>>(f.header(3, c, tag))) ==
                        (c == f.white && tag < special),
                    "law: what is plain is white, and no special case");
        }
}

/// Of a pair and a single one, the second is marked.
void snapshot_laws()
{
    about("a pair that is not marked, and one object that is");
    const auto& f = judge::plain_ocaml_64;
    std::vector<std::uint64_t> words{f.header(2, f.white, 0), 1, 1, f.header(1, f.white, 0), 1};
    std::array<imperative::mark_entry, 2> entries{};
    auto memory = imperative::with_marks<ocaml_64>(
        imperative::checked_memory<ocaml_64>{words, 0x1000}, entries);
    memory.mark(0x1018, 2);
    const auto copy = functional::snapshot<ocaml_64>(memory);
    require(copy.words[0] == words[0] && copy.words[3] == f.header(1, f.black, 0),
            "law: a copy of a memory shows its marks as black headers");
}

void checked_memory_laws()
{
    std::vector<std::uint64_t> words(4);
    imperative::checked_memory<ocaml_64> memory{words, 64};
    for (const std::uint64_t address : {0, 56, 65, 68, 96, 104}) {
        about("checked memory from 64 to 96, address " + std::to_string(address));
        require(judge::dies([&] { (void)memory.load(address); }) &&
                    judge::dies([&] { memory.store(address, 0); }),
                "law: a checked memory ends the program at a wild access");
    }
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = [] { return subject; };
    judge::scene_words = 1;
    header_laws<ocaml_64>("ocaml_64", judge::plain_ocaml_64);
    header_laws<ocaml_32>("ocaml_32", judge::plain_ocaml_32);
    header_laws<ocaml_64_proof>("ocaml_64_proof", judge::plain_ocaml_64_proof);
    header_laws<bitmap_record>("bitmap_record", judge::plain_bitmap_record);
    value_laws<ocaml_64>("ocaml_64", judge::plain_ocaml_64);
    value_laws<ocaml_32>("ocaml_32", judge::plain_ocaml_32);
    value_laws<bitmap_record>("bitmap_record", judge::plain_bitmap_record);
    closure_info_laws<ocaml_64>("ocaml_64", judge::plain_ocaml_64);
    closure_info_laws<ocaml_32>("ocaml_32", judge::plain_ocaml_32);
    bitmap_laws();
    size_class_laws<ocaml_64>();
    size_class_laws<ocaml_32>();
    plain_laws<ocaml_64>("ocaml_64", judge::plain_ocaml_64, 247);
    plain_laws<ocaml_32>("ocaml_32", judge::plain_ocaml_32, 247);
    plain_laws<ocaml_64_proof>("ocaml_64_proof", judge::plain_ocaml_64_proof, 247);
    plain_laws<ocaml_lazy_64>("ocaml_lazy_64", judge::plain_ocaml_64, 247);
    plain_laws<ocaml_no_scan>("ocaml_no_scan", judge::plain_ocaml_64, 251);
    plain_laws<ocaml_base>("ocaml_base", judge::plain_ocaml_64, 256);
    judge::scene_words.reset();
    std::vector<val_addr<std::uint64_t>> storage(3);
    using stack = imperative::mark_stack<std::uint64_t>;
    worklist_laws("mark stack", stack{storage}, 3, false);
    worklist_laws("mark stack", stack{std::span{storage}.first(1)}, 1, false);
    std::array<val_addr<std::uint64_t>, 4> ring{};
    std::array<val_addr<std::uint64_t>, 1> one{};
    worklist_laws("window", imperative::prefetch_window{ring}, 4, true);
    worklist_laws("window", imperative::prefetch_window{one}, 1, true);
    std::vector<std::uint64_t> words(4);
    memory_laws("raw memory", imperative::raw_memory<ocaml_64>{words, 64}, 64, 8);
    memory_laws("checked memory", imperative::checked_memory<ocaml_64>{words, 64}, 64, 8);
    memory_laws("heap", functional::heap<ocaml_64>{64, words}, 64, 8);
    checked_memory_laws();
    mark_laws<ocaml_64>("marks beside words of 64 bits");
    mark_laws<ocaml_32>("marks beside words of 32 bits");
    mark_laws<bitmap_record>("marks beside words that addresses count");
    snapshot_laws();
    std::printf("accepted: the laws\n");
}
