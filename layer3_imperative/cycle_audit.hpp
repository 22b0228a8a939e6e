// layer3_imperative/cycle_audit.hpp: what watches a cycle: nobody, or layer 2 and Definition 6.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_6.hpp>
#include <strata/layer2_functional/incremental.hpp>
#include <strata/layer3_imperative/audit.hpp>
#include <strata/layer3_imperative/cycle.hpp>
#include <strata/layer3_imperative/find_pursued.hpp>
#include <strata/layer3_imperative/unaudited_cycle.hpp>

namespace strata::imperative {

/// Records what the mutator does, as the paper's write barrier, and follows it with layer 2: the
/// invariant of the cycle is checked between slices, the marked heap is compared with that of the
/// pure functions, and the cycle is judged by Definition 6.
template <layout L>
class audited_cycle {
public:
    template <class M, class R>
    constexpr void before(const M& memory, const R& roots)
    {
        before_ = functional::snapshot<L>(memory);
        expects_collectable<L>(before_, roots);
        roots_ = functional::rooted_objects<L>(before_, roots);
        reachable_ = graph::proved_reachable(functional::graph_from_heap<L>(before_), roots_);
        expected_ = functional::darken_roots(functional::st_hp<L>{{}, before_, true}, roots);
        changes_ = {};
    }
    template <class Cycle>
    constexpr void before_write(const Cycle& c, header_of<L> h)
    {
        if (c.at != phase::idle) targets_ = targets_of(c.memory(), h);
    }
    template <class Cycle>
    constexpr void after_write(const Cycle& c, header_of<L> h, word_of<L> i, word_of<L> v)
    {
        if (c.at == phase::idle) return;
        const auto x = f_address<L>(h);
        const auto targets = targets_of(c.memory(), h);
        expects(targets == targets_ || functional::is_scanned<L>(c.memory(), h, i),
                "only a write to a value changes where an object points");
        for (const auto& y : graph::difference_of(targets_, targets))
            graph::record_deleted(changes_, {x, y});
        for (const auto& y : graph::difference_of(targets, targets_))
            graph::record_added(changes_, {x, y});
        graph::record_written(changes_, x, static_cast<std::size_t>(i) - 1,
                              functional::short_circuited<L>(c.memory(), h, i, v));
        if (is_marking(c.at)) expected_ = functional::write(std::move(expected_), h, i, v);
    }
    template <class Cycle>
    constexpr void allocated(const Cycle& c, value_of<L> x)
    {
        if (c.at == phase::idle) return;
        const auto h = hd_address<L>(x);
        graph::insert(changes_.new_allocs, x);
        for (word_of<L> i = 1; i <= functional::wosize<L>(h, c.memory()); ++i)
            graph::record_written(changes_, x, static_cast<std::size_t>(i) - 1,
                                  functional::short_circuited<L>(
                                      c.memory(), h, i, c.memory().load(field_addr<L>(h, i))));
        if (is_marking(c.at)) follow_allocator(c.memory());
    }
    /// The same for who knows the address of a field, and not its object.
    template <class Cycle>
    constexpr void before_modify(const Cycle& c, word_of<L> at)
    {
        if (c.at != phase::idle) before_write(c, object_around(c.memory(), at));
    }
    template <class Cycle>
    constexpr void after_modify(const Cycle& c, word_of<L> at, word_of<L> v)
    {
        if (c.at == phase::idle) return;
        const auto h = object_around(c.memory(), at);
        after_write(c, h, (at - h.at) / mword<L>(), v);
    }
    /// One more root, from a runtime that hands them over one by one.
    template <class Cycle>
    constexpr void darkened(const Cycle&, word_of<L> v)
    {
        const std::array root{v};
        roots_ = graph::union_of(roots_, functional::rooted_objects<L>(before_, root));
        reachable_ = graph::proved_reachable(functional::graph_from_heap<L>(before_), roots_);
        expected_ = functional::darken_roots(std::move(expected_), root);
    }
    /// The new words are free, so that layer 2 takes them over as what has been allocated.
    template <class Cycle>
    constexpr void grown(const Cycle& c)
    {
        if (!is_marking(c.at)) return;
        for (auto a = expected_.hp.end(); a < c.memory().end(); a = a + mword<L>())
            expected_.hp.words.push_back(c.memory().load(a));
    }
    /// A new object that points already, from a nursery.
    template <class Cycle>
    constexpr void promoted(const Cycle& c, value_of<L> x)
    {
        if (c.at == phase::idle) return;
        allocated(c, x);
        for (const auto& y : targets_of(c.memory(), hd_address<L>(x)))
            graph::record_added(changes_, {x, y});
    }
    /// A field that led into a nursery, where nothing is seen of it, leads to a promoted object.
    template <class Cycle>
    constexpr void redirected(const Cycle& c, word_of<L> at)
    {
        if (c.at == phase::idle) return;
        const auto h = object_around(c.memory(), at);
        const auto i = (at - h.at) / mword<L>();
        const auto held = c.memory().load(at);
        const auto v = functional::short_circuited<L>(c.memory(), h, i, held);
        targets_ = targets_of(c.memory(), h);
        if (L::is_pointer(v) && within<L>(c.memory(), L::target(v)))
            graph::record_added(
                changes_, {f_address<L>(h), f_address<L>(resolve<L>(c.memory(), L::target(v)))});
        after_write(c, h, i, held);
    }
    template <class Cycle>
    constexpr void between(const Cycle& c) const
    {
        if (c.at == phase::idle) return;
        const auto now = functional::snapshot<L>(c.memory());
        if (is_marking(c.at)) {
            const auto pursued = find_pursued<L>(c);
            for (const auto& x : reachable_)
                expects(has_color(now, x, color::black) || graph::is_in(pursued, x),
                        "what was reachable at the start is marked, or will be");
        } else {
            for (const auto& x : graph::union_of(reachable_, changes_.new_allocs))
                expects(has_color(now, x, x.at <= c.sweeping.sw.at ? color::white : color::black),
                        "what survives is white behind the sweep and black ahead of it");
        }
    }
    template <class M>
    constexpr void after_mark(const M& memory)
    {
        expected_.hp = functional::mark(std::move(expected_));
        // What the mutator wrote where marking had been already is not short-circuited.
        expects(functional::short_circuited(functional::snapshot<L>(memory)) ==
                    functional::short_circuited(std::move(expected_.hp)),
                "mark is functional::mark");
    }
    template <class M, class A>
    constexpr void after_sweep(const M& memory, const A& free) const
    {
        const auto after = functional::snapshot<L>(memory);
        expects_verdict(graph::definition_6(functional::observe<L>(before_), roots_, changes_,
                                            functional::observe<L>(after)),
                        "a cycle satisfies Definition 6");
        expects_free<L>(after, free);
    }

private:
    [[nodiscard]] static constexpr bool has_color(const functional::heap<L>& hp, value_of<L> x,
                                                  color wanted)
    {
        return functional::color_at<L>(hd_address<L>(x), hp) == wanted;
    }
    template <class M>
    [[nodiscard]] static constexpr std::vector<value_of<L>> targets_of(const M& memory,
                                                                       header_of<L> h)
    {
        std::vector<value_of<L>> targets;
        functional::for_each_target<L>(memory, h, [&](value_of<L> y) { targets.push_back(y); });
        return graph::as_set(std::move(targets));
    }
    template <class M>
    [[nodiscard]] static constexpr header_of<L> object_around(const M& memory, word_of<L> at)
    {
        header_of<L> around{memory.begin()};
        functional::for_each_block<L>(memory, [&](header_of<L> h) {
            if (h.at < at) around = h;
        });
        return around;
    }
    /// Layer 2 has no allocator: it takes over what has become of the blocks that were free.
    template <class M>
    constexpr void follow_allocator(const M& memory)
    {
        const auto now = functional::snapshot<L>(memory);
        for (const auto h : functional::blues<L>(expected_.hp)) {
            const auto end = next_header<L>(h, functional::wosize<L>(h, expected_.hp)).at;
            for (auto a = h.at; a < end; a = a + mword<L>()) expected_.hp.store(a, now.load(a));
        }
    }

    functional::heap<L> before_{};
    std::vector<value_of<L>> roots_{}, reachable_{}, targets_{};
    functional::st_hp<L> expected_{};
    graph::change_summary<value_of<L>, word_of<L>> changes_{};
};

template <layout L>
using default_cycle_audit = std::conditional_t<audit_build, audited_cycle<L>, unaudited_cycle<L>>;

}  // namespace strata::imperative
