// layer3_imperative/semispace.hpp: the copying collector with two spaces, to embed.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/eager_queue.hpp>
#include <strata/layer3_imperative/gc.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/slot_stack.hpp>

namespace strata::imperative {

/// The orders in which copies are scanned: how each makes a worklist for a to-space.
struct breadth_first {
    template <layout L, class M>
    [[nodiscard]] constexpr auto worklist_for(const M& to) const
    {
        return cheney_queue<L>{to};
    }
};

/// The last copy first. Storage for one copy is enough: what it has no room for is found again.
template <machine_word W>
struct depth_first {
    std::span<val_addr<W>> storage;

    template <layout L, class M>
    [[nodiscard]] constexpr auto worklist_for(const M&) const
    {
        return mark_stack<W>{storage};
    }
};

/// Each copy is followed as soon as it is made, from its last field to its first. Storage for one
/// field is enough.
template <machine_word W>
struct preorder {
    std::span<val_addr<W>> storage;

    template <layout L, class M>
    [[nodiscard]] constexpr auto worklist_for(const M&) const
    {
        return slot_stack<W>{storage};
    }
};

/// Breadth first, but the last copies are scanned ahead of their turn. Larch: section 5.2.
template <machine_word W>
struct eager_forwarding {
    std::span<val_addr<W>> storage;

    template <layout L, class M>
    [[nodiscard]] constexpr auto worklist_for(const M& to) const
    {
        return eager_queue<L>{to, storage};
    }
};

/// Borrows two memories, of which one holds the objects and the other is empty; allocates nothing,
/// ever. It models `collector`.
template <layout L, word_memory<word_of<L>> M = raw_memory<L>, class Order = breadth_first,
          class Audit = default_gc_audit<L>>
class semispace {
public:
    using layout_type = L;
    using word = word_of<L>;
    static constexpr bool moves_objects = true;

    /// Expects  the memories do not overlap.
    constexpr semispace(M from, M to, Order order = {})
        : from_{std::move(from)}
        , to_{std::move(to)}
        , room_{all_of<L>(from_)}
        , order_{std::move(order)}
    {
        expects(from_.end() <= to_.begin() || to_.end() <= from_.begin(),
                "the two spaces do not overlap");
    }

    /// A white object whose fields hold the layout's filler; nothing if there is no room, and then
    /// nothing changes.
    ///
    /// Expects  an object of this size and tag may exist.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects_object<L>(wosize, tag);
        return imperative::allocate<L>(from_, room_, wosize, tag);
    }

    /// Copies what the roots reach to the other space, has the roots lead there, and exchanges the
    /// spaces. False if the other space is smaller, and too small: then nothing has changed.
    ///
    /// Expects  no value that is scanned leads into the empty space.
    template <root_slots<word> R>
    constexpr bool collect(R&& roots)
    {
        auto s = gc(begin_copy<L>(memory(), to_, all_of<L>(to_),
                                  order_.template worklist_for<L>(to_), Audit{}),
                    roots);
        if (s.ok) finalize_gc(s);
        return s.ok;
    }

    /// The words in use: a well-formed heap at any time.
    [[nodiscard]] constexpr auto memory() const
    {
        return functional::first_words<word>(from_, room_.next);
    }
    [[nodiscard]] constexpr const M& empty_space() const { return to_; }
    [[nodiscard]] constexpr bump<L> room() const { return room_; }

private:
    /// Exchanges the spaces. Larch: `finalizeGC`.
    template <class State>
    constexpr void finalize_gc(const State& s)
    {
        std::swap(from_, to_);
        room_ = s.room;
        s.audit.flipped(s, memory(), to_);
    }

    M from_, to_;
    bump<L> room_;
    Order order_;
};

}  // namespace strata::imperative
