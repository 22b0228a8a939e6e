// layer3_imperative/audit.hpp: what watches the phases of a collection: nobody, or layer 2.
#pragma once

#include <algorithm>
#include <cstdio>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>
#include <strata/layer2_functional/image_defect.hpp>

namespace strata::imperative {

/// Nobody watches, and nothing is paid.
template <layout L>
struct unaudited {
    template <class M, class R>
    constexpr void before(const M&, const R&)
    {}
    template <class M>
    constexpr void after_darken_roots(const M&)
    {}
    template <class M>
    constexpr void after_mark(const M&)
    {}
    template <class M, class A>
    constexpr void after_sweep(const M&, const A&)
    {}
};

/// Expects  a collection can start on `hp`.
template <layout L, class R>
constexpr void expects_collectable(const functional::heap<L>& hp, const R& roots)
{
    const auto report = [](const std::optional<functional::defect<L>>& wrong) {
        if (wrong) std::fprintf(stderr, "strata: %s\n", functional::describe(*wrong).c_str());
        expects(!wrong,
                "a collection starts on a well-formed heap, from roots that lead to objects");
    };
    report(functional::find_defect<L>(hp));
    report(functional::find_color_defect<L>(hp));
    report(functional::find_root_defect<L>(hp, roots));
}

/// Expects  `free` names the blue blocks of `hp`, each once.
template <layout L, class A>
constexpr void expects_free(const functional::heap<L>& hp, const A& free)
{
    std::vector<header_of<L>> blocks;
    free.each_free(hp, [&](header_of<L> h) {
        blocks.push_back(h);
        return true;
    });
    std::sort(blocks.begin(), blocks.end());
    expects(blocks == functional::blues<L>(hp), "the allocator has the free blocks");
}

/// Expects  the verdict of a definition, named in `rule`, is that it holds.
template <class V>
constexpr void expects_verdict(const graph::verdict<V>& verdict, const char* rule)
{
    if (!verdict.holds())
        std::fprintf(stderr, "strata: clause %d is broken: %s\n", verdict.clause, verdict.sentence);
    expects(verdict.holds(), rule);
}

/// Free lists in another order than the pure function's are not compared.
template <layout L>
constexpr void clear_links(functional::heap<L>& hp)
{
    for (const auto h : functional::blues<L>(hp)) hp.store(f_address<L>(h).at, word<word_of<L>>(0));
}

/// Every phase is compared with the pure function, word by word, and the collection is judged by
/// Definition 5. What does not hold ends the program with the rule, the word or the clause.
template <layout L>
class audited {
public:
    template <class M, class R>
    constexpr void before(const M& memory, const R& roots)
    {
        before_ = functional::snapshot<L>(memory);
        expects_collectable<L>(before_, roots);
        roots_ = functional::rooted_objects<L>(before_, roots);
        expected_ = functional::darken_roots(functional::st_hp<L>{{}, before_}, roots);
    }
    template <class M>
    constexpr void after_darken_roots(const M& memory)
    {
        expects(functional::snapshot<L>(memory) == expected_.hp,
                "darken_roots is functional::darken_roots");
    }
    template <class M>
    constexpr void after_mark(const M& memory)
    {
        expected_.hp = functional::mark(std::move(expected_));
        expects(functional::snapshot<L>(memory) == expected_.hp, "mark is functional::mark");
    }
    template <class M, class A>
    constexpr void after_sweep(const M& memory, const A& free)
    {
        auto after = functional::snapshot<L>(memory);
        auto expected = functional::sweep(std::move(expected_.hp)).hp;
        expects_free<L>(after, free);
        expects_verdict(graph::definition_5(functional::observe<L>(before_), roots_,
                                            functional::observe<L>(after)),
                        "a collection satisfies Definition 5");
        if constexpr (!A::in_address_order) {
            clear_links(after);
            clear_links(expected);
        }
        expects(after == expected, "sweep is functional::sweep");
    }

private:
    functional::heap<L> before_{};
    std::vector<value_of<L>> roots_{};
    functional::st_hp<L> expected_{};
};

template <layout L>
using default_audit = std::conditional_t<audit_build, audited<L>, unaudited<L>>;

}  // namespace strata::imperative
