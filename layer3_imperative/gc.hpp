// layer3_imperative/gc.hpp: one copying collection: forward the roots, scan the copies.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_7.hpp>
#include <strata/layer2_functional/copy.hpp>
#include <strata/layer3_imperative/copy.hpp>
#include <strata/layer3_imperative/put_back.hpp>

namespace strata::imperative {

/// Nobody watches.
template <layout L>
struct unaudited_gc : unaudited_copy<L> {
    constexpr void flipped(const auto&, const auto&, const auto&) const {}
};

/// Watches the steps, and at the end the whole: by the Larch interface if the heap is small, by
/// Definition 7, and word by word against functional::gc if the order is Cheney's. A collection
/// that found no room must have changed nothing.
template <layout L, std::size_t StepLimit = 12>
class audited_gc : public step_audit<L, StepLimit> {
public:
    template <class State, class R>
    constexpr void begin(const State& s, const R& roots)
    {
        before_ = functional::snapshot<L>(s.from);
        roots_.assign(std::ranges::begin(roots), std::ranges::end(roots));
        report(functional::find_defect<L>(before_));
        report(functional::find_root_defect<L>(before_, roots_));
        step_audit<L, StepLimit>::begin(s, roots);
        initial_ = this->template before<graph::larch::gc>(s);
    }
    template <class State, class R>
    constexpr void end(const State& s, const R& roots) const
    {
        const std::vector<word_of<L>> now(std::ranges::begin(roots), std::ranges::end(roots));
        if (!s.ok) {
            expects(functional::short_circuited(functional::snapshot<L>(s.from)) ==
                            functional::short_circuited(before_) &&
                        now == roots_,
                    "a collection without room changes nothing");
            return;
        }
        this->template after<graph::larch::gc>(s, initial_);
        judge(s);
        expects(now == moved_roots(s.from), "the roots lead to the copies");
        if constexpr (in_copy_order<decltype(s.unscanned)>) compare_with_layer_2(s, now);
    }

    /// Afterwards `from` holds the objects, and `to` nothing.
    template <class State, class From, class To>
    constexpr void flipped(const State& s, const From& from, const To& to) const
    {
        using larch = graph::larch::finalize_gc;
        if (!this->is_watching()) return;
        const auto m = this->memory_of(s);
        const auto none = functional::first_words<word_of<L>>(to, to.begin());
        const auto after = functional::abstract_memory<L>(from, functional::h_allocs<L>(from), none,
                                                          this->roots(), {});
        this->report(larch::expects(m), "requires", larch::name);
        this->report(larch::ensures(m, functional::renamed<L>(after, m)), "ensures", larch::name);
    }

private:
    using step_audit<L, StepLimit>::report;
    static constexpr void report(const std::optional<functional::defect<L>>& wrong)
    {
        if (wrong) std::fprintf(stderr, "strata: %s\n", functional::describe(*wrong).c_str());
        expects(!wrong,
                "a collection starts on a well-formed heap, from roots that lead to objects");
    }
    template <class State>
    constexpr void judge(const State& s) const
    {
        const auto verdict = graph::definition_7(
            functional::observe_copy<L>(before_), functional::rooted_objects<L>(before_, roots_),
            functional::observe_copy<L>(this->copies(s)),
            functional::moved_objects<L>(s.from, this->objects()));
        if (!verdict.holds())
            std::fprintf(stderr, "strata: clause %d of Definition 7: %s\n", verdict.clause,
                         verdict.sentence);
        expects(verdict.holds(), "a copying collection satisfies Definition 7");
    }
    template <class From>
    [[nodiscard]] constexpr std::vector<word_of<L>> moved_roots(const From& from) const
    {
        auto moved = roots_;
        for (auto& root : moved)
            if (const auto x = functional::object_at<L>(before_, root)) {
                const auto h = hd_address<L>(*x);
                root = functional::redirected<L>(L::target(root), h,
                                                 functional::forwarded_to<L>(from, h));
            }
        return moved;
    }
    template <class State>
    constexpr void compare_with_layer_2(const State& s, const std::vector<word_of<L>>& now) const
    {
        auto to = functional::snapshot<L>(s.to);
        const auto expected = functional::gc(functional::before_gc<L>(before_, to, roots_));
        expects(expected.ok && expected.unscanned == s.room.next && expected.roots == now &&
                    expected.from == functional::snapshot<L>(s.from) && expected.to == to,
                "gc is functional::gc");
    }

    functional::heap<L> before_{};
    std::vector<word_of<L>> roots_{};
    typename step_audit<L, StepLimit>::memory initial_{};
};

template <layout L>
using default_gc_audit = std::conditional_t<audit_build, audited_gc<L>, unaudited_gc<L>>;

/// Copies what the roots reach, and has the roots lead to the copies. Larch: `gc`.
///
/// Expects  from-space is well formed; to-space is disjoint from it, and no value leads there.
/// Ensures  the clauses of Definition 7 (audited); or, if there was no room, `ok` is false and no
///          root and no word of from-space has changed. Allocates nothing.
template <class State, root_slots<word_of<copied_layout<State>>> R>
[[nodiscard]] constexpr State gc(State s, R& roots)
{
    short_circuit_roots(s, roots);
    s.audit.begin(s, roots);
    forward_roots(s, roots);
    s = scan_unscanned(std::move(s));
    if (!s.ok) put_back(s, roots);
    s.audit.end(s, roots);
    return s;
}

}  // namespace strata::imperative
