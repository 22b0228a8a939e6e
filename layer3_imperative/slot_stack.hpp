// layer3_imperative/slot_stack.hpp: fields of copies that lead to from-space, to be followed.
#pragma once

#include <cstdint>

#include <strata/concepts/address.hpp>
#include <strata/concepts/worklist.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>

namespace strata::imperative {

/// Whether the worklist holds fields of copies, and not copies: each copy is looked at while it is
/// made, and the last of its fields that leads to from-space is followed at once.
template <class S>
concept follows_fields = S::follows_fields;

/// The addresses of fields, in storage that the caller lends for as many: room for one is enough.
/// It models `worklist`, and makes copying depth first, in preorder, from the last field to the
/// first: a program that makes the last fields first, as OCaml's do, mostly visits them first too.
template <machine_word W>
class slot_stack : public mark_stack<W> {
public:
    static constexpr bool follows_fields = true;
    using mark_stack<W>::mark_stack;
};

static_assert(worklist<slot_stack<std::uint64_t>>);

}  // namespace strata::imperative
