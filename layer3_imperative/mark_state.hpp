// layer3_imperative/mark_state.hpp: all that marking knows between two steps.
#pragma once

#include <cstdint>
#include <utility>

#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/concepts/worklist.hpp>
#include <strata/layer3_imperative/overflow.hpp>

namespace strata::imperative {

/// When the colour of an object that a field points to is looked at.
enum class darkening {
    eager,   ///< when the pointer is found, as in the paper: a white one turns gray, and is pushed
    lazy,    ///< when it is popped: by then a prefetch has brought the header into the cache
    ahead,   ///< as lazy, and that prefetch is made when it is pushed
    sure,    ///< as lazy, and the stack is known to have room
    sparing  ///< as sure, but what can be seen to be black is not pushed
};

/// Fields of the object at `h` that are still to be scanned: `i` to `wosize`, if there are any.
template <layout L>
struct fields_left {
    header_of<L> h;
    word_of<L> i, wosize;
};
template <layout L>
[[nodiscard]] constexpr fields_left<L> no_fields()
{
    const auto none = word<word_of<L>>(0);
    return {{none}, word<word_of<L>>(1), none};
}

/// So many fields of an object are scanned at once: what they point to fits into a cache.
inline constexpr std::uint64_t usual_part = 1024;

/// All that marking knows between two steps. Layer 2 has `st_hp`; here the stack is bounded, popped
/// objects pass through a window, and the object being scanned is explicit, so that marking can
/// stop between any two fields.
///
/// Invariant  a gray object is on the stack or in the window, or was dropped; what a black object
///            points to is not white, unless it is on the stack or in the window, or the field is
///            among those still to be scanned: `i` to `wosize` of the object at `h`, and `rest`.
///
/// `Shared` is for a mutator that runs between two steps: it may have loaded any pointer.
template <layout L, darkening D, word_memory<word_of<L>> M, worklist S, worklist Window,
          bool Shared = false>
struct mark_state {
    using layout_type = L;
    static constexpr darkening when = D;
    static constexpr bool is_shared = Shared;

    M memory;
    S stack;
    Window window;
    overflow<L> dropped;
    header_of<L> h;
    word_of<L> i, wosize;
    fields_left<L> rest;  ///< of a large object, for when the stack is empty
    word_of<L> part;      ///< so many fields, and one more, make an object large
};

/// The state in which nothing is gray.
///
/// Expects  a part has at least one field.
template <layout L, darkening D, bool Shared = false, word_memory<word_of<L>> M, worklist S,
          worklist Window>
[[nodiscard]] constexpr auto begin_mark(M memory, S stack, Window window,
                                        std::uint64_t part = usual_part)
{
    const auto dropped = no_overflow<L>(memory);
    const auto none = no_fields<L>();
    return mark_state<L, D, M, S, Window, Shared>{std::move(memory),
                                                  std::move(stack),
                                                  std::move(window),
                                                  dropped,
                                                  none.h,
                                                  none.i,
                                                  none.wosize,
                                                  none,
                                                  word<word_of<L>>(part)};
}

template <class State>
using layout_of = typename State::layout_type;

}  // namespace strata::imperative
