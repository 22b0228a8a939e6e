// tests/mutants/large.cpp: the stage for faults that no small heap shows, and for the audit itself.
#include <cstdint>
#include <string>
#include <vector>

#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "drawing.hpp"

namespace {

using namespace strata;
using judge::require;

std::string subject;

/// Blocks of a heap, appended one after the other, in OCaml's format.
template <class L>
struct builder {
    using W = word_of<L>;
    static constexpr const auto& f = sizeof(W) == 8 ? judge::plain_ocaml_64 : judge::plain_ocaml_32;
    static constexpr W origin = 1 << 16;
    std::vector<W> words{};

    /// The value of a new white object whose fields hold 1.
    std::uint64_t append(std::uint64_t wosize, std::uint64_t tag = 0)
    {
        words.push_back(static_cast<W>(f.header(wosize, f.white, tag)));
        words.resize(words.size() + static_cast<std::size_t>(wosize), 1);
        return origin + (words.size() - static_cast<std::size_t>(wosize)) * f.unit;
    }
    W& field(std::uint64_t x, std::uint64_t i) { return words[(x - origin) / f.unit + i - 1]; }
    [[nodiscard]] std::vector<std::uint64_t> blues() const
    {
        std::vector<std::uint64_t> sizes;
        std::size_t p = 0;
        for (; p < words.size(); p += static_cast<std::size_t>(f.wosize(words[p])) + 1)
            if (f.color(words[p]) == f.blue) sizes.push_back(f.wosize(words[p]));
        require(p == words.size(), "the blocks tile the heap");
        return sizes;
    }
    template <std::size_t Window>
    void collect(std::size_t stack_size, const std::vector<W>& roots)
    {
        std::vector<value_of<L>> stack(stack_size);
        using imperative::contents, imperative::next_fit, imperative::raw_memory;
        imperative::mark_sweep<L, raw_memory<L>, next_fit<L>, Window, imperative::unaudited<L>> gc{
            raw_memory<L>{words, origin}, stack, contents::existing};
        gc.collect(roots);
    }
};

/// More free runs than sweep holds at a time, each between two survivors.
void judge_many_runs()
{
    using L = ocaml_64;
    subject = "200 dead objects between 200 black ones";
    builder<L> b;
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t i = 1; i <= 200; ++i) {
        b.append(i);
        b.field(b.append(1), 0) = b.f.header(1, b.f.black, 0);
        sizes.push_back(i);
    }
    imperative::raw_memory<L> memory{b.words, builder<L>::origin};
    const auto s = imperative::sweep(imperative::begin_sweep<L>(memory, imperative::next_fit<L>{}));
    require(s.sw.at == memory.end() && b.blues() == sizes,
            "sweep frees every dead object between the living");
}

/// An array of cells, each the head of a list of `depth` cells that lies backwards, and garbage.
void judge_lists()
{
    for (const std::uint64_t depth : {1, 2, 3, 50})
        for (const std::size_t room : {1, 2, 7}) {
            builder<ocaml_64> b;
            const auto array = b.append(100);
            for (std::uint64_t i = 1; i <= 100; ++i) {
                std::uint64_t cell = 1;
                for (std::uint64_t d = 0; d < depth; ++d) {
                    const auto next = b.append(2);
                    b.field(next, 2) = cell;
                    cell = next;
                    b.append(1);
                }
                b.field(array, i) = cell;
            }
            subject = "  an array of 100 lists of " + std::to_string(depth) + " cells, stack of " +
                      std::to_string(room) + "\n";
            judge::scene_words = b.words.size();
            auto lazy = b;
            b.collect<1>(room, {array});
            require(b.blues().size() == 100 * depth, "a small stack finds all that is reachable");
            lazy.collect<4>(room, {array});
            require(lazy.blues().size() == 100 * depth,
                    "a small stack finds all that is reachable");
        }
}

/// One object of more than 2^16 fields, whose last field keeps another alive.
void judge_long_object()
{
    builder<ocaml_64> b;
    const auto last = b.append(1);
    b.append(3);
    const auto array = b.append(70'000);
    b.field(array, 70'000) = last;
    subject = "  an object of 70000 fields, the last of which points\n";
    judge::scene_words = b.words.size();
    b.collect<4>(8, {array});
    require(b.blues() == std::vector<std::uint64_t>{3}, "a long object is scanned to its end");
}

/// Adjacent dead objects of 32 bits, at the largest wosize and above it.
void judge_joining(std::uint64_t first, std::uint64_t second,
                   const std::vector<std::uint64_t>& joined)
{
    builder<ocaml_32> b;
    b.append(first);
    b.append(second);
    const auto live = b.append(1);
    subject = "  dead objects of " + std::to_string(first) + " and " + std::to_string(second) +
              " fields, 32 bits\n";
    judge::scene_words = b.words.size();
    b.collect<1>(8, {static_cast<std::uint32_t>(live)});
    require(b.blues() == joined, "free blocks are joined up to the largest wosize");
}

void judge_format()
{
    builder<ocaml_32> b;
    b.words.resize((1 << 22) + 7);
    subject = "  a heap of 2^22 + 7 words, formatted, 32 bits\n";
    judge::scene_words = b.words.size();
    std::vector<value_of<ocaml_32>> stack(1);
    imperative::raw_memory<ocaml_32> memory{b.words, b.origin};
    imperative::format<ocaml_32>(memory);
    require(b.blues() == std::vector<std::uint64_t>{(1 << 22) - 1, 6},
            "format makes as few blocks as fit");
}

/// The audit ends the program at the first phase that differs from layer 2, and only then.
template <int WrongPhase>
void run_audit(bool wrong_word)
{
    using L = ocaml_64;
    builder<L> b;
    const auto kept = b.append(1);
    b.append(1);
    imperative::checked_memory<L> memory{b.words, b.origin};
    const auto spoil = [&](int phase) {
        if (phase == WrongPhase) b.words[wrong_word ? 1 : 0] ^= wrong_word ? 2 : 1 << 8;
    };
    const std::vector<std::uint64_t> roots{kept};
    std::vector<value_of<L>> stack(2);
    std::array<value_of<L>, 1> ring{};
    imperative::audited<L> audit;
    audit.before(memory, roots);
    auto marking = imperative::begin_mark<L, imperative::darkening::eager>(
        memory, imperative::mark_stack<std::uint64_t>{stack}, imperative::prefetch_window{ring});
    imperative::darken_roots(marking, roots);
    spoil(1);
    audit.after_darken_roots(memory);
    if (WrongPhase == 1) return;  // a later phase would die of it too
    marking = imperative::mark(std::move(marking));
    spoil(2);
    audit.after_mark(memory);
    if (WrongPhase == 2) return;
    auto sweeping =
        imperative::sweep(imperative::begin_sweep<L>(memory, imperative::next_fit<L>{}));
    spoil(3);
    if (WrongPhase == 4) sweeping.free = imperative::next_fit<L>{};
    audit.after_sweep(memory, sweeping.free);
}

void judge_audit()
{
    subject = "  two objects of one field, the first is a root\n";
    judge::scene_words = 4;
    require(!judge::dies([] { run_audit<0>(false); }), "the audit accepts a right collection");
    for (const bool wrong_word : {false, true}) {
        require(judge::dies([&] { run_audit<1>(wrong_word); }),
                "the audit compares after darken_roots");
        require(judge::dies([&] { run_audit<2>(wrong_word); }), "the audit compares after mark");
        require(judge::dies([&] { run_audit<3>(wrong_word); }), "the audit compares after sweep");
    }
    require(judge::dies([] { run_audit<4>(false); }), "the audit compares the free blocks");
}

/// The first object leads to the second, and by a field that waits to the third; the second has
/// fields that could wait as well.
void judge_parts()
{
    using L = ocaml_64;
    subject = "  objects of 3, 2 and 1 fields, in parts of one; the first leads to the others\n";
    judge::scene_words = 9;
    builder<L> b;
    const auto first = b.append(3), second = b.append(2), third = b.append(1);
    b.field(first, 1) = second;
    b.field(first, 3) = third;
    std::vector<value_of<L>> stack(4);
    std::array<value_of<L>, 1> ring{};
    auto s = imperative::begin_mark<L, imperative::darkening::eager>(
        imperative::checked_memory<L>{b.words, b.origin},
        imperative::mark_stack<std::uint64_t>{stack}, imperative::prefetch_window{ring}, 1);
    imperative::darken_roots(s, std::vector<std::uint64_t>{first});
    s = imperative::mark(std::move(s));
    for (const auto at : {0U, 4U, 7U})
        require(L::has_color(b.words[at], color::black), "what waits is scanned");
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = [] { return subject; };
    judge_parts();
    judge_audit();
    judge_many_runs();
    judge_lists();
    judge_long_object();
    constexpr std::uint64_t most = (1 << 22) - 1;
    judge_joining(1000, most - 1001, {most});
    judge_joining(1000, most - 1000, {1000, most - 1000});
    judge_joining(most, most, {most, most});
    judge_format();
    std::printf("accepted: large heaps\n");
}
