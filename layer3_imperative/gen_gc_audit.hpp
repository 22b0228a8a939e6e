// layer3_imperative/gen_gc_audit.hpp: every step of CakeML's collection held against layer 2.
#pragma once

#include <cstddef>
#include <utility>

#include <strata/concepts/contract.hpp>
#include <strata/layer2_functional/gc_combined.hpp>
#include <strata/layer2_functional/word_heap.hpp>
#include <strata/layer3_imperative/gen_gc_state.hpp>

namespace strata::imperative {

/// The configuration of layer 2 that is this view of a heap.
template <generational_layout L>
[[nodiscard]] constexpr auto conf_of(const whole_heap<L>&, functional::num limit)
{
    return functional::gen_gc_conf<functional::is_ref_tag<L>>{limit, {}};
}
template <generational_layout L>
[[nodiscard]] constexpr auto conf_of(const one_kind<L>&, functional::num limit)
{
    return functional::gen_gc_conf<functional::no_refs>{limit, {}};
}
template <generational_layout L>
[[nodiscard]] constexpr auto conf_of(const generation<L>& view, functional::num limit)
{
    return functional::gen_gc_partial_conf<functional::is_ref_tag<L>>{
        limit,
        {},
        static_cast<functional::num>(view.gen_start),
        static_cast<functional::num>(view.refs_start)};
}

/// The heap in use, with the unused space as one element.
template <generational_layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr functional::word_elements<L> heap_of(const M& memory,
                                                             const used_words<L>& used)
{
    using namespace functional;
    const auto unused =
        heap_expand<word_of<L>, word_tag<word_of<L>>>(static_cast<num>(used.refs - used.next));
    return append(append(elements_of<L>(memory, word<word_of<L>>(0), used.next), unused),
                  elements_of<L>(memory, used.refs, used.limit));
}

/// Follows a collection in layer 2: after every root, reference and element the words are those of
/// the state there. A heap of more than `step_limit` elements is not looked at: layer 2 finds an
/// element by walking.
template <generational_layout L>
class step_watch {
public:
    static constexpr std::size_t step_limit = 64;
    using layer_2 = functional::gc_state<word_of<L>, functional::word_tag<word_of<L>>>;

    template <class State, class R>
    constexpr void begun(const State& s, const R& roots)
    {
        auto heap = heap_of<L>(s.curr, s.used);
        watching_ = heap.size() <= step_limit;
        if (!watching_) return;
        roots_ = functional::addresses_of<L>(roots);
        refs_ = functional::elements_of<L>(s.curr, s.used.refs, s.used.limit);
        state_ = beginning(s, std::move(heap));
        state_.n = static_cast<functional::num>(s.b - s.a);
        compare(s, "layer 3 begins as layer 2 does");
    }
    template <class State>
    constexpr void moved_root(const State& s, word_of<L> root)
    {
        if (!watching_) return;
        auto [address, after] = gc_move(conf(s), std::move(state_), roots_[s.roots - 1]);
        state_ = std::move(after);
        expects(address == functional::address_of<L>(root), "a root is moved as in layer 2");
        compare(s, "a root is moved as in layer 2");
    }
    template <class State>
    constexpr void moved_ref(const State& s)
    {
        if (!watching_ || !s.ok) return;
        if constexpr (State::takes_refs_as_roots) {
            state_ = gc_move_ref_list_body(conf(s), std::move(state_));
        } else {
            if (state_.r2.empty()) state_ = gc_move_refs_begin(std::move(state_));
            state_ = gc_move_refs_body(conf(s), std::move(state_));
        }
        compare(s, "a reference is updated as in layer 2");
    }
    template <class State>
    constexpr void moved_data(const State& s)
    {
        if (!watching_ || !s.ok) return;
        state_ = gc_move_data_body(conf(s), std::move(state_));
        compare(s, "an element is updated as in layer 2");
    }

    [[nodiscard]] constexpr bool is_watching() const { return watching_; }
    [[nodiscard]] constexpr std::size_t steps() const { return steps_; }

private:
    template <class State>
    [[nodiscard]] static constexpr auto conf(const State& s)
    {
        return conf_of(s.view, static_cast<functional::num>(s.used.limit));
    }
    template <class State>
    [[nodiscard]] static constexpr layer_2 beginning(const State& s,
                                                     functional::word_elements<L> heap)
    {
        if constexpr (State::takes_refs_as_roots)
            return gen_gc_partial_begin(conf(s), std::move(heap));
        else return gen_gc_full_begin(conf(s), std::move(heap));
    }
    /// The state that the words stand for.
    template <class State>
    [[nodiscard]] constexpr layer_2 state_of(const State& s) const
    {
        using namespace functional;
        const auto zero = word<word_of<L>>(0);
        const auto copies = [&](word_of<L> from, word_of<L> to) {
            return elements_of<L>(s.other, from - s.base, to - s.base);
        };
        const auto unused = heap_expand<word_of<L>, word_tag<word_of<L>>>(
            static_cast<num>(s.used.refs - s.used.next));
        layer_2 at;
        at.heap = append(elements_of<L>(s.curr, zero, s.used.next, s.other, s.base), unused);
        at.h1 = copies(s.base, s.h2);
        at.h2 = copies(s.h2, s.a);
        at.a = static_cast<num>(s.a);
        at.n = static_cast<num>(s.b - s.a);
        at.ok = s.ok;
        if constexpr (State::takes_refs_as_roots) {
            at.heap = append(std::move(at.heap), refs_);
            at.old = elements_of<L>(s.curr, zero, s.base);
            at.r1 = elements_of<L>(s.curr, s.used.refs, s.r2);
            at.r2 = elements_of<L>(s.curr, s.r2, s.r1);
        } else {
            const auto end = length<L>(s.other);
            at.heap = append(std::move(at.heap),
                             elements_of<L>(s.curr, s.used.refs, s.used.limit, s.other, s.base));
            at.r4 = copies(s.b, s.batch);
            at.r2 = copies(s.r2, s.r1);
            at.r3 = at.r2.empty() ? at.r2 : copies(s.batch, s.r2);
            at.r1 = copies(at.r2.empty() ? s.batch : s.r1, end);
        }
        return at;
    }
    template <class State>
    constexpr void compare(const State& s, const char* rule)
    {
        ++steps_;
        auto right = state_;
        // A forward pointer in memory is only the new address.
        for (auto& x : right.heap) x.datum = {};
        expects(state_of(s) == right, rule);
    }

    layer_2 state_{};
    functional::word_addresses<L> roots_{};
    functional::word_elements<L> refs_{};
    std::size_t steps_ = 0;
    bool watching_ = false;
};

}  // namespace strata::imperative
