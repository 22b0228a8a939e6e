// tools/prove/marks_bits_conditions.cpp: a bit for each word obeys the laws of marks, case by case.
#include <array>
#include <vector>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/heap.hpp>
#include <strata/layer3_imperative/marked.hpp>

#include "groups.hpp"

namespace strata::prove {

namespace {

using imperative::mark_entry;
constexpr std::uint64_t per_entry = imperative::marks_per_entry;

[[nodiscard]] bool has_bit(mark_entry entry, std::uint64_t i) { return (entry >> i & 1) != 0; }

/// One statement about all cases: the first that contradicts it is shown.
struct statement {
    group& g;
    std::string step, what;
    bool holds = true;

    void check(bool yes, std::uint64_t first, std::uint64_t n)
    {
        if (yes || !holds) return;
        holds = false;
        g.failures.push_back(
            {step,
             what,
             {},
             "  first = " + std::to_string(first) + ", words = " + std::to_string(n),
             false});
    }
    ~statement() { ++g.conditions; }
};

/// Entries to begin with: empty, full, mixed.
constexpr std::array<mark_entry, 4> patterns{0, ~mark_entry{0}, 0x5555'5555'5555'5555,
                                             0xf0f0'ff00'0001'8000};

void bits(group& g)
{
    statement s{g, "bits_of", "it has the bits of these words, and no others"};
    for (std::uint64_t first = 0; first < per_entry; ++first)
        for (std::uint64_t n = 1; n <= per_entry - first && n < per_entry; ++n) {
            const auto bits = imperative::bits_of(first, n);
            for (std::uint64_t i = 0; i < per_entry; ++i)
                s.check(has_bit(bits, i) == (first <= i && i < first + n), first, n);
        }
}

/// Every run in an entry: of either kind, at every place, of every length.
void runs(group& g)
{
    statement s{g, "alike_from", "it counts the bits that are what the first is"};
    for (std::uint64_t first = 0; first < per_entry; ++first)
        for (std::uint64_t n = 1; first + n <= per_entry; ++n)
            for (const auto around : patterns)
                for (const bool is_set : {false, true}) {
                    mark_entry entry = around;
                    for (auto i = first; i <= first + n && i < per_entry; ++i)
                        if ((i < first + n) == is_set) entry |= mark_entry{1} << i;
                        else entry &= ~(mark_entry{1} << i);
                    s.check(imperative::alike_from(entry, first) == n, first, n);
                }
}

/// Some entries, and what is said of them by the addresses of `L`.
template <class L>
struct some_marks {
    using W = word_of<L>;
    static constexpr std::uint64_t count = 5, first_word = 1000 * per_entry;

    std::array<mark_entry, count> entries{};
    imperative::mark_bits<L> marks{imperative::lent_entries{entries, first_word}};

    explicit some_marks(mark_entry pattern) { entries.fill(pattern); }
    [[nodiscard]] static W address(std::uint64_t i)
    {
        return static_cast<W>((first_word + i) * L::mword);
    }
    [[nodiscard]] bool bit(std::uint64_t i) const
    {
        return has_bit(entries[i / per_entry], i % per_entry);
    }
};

/// Words that begin in one entry and end in that, or one of the next three. More words only have
/// more entries between the first and the last, which are all done alike.
template <class L>
void laws(group& g)
{
    using W = word_of<L>;
    const std::string name = name_of<L>;
    statement marked{g, name, "mark marks these words, and changes no other mark"};
    statement unmarked{g, name, "unmark takes the marks of these words, and no others"};
    statement seen{g, name, "is_marked tells whether a word is marked"};
    statement alike{g, name, "the words of run_at are marked as the first is, and at least one"};
    for (const auto pattern : patterns)
        for (std::uint64_t first = 0; first < per_entry; ++first)
            for (std::uint64_t n = 1; n <= 3 * per_entry; ++n) {
                some_marks<L> with{pattern}, without{pattern};
                const some_marks<L> before{pattern};
                with.marks.mark(with.address(first), static_cast<W>(n));
                without.marks.unmark(without.address(first), static_cast<W>(n));
                for (std::uint64_t i = 0; i < with.count * per_entry; ++i) {
                    const bool inside = first <= i && i < first + n;
                    marked.check(with.bit(i) == (inside || before.bit(i)), first, n);
                    unmarked.check(without.bit(i) == (!inside && before.bit(i)), first, n);
                    seen.check(with.marks.is_marked(with.address(i)) == with.bit(i), first, n);
                }
                const auto at = n % per_entry + first;
                const auto run = without.marks.run_at(without.address(at));
                alike.check(run.is_marked == without.bit(at) && run.words >= 1, first, n);
                for (std::uint64_t i = 0; i < run.words; ++i)
                    alike.check(without.bit(at + i) == run.is_marked, first, n);
            }
}

/// A heap may end in an entry.
template <class L>
void ends(group& g)
{
    using W = word_of<L>;
    const std::string name = name_of<L>;
    statement s{g, name, "the words of run_at are before the end of the heap"};
    for (std::uint64_t n = 1; n <= 3 * per_entry; ++n) {
        functional::heap<L> heap{static_cast<W>(L::mword), std::vector<W>(n)};
        std::vector<mark_entry> entries(imperative::lent_entries::count(n));
        const auto memory = imperative::with_marks<L>(heap, entries);
        for (auto a = memory.begin(); a < memory.end(); a += L::mword) {
            const auto run = memory.run_at(a);
            s.check(1 <= run.words && run.words * L::mword <= memory.end() - a, a / L::mword, n);
        }
    }
}

}  // namespace

void prove_marks_bits(report& r)
{
    const auto all = [](group& g) {
        bits(g);
        runs(g);
        laws<ocaml_64>(g);
        laws<ocaml_32>(g);
        ends<ocaml_64>(g);
        ends<ocaml_32>(g);
    };
    r.run("marks_bits", "marks beside a heap: bits_of, alike_from, mark_bits, case by case", all,
          false);
}

}  // namespace strata::prove
