// instantiations/ocaml_runtime/checked/hooks.hpp: where the checked runtime looks, and it alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/reserved_range.hpp>

#ifndef STRATA_CHECKED
#define STRATA_CHECKED 0
#endif

namespace strata::ocaml_runtime::checked {

/// In the other variants nothing below is called, and no instruction is left of it.
inline constexpr bool is_on = STRATA_CHECKED != 0;

inline constexpr const char* variant = is_on ? "_stratac" : "_strata";

// What is done there: see check.cpp, nurseries.cpp and stress.cpp.
void start();
void look_before_minor();
void look_after_minor();
void look_before_cycle();
void look_after_marking();
void look_after_sweep();
void look_after_compaction();
void fill_old(value v);
void count_allocation();
void arm();
void expect_moved_objects(bool are_there);
void forget_registered_roots();
reserved_range take_nursery(std::size_t bytes);
reserved_range carry_nursery(std::uintptr_t from, std::size_t bytes);
void retire_nursery(reserved_range nursery);

inline bool is_allocating_old = false;
/// While it lives, an object gets its memory, and there may be one in the nursery without a header:
/// nobody looks.
struct allocation {
    allocation()
    {
        if constexpr (is_on) is_allocating_old = true;
    }
    ~allocation()
    {
        if constexpr (is_on) is_allocating_old = false;
    }
    allocation(const allocation&) = delete;
    allocation& operator=(const allocation&) = delete;
};

inline void starting()
{
    if constexpr (is_on) start();
}
inline void before_minor()
{
    if constexpr (is_on) look_before_minor();
}
/// Expects  the tables of the nursery are empty. The nursery may move.
inline void after_minor()
{
    if constexpr (is_on) look_after_minor();
}
/// Expects  the nursery is empty.
inline void before_cycle()
{
    if constexpr (is_on) look_before_cycle();
}
/// Expects  what is white is dead, and its finalisers have been called.
inline void marked()
{
    if constexpr (is_on) look_after_marking();
}
inline void swept()
{
    if constexpr (is_on) look_after_sweep();
}
/// The objects of the major heap have other addresses than before.
inline void compacted()
{
    if constexpr (is_on) look_after_compaction();
}
inline void allocated_old(value v)
{
    if constexpr (is_on) fill_old(v);
}
/// OCaml is over, and its memory is freed, with the roots in it.
inline void shutting_down()
{
    if constexpr (is_on) forget_registered_roots();
}
/// Objects of the nursery have moved, but the nursery is as it was.
inline void promoted_some()
{
    if constexpr (is_on) expect_moved_objects(true);
}
/// A small allocation has taken the slow path: a collection may be due.
inline void allocating()
{
    if constexpr (is_on) count_allocation();
}
/// It is over: the next one that has to take the slow path is chosen.
inline void allocated()
{
    if constexpr (is_on) arm();
}

}  // namespace strata::ocaml_runtime::checked
