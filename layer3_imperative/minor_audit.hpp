// layer3_imperative/minor_audit.hpp: what watches a minor collection: nobody, or layers 1 and 2.
#pragma once

#include <cstdio>
#include <optional>
#include <type_traits>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer2_functional/minor.hpp>
#include <strata/layer3_imperative/copy_audit.hpp>

namespace strata::imperative {

/// Nobody watches, and nothing is paid.
template <layout L>
struct unaudited_minor : unaudited_copy<L> {
    constexpr void begin(const auto&, const auto&, const auto&) const {}
    constexpr void end(const auto&, const auto&) const {}
    constexpr void discarded(value_of<L>) const {}
    constexpr void tell(const auto&) const {}
};

/// Both spaces must be well formed and the remembered set complete; the collection is judged by
/// Definition 7, and compared with functional::minor, word by word, for the places that the old
/// space gave out. One that found no room must have changed nothing. While a cycle sweeps, old
/// objects that are dead may look alive: then only what is young, and what leads to it, is looked
/// at.
template <layout L>
class audited_minor : public unaudited_copy<L> {
public:
    template <class State, class R, class Remembered>
    constexpr void begin(const State& s, const R& roots, const Remembered& remembered)
    {
        before_ = {{functional::snapshot<L>(s.from), functional::snapshot<L>(s.to)}, {}, {}, {}};
        before_.roots.assign(std::ranges::begin(roots), std::ranges::end(roots));
        may_dangle_ = false;
        if constexpr (requires { s.room.may_dangle(); }) may_dangle_ = s.room.may_dangle();
        if (may_dangle_) report(functional::find_defect<L>(before_.g.young));
        else report(functional::find_defect(before_.g));
        report(functional::find_root_defect<L>(before_.g.young, before_.roots));
        live_slots_.clear();
        functional::for_each_slot<L>(s.to, [&](header_of<L> h, word_of<L> at) {
            if (!functional::leads_into<L>(s.from, s.to.load(at))) return;
            before_.slots.push_back(at);
            if (!is_dead(s, h)) live_slots_.push_back(at);
        });
        expects(!remembered.is_complete() ||
                    functional::remembered_set_complete<L>(s.to, s.from, remembered.slots()),
                "every field of the old space that leads into the nursery is remembered");
    }
    template <class State, class R>
    constexpr void end(const State& s, const R& roots)
    {
        const std::vector<word_of<L>> now(std::ranges::begin(roots), std::ranges::end(roots));
        const auto old = functional::snapshot<L>(s.to);
        moved_ = functional::moved_objects<L>(s.from, functional::h_allocs<L>(before_.g.young));
        if (s.ok && !may_dangle_) judge(old);
        const auto expected =
            functional::minor(before_, [&](value_of<L> x) { return place(old, x); });
        expects(expected.ok == s.ok, "what functional::minor promotes is promoted");
        expects(expected.roots == now, "the roots are those of functional::minor");
        expects(expected.g.young == functional::snapshot<L>(s.from),
                "the nursery is that of functional::minor, or has not changed");
        for (const auto at : s.ok ? before_.slots : live_slots_)
            expects(expected.g.old.load(at) == old.load(at), "a slot is that of functional::minor");
        if (!may_dangle_)
            for (const auto h : functional::h_allocs<L>(before_.g.old))
                compare(expected.g.old, old, h);
        for (const auto& pair : moved_.pairs())
            compare(expected.g.old, old, hd_address<L>(pair.second));
    }
    constexpr void discarded(value_of<L> x) { discarded_.push_back(x); }

    /// What a cycle that is under way in the old space must know, if it is audited too.
    template <class Old>
    constexpr void tell(Old& old) const
    {
        for (const auto& pair : moved_.pairs()) old.promoted(pair.second);
        for (const auto x : discarded_) old.promoted(x);
        if (!moved_.pairs().empty())
            for (const auto at : before_.slots) old.redirected(at);
    }

private:
    template <class State>
    [[nodiscard]] static constexpr bool is_dead(const State& s, header_of<L> h)
    {
        if constexpr (requires { s.room.is_dead(h, s.to.load(h.at)); })
            return s.room.is_dead(h, s.to.load(h.at));
        else return false;
    }
    static constexpr void report(const std::optional<functional::defect<L>>& wrong)
    {
        if (wrong) std::fprintf(stderr, "strata: %s\n", functional::describe(*wrong).c_str());
        expects(!wrong,
                "a collection starts on a well-formed heap, from roots that lead to objects");
    }
    constexpr void judge(const functional::heap<L>& old) const
    {
        const auto verdict =
            functional::judge_minor(before_.g, before_.roots,
                                    {functional::heap<L>{before_.g.young.end(), {}}, old}, moved_);
        if (!verdict.holds())
            std::fprintf(stderr, "strata: clause %d of Definition 7: %s\n", verdict.clause,
                         verdict.sentence);
        expects(verdict.holds(), "a minor collection satisfies Definition 7");
    }
    [[nodiscard]] constexpr std::optional<functional::placement<L>>
    place(const functional::heap<L>& old, value_of<L> x) const
    {
        const auto* copy = moved_.find(x);
        if (copy == nullptr) return std::nullopt;
        const auto h = hd_address<L>(*copy);
        return functional::placement<L>{h, functional::color_at<L>(h, old)};
    }
    /// Every word of the block at `h`.
    static constexpr void compare(const functional::heap<L>& expected,
                                  const functional::heap<L>& found, header_of<L> h)
    {
        const auto end = next_header<L>(h, functional::wosize<L>(h, found)).at;
        for (auto a = h.at; a < end; a = a + mword<L>())
            expects(expected.load(a) == found.load(a), "minor is functional::minor");
    }

    functional::minor_state<L> before_{};
    std::vector<word_of<L>> live_slots_{};
    graph::moved_to<value_of<L>> moved_{};
    std::vector<value_of<L>> discarded_{};
    bool may_dangle_ = false;
};

template <layout L>
using default_minor_audit = std::conditional_t<audit_build, audited_minor<L>, unaudited_minor<L>>;

}  // namespace strata::imperative
