// tests/traces/faults.cpp: a replay says what is wrong with a collector that is not right.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <strata/instantiations/ocaml_64.hpp>

#include "replay/mark_sweep.hpp"
#include "replay/parse.hpp"
#include "replay/replay.hpp"

namespace {

using namespace strata;
using L = ocaml_64;
using M = imperative::checked_memory<L>;
using right = imperative::mark_sweep<L, M, imperative::next_fit<L>, 1, imperative::unaudited<L>>;

replay::trace text(std::string_view lines)
{
    return std::get<replay::trace>(replay::parse("strata trace 1\nheap 40\n" + std::string{lines}));
}

template <class GC>
std::string said_of(std::string_view lines)
{
    const auto t = text(lines);
    return replay::replayer<replay::mark_sweep_adapter<GC, M>>{t, {t.words}}()
        .disagreement.value_or("nothing");
}

bool has(const std::string& sentence, std::string_view part)
{
    return sentence.find(part) != sentence.npos;
}

constexpr auto list = "allocate b record 2\nallocate a record 2\nwrite a.2 b\ndrop b\ncollect\n";

struct frees_all : right {
    using right::right;
    void collect(const std::vector<word>&) { right::collect(std::array<word, 0>{}); }
};
struct frees_nothing : right {
    using right::right;
    void collect(const std::vector<word>&) {}
};
/// Changes the first number that it finds in the second field of an object.
struct changes_a_number : right {
    using right::right;
    void collect(const std::vector<word>& roots)
    {
        right::collect(roots);
        for (const auto x : functional::allocs<L>(memory()))
            if (!L::is_pointer(memory().load(x.at + 8))) memory().store(x.at + 8, 3);
    }
};
struct turns_pointers_round : right {
    using right::right;
    void collect(const std::vector<word>& roots)
    {
        right::collect(roots);
        memory().store(roots[1] + 8, roots[1]);
    }
};
struct leaves_a_black : right {
    using right::right;
    void collect(const std::vector<word>& roots)
    {
        right::collect(roots);
        memory().store(roots[1] - 8, L::make_header(2, color::black, 0));
    }
};
struct exchanges_roots : right {
    static constexpr bool moves_objects = true;
    using right::right;
    void collect(std::vector<word>& roots)
    {
        right::collect(roots);
        std::swap(roots[0], roots[1]);
    }
};
struct clears_nothing : right {
    using right::right;
    std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        const auto x = right::allocate(wosize, tag);
        if (x) memory().store(x->at, 5);
        return x;
    }
};
struct forgets_a_word_without_room : right {
    using right::right;
    std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        const auto x = right::allocate(wosize, tag);
        if (!x) memory().store(memory().begin(), 0);
        return x;
    }
};

TEST_CASE("a collector without fault gives nothing to say")
{
    CHECK(said_of<right>(list) == "nothing");
    CHECK(said_of<right>("allocate a record 39\nallocate b record 39\nwrite b.1 1\n") == "nothing");
}

TEST_CASE("a replay sees what a faulty collector does to the graph or its data")
{
    CHECK(has(said_of<frees_all>(list), "step 5: collect: "));
    CHECK(has(said_of<frees_nothing>("allocate a record 1\ndrop a\ncollect\n"),
              "1 objects are in the heap, of 0 that were live or are new"));
    CHECK(has(said_of<changes_a_number>(list), "slot 2 holds 0x3, not the number"));
    CHECK(has(said_of<turns_pointers_round>(list), ", not a pointer to object number 0"));
    CHECK(has(said_of<leaves_a_black>(list), "has the header"));
    CHECK(has(said_of<exchanges_roots>("allocate a record 1\nallocate b record 2\ncollect\n"),
              "has the header"));
}

TEST_CASE("a replay sees what a faulty allocation does")
{
    CHECK(has(said_of<clears_nothing>(list), "step 1: allocate b record 2: "
                                             "field 1 of a new object is not the filler"));
    CHECK(has(said_of<forgets_a_word_without_room>("allocate a record 30\nallocate b record 30\n"),
              "an allocation that found no room has changed a word"));
}

TEST_CASE("without room a program goes on, and what it cannot do is skipped")
{
    const auto t = text("allocate a record 30\nallocate b record 30\nwrite b.1 a\nwrite a.1 b\n"
                        "load c b.1\nset d c\ndrop a\nallocate b record 30\nwrite b.1 7\n");
    const auto r = replay::replayer<replay::mark_sweep_adapter<right, M>>{t, {t.words}}();
    CHECK_FALSE(r.disagreement);
    CHECK(r.without_room == 3);  // twice for the first b, once for the second
    CHECK(r.skipped == 3);       // the write to b, the load, and the use of c
    CHECK(r.allocations == 2);
    CHECK(r.writes == 2);
    CHECK(r.collections.size() == 3);
    CHECK(r.collections.back().live_objects == 1);
    CHECK(r.collections.back().live_words == 31);
}

}  // namespace
