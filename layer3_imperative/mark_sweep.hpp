// layer3_imperative/mark_sweep.hpp: the stop-the-world mark-and-sweep collector, to embed.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/collect.hpp>
#include <strata/layer3_imperative/compact.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/lent_room.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

namespace strata::imperative {

/// What a heap is when a collector takes it over: memory of any content, or the objects that are
/// already there.
enum class contents { fresh, existing };

/// Borrows the heap's words and the mark stack's storage; allocates nothing, ever. It models
/// `collector` and `old_space`. `Window` is how many objects are prefetched at a time; 1 marks in
/// the paper's order.
template <layout L, word_memory<word_of<L>> M = raw_memory<L>,
          allocator<L, M> A = segregated_fit<L>, std::size_t Window = 32,
          class Audit = default_audit<L>>
class mark_sweep {
public:
    using layout_type = L;
    using word = word_of<L>;

    /// Expects  room for one object on the mark stack; `contents::existing` only for a well-formed
    ///          heap.
    constexpr mark_sweep(M memory, std::span<value_of<L>> stack, contents found = contents::fresh)
        : memory_{std::move(memory)}
        , stack_{stack}
    {
        expects(!stack.empty(), "a mark stack has room for one object");
        if (found == contents::fresh) format<L>(memory_);
        adopt<L>(memory_, free_);
    }

    /// A white object whose fields hold the layout's filler; nothing if there is no room, and then
    /// nothing changes.
    ///
    /// Expects  an object of this size and tag may exist.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects_object<L>(wosize, tag);
        return imperative::allocate<L>(memory_, free_, wosize, tag);
    }

    /// Frees what the roots do not reach. A root may be any word: see `root_set`.
    template <root_set<word> R>
    constexpr void collect(const R& roots)
    {
        constexpr auto when = Window == 1 ? darkening::eager : darkening::lazy;
        std::array<value_of<L>, Window> ring{};
        imperative::collect<L, when>(memory_, mark_stack<word>{stack_}, prefetch_window{ring},
                                     free_, roots, Audit{});
    }

    /// Slides the objects together and has the roots lead to where they are: see compact.hpp.
    ///
    /// Expects  a collection was the last thing done.
    template <root_slots<word> R>
    constexpr void compact(std::span<freed_entry> storage, R&& roots)
    {
        imperative::compact<L>(memory_, free_, storage, roots, compact_audit_for<L, Audit>{});
    }

    /// For a nursery in front of it: see `old_space`. Between two collections there is no barrier.
    constexpr void write(value_of<L> x, word i, word v)
    {
        modify(field_addr<L>(hd_address<L>(x), i), v);
    }
    constexpr void modify(word at, word v) { memory_.store(at, v); }
    [[nodiscard]] constexpr auto room() { return lent_room<L, A>{&free_}; }
    constexpr void promoted(value_of<L>) {}
    constexpr void redirected(word) {}

    [[nodiscard]] constexpr const M& memory() const { return memory_; }
    [[nodiscard]] constexpr M& memory() { return memory_; }
    [[nodiscard]] constexpr const A& free_blocks() const { return free_; }

private:
    M memory_;
    std::span<value_of<L>> stack_;
    A free_{};
};

}  // namespace strata::imperative
