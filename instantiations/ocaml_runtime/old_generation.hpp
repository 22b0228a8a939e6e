// instantiations/ocaml_runtime/old_generation.hpp: OCaml's major heap: one range, which grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <strata/layer2_functional/ocaml_layout.hpp>
#include <strata/layer3_imperative/driven.hpp>
#include <strata/layer3_imperative/marked.hpp>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/machine_memory.hpp>
#include <strata/instantiations/ocaml_runtime/reserved_range.hpp>

namespace strata::ocaml_runtime {

/// OCaml 4.13 on a 64-bit machine, as the major heap is marked and swept: a lazy value that has
/// been forced is an object like any other. To look for one, marking would have to wait for the
/// header of whatever a field leads to, and prefetching would be in vain.
struct heap_layout : functional::ocaml_full<std::uint64_t, functional::runtime_numbering> {};
/// The same as minor collections see it. They short-circuit lazy values; and parts of the runtime
/// that stay look for the header of an object that has moved.
struct young_layout : functional::ocaml_lazy<std::uint64_t, functional::runtime_numbering> {
    [[nodiscard]] static constexpr std::uint64_t forwarding_header() { return 0; }
};
using word = word_of<heap_layout>;
using heap_memory = imperative::marked<heap_layout, machine_memory<heap_layout>, machine_entries>;
using header = header_of<heap_layout>;
using object = value_of<heap_layout>;
using reserve = imperative::reserve<heap_layout>;
using imperative::phase;

[[nodiscard]] inline word word_of_value(value v) { return static_cast<word>(v); }
[[nodiscard]] inline value value_of_word(word w) { return static_cast<value>(w); }

/// The major heap. It models `old_space`; what it has no room for, it grows for.
class old_generation :
    public imperative::driven<heap_layout, heap_memory, imperative::segregated_fit<heap_layout>, 32,
                              imperative::unaudited_cycle<heap_layout>> {
    using space =
        imperative::driven<heap_layout, heap_memory, imperative::segregated_fit<heap_layout>, 32,
                           imperative::unaudited_cycle<heap_layout>>;
    using lent_room = decltype(std::declval<space&>().room());

public:
    /// Expects  the first bytes of the range and of the mark stack are committed, and all of its
    ///          marks are reserved.
    old_generation(reserved_range range, reserved_range marks, reserved_range stack,
                   ring_type& ring)
        : space{heap_memory{{range.begin(), range.begin() + range.committed(),
                             range.begin() + range.bytes()},
                            {marks.begin(), range.begin()}},
                objects_of(stack), ring}
        , range_{range}
        , marks_{marks}
        , stack_{stack}
    {}

    /// The bytes of a mark stack for so many bytes of heap: as many as OCaml's may become. What it
    /// has no room for is found by a walk.
    [[nodiscard]] static constexpr std::size_t stack_bytes_for(std::size_t bytes)
    {
        return whole_pages(std::max(bytes / 16, 32 * page_bytes));
    }
    /// The mark stack is as large as the heap wants it now, if there is memory.
    ///
    /// Expects  the cycle is idle.
    void grow_stack();

    /// Whether the object at `h` is black. Expects  it is old.
    [[nodiscard]] bool is_black(header h) const
    {
        return imperative::is_black<heap_layout>(memory(), h, memory().load(h.at));
    }

    /// Where promoted objects and large ones are put.
    struct growing_room : lent_room {
        /// Minor collections short-circuit, because marking does not.
        static constexpr bool is_lent = false;
        old_generation* of;

        [[nodiscard]] object take_at(heap_memory& to, word wosize)
        {
            auto x = lent_room::take_at(to, wosize);
            if (x == imperative::nowhere<heap_layout>()) [[unlikely]]
                x = of->take_slowly(wosize);
            caml_allocated_words += wosize + 1;
            return x;
        }
        [[nodiscard]] std::optional<header> take(heap_memory& to, word wosize)
        {
            return imperative::block_at<heap_layout>(take_at(to, wosize));
        }
        void reserve_cut(reserve held, reserve left)
        {
            lent_room::reserve_cut(held, left);
            caml_allocated_words += held.words - left.words;
        }
    };
    [[nodiscard]] growing_room room() { return {space::room(), this}; }

    /// The sweep goes on to its end, if it is under way; what is free at the end of the heap is
    /// given back, but for a part that the next cycle will need.
    void end_sweep();

    /// A hard limit of the heap, in words; 0 if there is none.
    void set_limit(std::uint64_t words) { limit_ = words; }
    [[nodiscard]] std::uint64_t limit() const { return limit_; }
    /// Whether so many words, in any objects, may not fit.
    [[nodiscard]] bool may_lack(std::uint64_t words) const
    {
        return limit_ != 0 && heap_words() + words > limit_ + free_words();
    }

    /// Fewer words are given back only if the program asks for it: the call of the system is too
    /// long a pause for them.
    static constexpr std::uint64_t least_returned = 2 * Heap_chunk_min;

    /// At least as many more words, and as many as OCaml's heap increment says. False if there are
    /// none to be had within the limit. What survives in the nursery must have room: while it is
    /// promoted there is no limit.
    [[nodiscard]] bool grow_by(std::uint64_t words);

    /// The objects slide together, and what is free behind them is given back as at the end of a
    /// sweep. `redirect(new_value)` is called before they move. See compact_cycle.hpp.
    template <class Redirect>
    void compact(std::span<imperative::freed_entry> storage, Redirect redirect)
    {
        space::compact(storage, redirect, [this](word trailing) {
            return to_give_back(trailing, heap_words() - trailing);
        });
        Caml_state->stat_heap_wsz = static_cast<intnat>(heap_words());
    }

    /// The system gets memory back that is no longer the heap's; at most so many bytes, because
    /// that takes time.
    void release_unused(std::size_t most = std::numeric_limits<std::size_t>::max());
    /// The system gets pages back that are wholly within free blocks, of the largest first, until
    /// that was so much memory; they read as zero.
    void release_free_pages(std::size_t most = std::numeric_limits<std::size_t>::max());

private:
    [[nodiscard]] static std::uint64_t to_give_back(std::uint64_t trailing, std::uint64_t alive);
    [[gnu::noinline]] object take_slowly(word wosize);

    [[nodiscard]] bool commit(std::size_t bytes);
    [[nodiscard]] static std::span<object> objects_of(const reserved_range& stack)
    {
        return {reinterpret_cast<object*>(stack.begin()), stack.committed() / sizeof(object)};
    }

    reserved_range range_, marks_, stack_;
    std::uint64_t limit_ = 0;
};

}  // namespace strata::ocaml_runtime
