// tests/exhaustive/one_collection.hpp: layer 3 on one small heap, against layer 2 and a prediction.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer3_imperative/collect.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/marked.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "prediction.hpp"

namespace test {

using imperative::darkening;

/// The whole result of layer 2, phase by phase.
template <layout L>
struct phases {
    functional::st_hp<L> darkened{};
    functional::heap<L> marked{};
    functional::hp_fp<L> swept{};

    template <class R>
    constexpr phases(const small_heap<L>& before, const R& roots)
    {
        functional::heap<L> hp{before.origin(), {}};
        hp.words.assign(before.words().begin(), before.words().end());
        darkened = functional::darken_roots(functional::st_hp<L>{{}, std::move(hp)}, roots);
        marked = functional::mark(functional::st_hp<L>{darkened});
        swept = functional::sweep(functional::heap<L>{marked});
    }
};

/// Whether the words are the same in every place but those of `except`.
template <class A, class B>
[[nodiscard]] constexpr bool same_words(const A& a, const B& b, std::size_t n, places except = 0)
{
    for (std::size_t p = 0; p < n; ++p)
        if (a[p] != b[p] && (except & only(p)) == 0) return false;
    return true;
}

/// Watches a collection and remembers the first phase after which a word is not layer 2's.
template <layout L>
struct compared {
    const phases<L>* expected;
    std::span<const word_of<L>> words;
    places except;
    const char** broken;

    template <class M, class R>
    constexpr void before(const M&, const R&)
    {}
    template <class M>
    constexpr void after_darken_roots(const M&)
    {
        check(expected->darkened.hp, 0, "darken_roots is not functional::darken_roots");
    }
    template <class M>
    constexpr void after_mark(const M& memory)
    {
        if constexpr (marked_memory<M, word_of<L>>) {
            if (*broken == nullptr && functional::snapshot<L>(memory) != expected->marked)
                *broken = "marks are not where functional::mark has black headers";
        } else {
            check(expected->marked, 0, "mark is not functional::mark");
        }
    }
    template <class M, class A>
    constexpr void after_sweep(const M&, const A&)
    {
        check(expected->swept.hp, A::in_address_order ? 0 : except,
              "sweep is not functional::sweep");
    }
    constexpr void check(const functional::heap<L>& hp, places ignored, const char* sentence)
    {
        if (*broken == nullptr && !same_words(words, hp.words, words.size(), ignored))
            *broken = sentence;
    }
};

/// `segregated_fit` with its own heads, as a template of one parameter.
template <layout L>
using segregated = imperative::segregated_fit<L>;

/// How layer 3 is put together for one run.
template <template <class> class Memory, template <class> class Free, darkening D,
          std::size_t Window, std::size_t Stack>
struct parts {
    template <layout L>
    using memory = Memory<L>;
    template <layout L>
    using allocator = Free<L>;
    static constexpr darkening when = D;
    static constexpr std::size_t window = Window, stack = Stack;
};

/// A small heap under a collector made of `Parts`.
template <layout L, class Parts>
struct collected {
    using W = word_of<L>;
    using memory_type = typename Parts::template memory<L>;

    std::array<W, most_words> words;
    std::size_t size;
    typename Parts::template allocator<L> free{};
    std::array<imperative::mark_entry, imperative::lent_entries::count(most_words)> marks{};

    constexpr explicit collected(const small_heap<L>& before)
        : words{before.storage}
        , size{before.size}
    {}
    [[nodiscard]] constexpr memory_type memory()
    {
        return memory(std::type_identity<memory_type>{});
    }
    template <class R, class Audit>
    constexpr void collect(const R& roots, Audit audit)
    {
        std::array<value_of<L>, Parts::stack> stack{};
        std::array<value_of<L>, Parts::window> ring{};
        auto lent = memory();
        imperative::collect<L, Parts::when>(lent, imperative::mark_stack<W>{stack},
                                            imperative::prefetch_window{ring}, free, roots, audit);
    }

private:
    template <class M>
    [[nodiscard]] constexpr M memory(std::type_identity<M>)
    {
        return M{{words.data(), size}, small_origin<L>};
    }
    template <class M>
    [[nodiscard]] constexpr auto memory(std::type_identity<imperative::marked<L, M>>)
    {
        return imperative::with_marks<L>(memory(std::type_identity<M>{}), marks);
    }
};

/// What is wrong with one collection by `Parts`, and a second one if `twice`, as a sentence, or
/// nullptr.
template <class Parts, layout L, class R>
[[nodiscard]] constexpr const char* find_wrong(const small_heap<L>& before, const R& roots,
                                               const phases<L>& layer2,
                                               const prediction<L>& expected, bool twice)
{
    collected<L, Parts> run{before};
    const char* broken = nullptr;
    const std::span<const word_of<L>> seen{run.words.data(), run.size};
    run.collect(roots, compared<L>{&layer2, seen, expected.links, &broken});
    if (broken != nullptr) return broken;
    const places except = decltype(run.free)::in_address_order ? 0 : expected.links;
    if (!same_words(run.words, expected.words, run.size, except))
        return "a collection does not leave what was predicted";
    if (run.marks != decltype(run.marks){}) return "a word is marked after a collection";
    if (!twice) return nullptr;
    const auto once = run.words;
    run.collect(roots, imperative::unaudited<L>{});
    return once == run.words ? nullptr : "a second collection changes a word";
}

/// The first thing that is wrong with any of several collectors. They take turns, heap by heap, in
/// collecting twice.
template <class... Parts>
struct collectors {
    template <layout L, class R>
    [[nodiscard]] static constexpr const char* find_wrong(const small_heap<L>& before,
                                                          const R& roots)
    {
        const phases<L> layer2{before, roots};
        const prediction<L> expected{before, roots};
        const char* broken = nullptr;
        std::size_t turn = before.number % sizeof...(Parts);
        ((broken =
              broken ? broken : test::find_wrong<Parts>(before, roots, layer2, expected, turn == 0),
          turn = turn == 0 ? sizeof...(Parts) : turn - 1),
         ...);
        return broken;
    }
};

}  // namespace test
