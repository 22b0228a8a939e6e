// instantiations/ocaml_runtime/ephemerons.cpp: data that lives as long as its keys do.
#include <strata/layer2_functional/short_circuit.hpp>

#include <strata/instantiations/ocaml_runtime/heap.hpp>

namespace strata::ocaml_runtime {

namespace {

/// The ephemerons of the runtime are a list through their first fields. Up to here they are settled
/// in this cycle: their data is marked, or there is none.
value* settled_end = nullptr;

using old_space = functional::one_space<young_layout, heap_memory>;

bool is_old(value v)
{
    return v != caml_ephe_none && old_space{old().memory()}.has(word_of_value(v));
}
/// Expects  it is old, and no object is gray.
bool is_dead(value v)
{
    return !old().is_black(functional::resolve<heap_layout>(old().memory(), {word_of_value(v)}));
}

/// A key that is a forced lazy value is what it stands for, as it is everywhere else; but no
/// number, which would never die.
void short_circuit(value& key)
{
    const auto v =
        functional::stands_for<young_layout>(old_space{old().memory()}, word_of_value(key));
    if (heap_layout::is_pointer(v)) key = value_of_word(v);
}

/// Calls `use` with each key that is dead.
template <class F>
void for_each_dead_key(value ephemeron, F use)
{
    for (mlsize_t i = CAML_EPHE_FIRST_KEY; i < Wosize_val(ephemeron); ++i) {
        auto& key = Field(ephemeron, i);
        if (is_old(key)) short_circuit(key);
        if (is_old(key) && is_dead(key)) use(key);
    }
}
bool has_live_keys(value ephemeron)
{
    bool all_live = true;
    for_each_dead_key(ephemeron, [&](value&) { all_live = false; });
    return all_live;
}
/// Dead keys leave it, and then its data does.
void clean(value ephemeron)
{
    for_each_dead_key(ephemeron, [&](value& key) {
        key = caml_ephe_none;
        Field(ephemeron, CAML_EPHE_DATA_OFFSET) = caml_ephe_none;
    });
}

/// Whether the ephemeron is settled; its data is darkened if the rest of it is alive.
bool settle(value ephemeron)
{
    const auto data = Field(ephemeron, CAML_EPHE_DATA_OFFSET);
    if (!is_old(data) || !is_dead(data)) return true;
    if (is_dead(ephemeron) || !has_live_keys(ephemeron)) return false;
    old().darken(word_of_value(data));
    return true;
}

}  // namespace

void begin_ephemerons() { settled_end = &caml_ephe_list_head; }

/// One pass over those that are not settled. Whether something was darkened, so that after more
/// marking another pass is due.
///
/// Expects  there is nothing left to mark.
bool mark_ephemerons()
{
    bool any = false;
    for (value* link = settled_end; *link != 0;) {
        const auto e = *link;
        const bool was_dead =
            is_old(Field(e, CAML_EPHE_DATA_OFFSET)) && is_dead(Field(e, CAML_EPHE_DATA_OFFSET));
        value* next = &Field(e, CAML_EPHE_LINK_OFFSET);
        if (!settle(e)) {
            link = next;
            continue;
        }
        any = any || was_dead;
        if (link == settled_end) {
            settled_end = link = next;
        } else {
            *link = *next;
            *next = *settled_end;
            *settled_end = e;
            settled_end = next;
        }
    }
    return any;
}

/// Dead ephemerons leave the list, and dead keys the others.
///
/// Expects  marking is over.
void clean_ephemerons()
{
    for (value* link = &caml_ephe_list_head; *link != 0;) {
        if (is_dead(*link)) {
            *link = Field(*link, CAML_EPHE_LINK_OFFSET);
        } else {
            clean(*link);
            link = &Field(*link, CAML_EPHE_LINK_OFFSET);
        }
    }
}

/// Objects are about to move to where `f` says. Marking scans no field of an ephemeron, so all of
/// them are redirected here.
void redirect_ephemerons(value (*f)(value))
{
    for (value* link = &caml_ephe_list_head; *link != 0;) {
        const auto e = *link;
        for (mlsize_t i = CAML_EPHE_DATA_OFFSET; i < Wosize_val(e); ++i)
            Field(e, i) = f(Field(e, i));
        *link = f(e);
        link = &Field(e, CAML_EPHE_LINK_OFFSET);
    }
}

}  // namespace strata::ocaml_runtime
