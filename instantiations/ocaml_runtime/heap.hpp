// instantiations/ocaml_runtime/heap.hpp: the one heap of a program, and who may change it.
#pragma once

#include <strata/layer3_imperative/with_nursery.hpp>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/old_generation.hpp>
#include <strata/instantiations/ocaml_runtime/ref_table.hpp>

namespace strata::ocaml_runtime {

using collector =
    imperative::with_nursery<old_generation, imperative::unaudited_minor<young_layout>, ref_table,
                             young_layout>;

/// Room for the collector, which `caml_init_gc` makes: OCaml programs have no constructors.
union heap_storage {
    constexpr heap_storage()
        : none{}
    {}

    char none;
    collector gc;
};
extern heap_storage storage;

[[nodiscard]] inline collector& gc() { return storage.gc; }
[[nodiscard]] inline old_generation& old() { return storage.gc.old(); }

/// An object of `wosize` fields in the major heap, not initialised; 0 if there is no memory. It
/// survives the cycle that may be under way.
[[nodiscard]] value allocate_old(mlsize_t wosize, tag_t tag);

/// Whether the next slice would start a cycle, or make a whole one, if the nursery were empty.
[[nodiscard]] bool waits_for_empty_nursery();
/// The next slice starts a cycle, if none is under way, whatever has been allocated. Not where
/// whole cycles are made.
void pay_for_start();
/// Whole cycles at once, each when one is due, instead of slices. One that is under way is made to
/// its end in the next.
void set_stop_the_world(bool whole_cycles);

/// The tables of the nursery are empty, and get their size again when they are needed.
void forget_tables();

/// Another nursery of the same size, at another address, for who looks for what leads into the
/// last.
///
/// Expects  the nursery is empty.
void move_nursery();

/// What is free, as a percentage of what is in use.
[[nodiscard]] double free_overhead();

/// What a cycle must do for custom blocks: see customs.cpp.
void register_custom(value v);
void register_blocks(value v);
void finalise_dead_customs();
void finalise_all_customs();
void redirect_customs(value (*f)(value));

/// What finalisers and Memprof hold, and do not keep alive, becomes what `f` makes of it: see
/// weakly_held.cpp.
void replace_weakly_held(value (*f)(value));
/// As long as there is one, the headers of these values say whether they are black, for those parts
/// of the runtime that ask headers.
struct shown_colors {
    shown_colors();
    ~shown_colors();
    shown_colors(const shown_colors&) = delete;
    shown_colors& operator=(const shown_colors&) = delete;
};

/// The parts of a cycle that are about ephemerons: see ephemerons.cpp.
void begin_ephemerons();
[[nodiscard]] bool mark_ephemerons();
void clean_ephemerons();
void redirect_ephemerons(value (*f)(value));

}  // namespace strata::ocaml_runtime
