// layer3_imperative/preorder_stack.hpp: copies that are scanned in part, and from where to go on.
#pragma once

#include <cstdint>
#include <span>

#include <strata/concepts/address.hpp>
#include <strata/concepts/contract.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::imperative {

/// Whether a copy is scanned as soon as it is made, before the next field of the one that led to
/// it: the worklist then holds copies of which a part is scanned.
template <class S>
concept in_preorder = S::in_preorder;

/// The fields of a copy from the one at `at` up to `end`, which are still to be scanned.
template <machine_word W>
struct rest_of_copy {
    val_addr<W> copy;
    W at, end;

    friend bool operator==(const rest_of_copy&, const rest_of_copy&) = default;
};

/// Three entries of the lent storage for each copy: room for one copy is enough. It models
/// `worklist`, and makes copying depth first, in the order of the fields.
template <machine_word W>
class preorder_stack {
public:
    using value_type = rest_of_copy<W>;
    static constexpr bool in_preorder = true;

    constexpr explicit preorder_stack(std::span<val_addr<W>> storage)
        : first_{storage.data()}
        , top_{first_}
        , end_{first_ + storage.size() / 3 * 3}
    {
        expects(!full(), "a stack of copies has room for one");
    }

    [[nodiscard]] constexpr bool empty() const { return top_ == first_; }
    [[nodiscard]] constexpr bool full() const { return top_ == end_; }
    constexpr void push(value_type x)
    {
        top_[0] = x.copy;
        top_[1] = {x.at};
        top_[2] = {x.end};
        top_ += 3;
    }
    [[nodiscard]] constexpr value_type pop()
    {
        top_ -= 3;
        return {top_[0], top_[1].at, top_[2].at};
    }

private:
    val_addr<W>*first_, *top_, *end_;  // not a checked span: see mark_stack
};

static_assert(worklist<preorder_stack<std::uint64_t>>);

}  // namespace strata::imperative
