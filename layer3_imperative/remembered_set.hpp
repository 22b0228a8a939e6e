// layer3_imperative/remembered_set.hpp: the fields of old objects that lead into the nursery.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::imperative {

/// A table of addresses of fields, in storage that the caller lends; one may be in it twice. What
/// it has no room for is not lost: the set is then incomplete, and the next minor collection looks
/// at every field of the old space. OCaml: `caml_ref_table`.
template <machine_word W>
class remembered_set {
public:
    using storage = std::span<W>;

    constexpr explicit remembered_set(storage lent)
        : base_{lent.data()}
        , capacity_{lent.size()}
    {
        expects(capacity_ > 0, "a remembered set has room for one field");
    }

    constexpr void push(W at)
    {
        if (size_ == capacity_) is_complete_ = false;
        else base_[size_++] = at;
    }
    constexpr void clear()
    {
        size_ = 0;
        is_complete_ = true;
    }
    [[nodiscard]] constexpr bool is_complete() const { return is_complete_; }
    [[nodiscard]] constexpr bool full() const { return size_ == capacity_; }
    [[nodiscard]] constexpr std::span<const W> slots() const { return {base_, size_}; }

    /// Forgets the fields of objects that have died: those that are now in free blocks.
    ///
    /// Expects  the blocks tile `memory`, and what died is free.
    template <layout L, word_memory<W> M>
    constexpr void forget_dead(const M& memory)
    {
        std::sort(base_, base_ + size_);
        std::size_t seen = 0, kept = 0;
        functional::for_each_block<L>(memory, [&](header_of<L> h) {
            const auto header = memory.load(h.at);
            const auto end = next_header<L>(h, L::wosize(header)).at;
            for (; seen < size_ && base_[seen] < end; ++seen)
                if (functional::is_allocated<L>(header)) base_[kept++] = base_[seen];
        });
        size_ = kept;
    }

private:
    W* base_;
    std::size_t capacity_, size_ = 0;
    bool is_complete_ = true;
};

}  // namespace strata::imperative
