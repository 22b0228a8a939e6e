// tests/traces/faults.cpp: a replay says what is wrong with a collector that is not right.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <strata/instantiations/cakeml.hpp>
#include <strata/instantiations/ocaml_64.hpp>

#include "replay/changes.hpp"
#include "replay/generational.hpp"
#include "replay/mark_sweep.hpp"
#include "replay/nursery.hpp"
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

template <class Adapter>
std::string said_by(std::string_view lines)
{
    const auto t = text(lines);
    return replay::replayer<Adapter>{t, {t.words}}().disagreement.value_or("nothing");
}
template <class GC>
std::string said_of(std::string_view lines)
{
    return said_by<replay::mark_sweep_adapter<GC, M>>(lines);
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

using with_nursery = imperative::with_nursery<right, imperative::unaudited_minor<L>>;

template <class GC>
std::string said_of_nursery(std::string_view lines)
{
    return said_by<replay::nursery_adapter<GC, right, M>>(lines);
}

struct remembers_nothing : with_nursery {
    using with_nursery::with_nursery;
    void write(value_of<L> x, word i, word v)
    {
        memory().store(field_addr<L>(hd_address<L>(x), i), v);
    }
    void modify(word at, word v) { memory().store(at, v); }
};
struct collects_the_young : with_nursery {
    using with_nursery::with_nursery;
    bool collect(std::vector<word>& roots) { return minor(roots); }
};
/// The nursery is emptied, and what was in it is lost.
struct promotes_nothing : with_nursery {
    using with_nursery::with_nursery;
    bool minor(std::vector<word>&)
    {
        end_minor();
        return true;
    }
};

// A nursery of seven words, which d does not fit in any more.
constexpr auto old_and_young = "allocate a record 2\ncollect\nallocate b record 1\nwrite a.1 b\n"
                               "drop b\nallocate c record 4\nallocate d record 1\n";

TEST_CASE("a replay sees what a faulty nursery loses, and lets a minor one keep what is dead")
{
    CHECK(said_of_nursery<with_nursery>(old_and_young) == "nothing");
    CHECK(has(said_of_nursery<remembers_nothing>(old_and_young), "step 7: allocate d record 1: "));
    CHECK(has(said_of_nursery<promotes_nothing>(old_and_young), "step 7: "));
    constexpr auto dead = "allocate a record 2\ncollect\ndrop a\nallocate c record 5\n"
                          "allocate d record 5\nallocate e record 5\n";
    CHECK(said_of_nursery<with_nursery>(dead) == "nothing");
    CHECK(has(said_of_nursery<collects_the_young>(dead),
              "the collection after the last step: 4 objects are in the heap, of 3"));
}

using C = cakeml_64;
using N = imperative::checked_memory<C>;
using cakeml = imperative::generational<C, N, imperative::unaudited_generations<C>>;

template <class GC>
std::string said_of_cakeml(std::string_view lines)
{
    return said_by<replay::generational_adapter<GC, N, replay::collected_by_generation<1>>>(lines);
}

struct forgets_pointer_bits : cakeml {
    using cakeml::cakeml;
    bool collect(std::vector<word>& roots)
    {
        const bool ok = cakeml::collect(roots);
        for (auto& root : roots)
            if (C::is_pointer(root)) root = C::pointer_to(C::target(root));
        return ok;
    }
};
struct knows_no_references : cakeml {
    using cakeml::cakeml;
    std::optional<value_of<C>> allocate(word wosize, word) { return cakeml::allocate(wosize, 0); }
};
struct frees_no_space : cakeml {
    using cakeml::cakeml;
    imperative::alloc_result alloc(word, std::vector<word>&)
    {
        return imperative::alloc_result::not_enough_space;
    }
};

TEST_CASE("a replay sees what is wrong with CakeML's heap: pointer bits, references, space")
{
    constexpr auto younger = "allocate a record 2\nallocate b record 1\nwrite a.1 b\ncollect\n";
    CHECK(said_of_cakeml<cakeml>(younger) == "nothing");
    CHECK(has(said_of_cakeml<forgets_pointer_bits>(younger), "not a pointer to object number 0"));
    CHECK(has(said_of_cakeml<knows_no_references>(younger), "object number 0, at 0x"));
    constexpr auto full = "allocate a opaque 30\nallocate a opaque 5\nallocate b opaque 20\n";
    CHECK(said_of_cakeml<cakeml>(full) == "nothing");
    CHECK(has(said_of_cakeml<frees_no_space>(full), "there is no room for"));
}

TEST_CASE("an object changes if it is ever given a younger one")
{
    const auto t =
        text("allocate a record 2\nallocate b record 1\nwrite b.1 a\nallocate c record 1\n"
             "write c.1 c\nwrite c.1 7\nload d b.1\nallocate e forward c\n"
             "write d.2 e\nwrite c.1 d\n");
    CHECK(replay::changes_in(t) == std::vector<bool>{true, false, false, false});
}

TEST_CASE("without room a program goes on, and what it cannot do is skipped")
{
    const auto t = text("allocate a record 30\nallocate b record 30\nwrite b.1 a\nwrite a.1 b\n"
                        "load c b.1\nset d c\ndrop a\nallocate b record 30\nwrite b.1 7\n");
    const auto r = replay::replayer<replay::mark_sweep_adapter<right, M>>{t, {t.words}}();
    CHECK_FALSE(r.disagreement);
    CHECK(r.without_room == 3);  // twice for the first b, once for the second
    CHECK(r.skipped == 2);       // the write to b and the load, after which c holds 0
    CHECK(r.allocations == 2);
    CHECK(r.writes == 2);
    CHECK(r.collections.size() == 3);
    CHECK(r.collections.back().live_objects == 1);
    CHECK(r.collections.back().live_words == 31);
}

}  // namespace
