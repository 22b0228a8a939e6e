// layer3_imperative/copy_audit.hpp: what watches the steps of a copying collection.
#pragma once

#include <cstddef>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/concepts/audit.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/copying_interfaces.hpp>
#include <strata/layer2_functional/copying_memory.hpp>
#include <strata/layer2_functional/heap.hpp>

namespace strata::imperative {

/// Nobody watches, and nothing is paid.
template <layout L>
struct unaudited_copy {
    struct nothing {};

    constexpr void begin(const auto&, const auto&) {}
    template <class>
    constexpr nothing before(const auto&, const auto&...) const
    {
        return {};
    }
    template <class>
    constexpr void after(const auto&, nothing, const auto&...) const
    {}
    constexpr void found_root(const auto&, const auto&, const auto&) const {}
    constexpr nothing before_root(const auto&, const auto&) const { return {}; }
    constexpr void after_root(const auto&, nothing, const auto&) const {}
    constexpr void found_no_node(const auto&) const {}
    constexpr nothing before_scan(const auto&) const { return {}; }
    constexpr void after_scan(const auto&, nothing) const {}
    constexpr void end(const auto&, const auto&) const {}
};

/// Every step of a small collection is held against its Larch interface, through the abstraction
/// from the words to the report's memory. What does not hold ends the program with the interface.
/// Which copies are scanned, and what the slots of the roots hold, is remembered here. In a heap of
/// more than `StepLimit` objects nothing is looked at: the memory before and after each step would
/// cost more than the collection by orders of magnitude.
template <layout L, std::size_t StepLimit = 12>
class step_audit {
public:
    using memory = functional::larch_memory<L>;

    template <class State, class R>
    constexpr void begin(const State& s, const R& roots)
    {
        objects_ = functional::h_allocs<L>(s.from);
        roots_.clear();
        for (word_of<L> root : roots) roots_.push_back(root);
        scanned_.clear();
        next_root_ = 0;
        watching_ = objects_.size() <= StepLimit;
    }

    template <class Interface, class State, class... A>
    [[nodiscard]] constexpr memory before(const State& s, const A&... a) const
    {
        if (!watching_ || !s.ok) return {};
        auto m = memory_of(s);
        report(Interface::expects(m, a...), "requires", Interface::name);
        return m;
    }
    template <class Interface, class State, class... A>
    constexpr void after(const State& s, const memory& m, const A&... a) const
    {
        if (watching_ && s.ok)
            report(Interface::ensures(m, memory_of(s), a...), "ensures", Interface::name);
    }

    template <class State, class I>
    constexpr void found_root(const State& s, I at, I end) const
    {
        using larch = graph::larch::next_unforwarded_root;
        if (!watching_ || !s.ok) return;
        const auto m = memory_of(s);
        const bool right =
            at == end
                ? larch::ensures(m)
                : larch::ensures(m, f_address<L>(functional::resolve<L>(s.from, L::target(*at))));
        report(right, "ensures", larch::name);
    }
    template <class State>
    [[nodiscard]] constexpr memory before_root(const State& s, word_of<L> root)
    {
        if (!watching_) return {};
        while (next_root_ < roots_.size() && !functional::leads_into<L>(s.from, roots_[next_root_]))
            ++next_root_;
        expects(next_root_ < roots_.size() && roots_[next_root_] == root,
                "the roots are forwarded in their order");
        return before<graph::larch::forward_root_addr>(s, *functional::object_at<L>(s.from, root));
    }
    template <class State>
    constexpr void after_root(const State& s, const memory& m, word_of<L> root)
    {
        if (!watching_ || !s.ok) return;
        const auto old = std::exchange(roots_[next_root_++], root);
        const auto a = *functional::object_at<L>(s.from, old);
        const auto b = functional::object_at<L>(copies(s), root);
        expects(b && L::target(old).at - a.at == L::target(root).at - b->at,
                "a root leads to the copy, as far inside as it did");
        after<graph::larch::forward_root_addr>(s, m, a, *b);
    }

    /// A leaf is scanned when it is copied; in preorder scans lie within each other, so that one is
    /// over when all are. Either way no field leads to from-space then.
    template <class State>
    constexpr void found_no_node(const State& s)
    {
        using larch = graph::larch::next_unscanned_node;
        if constexpr (!State::is_queue)
            for (const auto h : functional::h_allocs<L>(copies(s)))
                if (!leads_to_from_space(s, h))
                    scanned_ = graph::larch::set_insert(std::move(scanned_), f_address<L>(h));
        if (watching_) report(larch::ensures(memory_of(s)), "ensures", larch::name);
    }
    /// A worklist may give out a copy again. Then it is scanned already, and nothing may change.
    template <class State>
    [[nodiscard]] constexpr memory before_scan(const State& s) const
    {
        if (!watching_) return {};
        const auto x = f_address<L>(s.h);
        if (graph::is_in(scanned_, x)) return memory_of(s);
        return before<graph::larch::scan_addr>(s, x);
    }
    template <class State>
    constexpr void after_scan(const State& s, const memory& m)
    {
        if (!watching_ || !s.ok) return;
        const auto x = f_address<L>(s.h);
        if (graph::is_in(scanned_, x)) {
            expects(memory_of(s) == m, "scanning what is scanned changes nothing");
            return;
        }
        scanned_ = graph::larch::set_insert(std::move(scanned_), x);
        after<graph::larch::scan_addr>(s, m, x);
    }

    constexpr void end(const auto&, const auto&) const {}

    [[nodiscard]] constexpr bool is_watching() const { return watching_; }
    [[nodiscard]] constexpr const std::vector<header_of<L>>& objects() const { return objects_; }
    [[nodiscard]] constexpr const std::vector<word_of<L>>& roots() const { return roots_; }

    /// The report's memory, as the words have it now.
    template <class State>
    [[nodiscard]] constexpr memory memory_of(const State& s) const
    {
        return functional::abstract_memory<L>(s.from, objects_, copies(s), roots_, scanned_);
    }

protected:
    /// To-space up to the last copy.
    template <class State>
    [[nodiscard]] static constexpr auto copies(const State& s)
    {
        return functional::first_words<word_of<L>>(s.to, s.room.next);
    }
    template <class State>
    [[nodiscard]] static constexpr bool leads_to_from_space(const State& s, header_of<L> h)
    {
        const auto wosize = L::wosize(s.to.load(h.at));
        for (auto i = functional::scan_from<L>(s.to, h); i <= wosize; i = i + word<word_of<L>>(1))
            if (functional::scans<L>(s.to, h, i) &&
                functional::leads_into<L>(s.from, s.to.load(field_addr<L>(h, i))))
                return true;
        return false;
    }
    static constexpr void report(bool holds, const char* which, const char* interface)
    {
        if (!holds) std::fprintf(stderr, "strata: Larch %s: not what it %s\n", interface, which);
        expects(holds, "every step does what its Larch interface says");
    }

private:
    std::vector<header_of<L>> objects_{};
    std::vector<word_of<L>> roots_{};
    std::vector<value_of<L>> scanned_{};
    std::size_t next_root_ = 0;
    bool watching_ = false;
};

/// Where copies are made between other objects, the words do not say which are copies.
template <layout L, class Room>
inline constexpr bool is_audited_room = audit_build&& requires(const Room& room)
{
    room.next;
};

template <layout L, class Room>
using default_copy_audit =
    std::conditional_t<is_audited_room<L, Room>, step_audit<L>, unaudited_copy<L>>;

}  // namespace strata::imperative
