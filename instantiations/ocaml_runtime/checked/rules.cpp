// instantiations/ocaml_runtime/checked/rules.cpp: what each rule says, what breaks it, what to do.
#include <cstddef>
#include <iterator>

#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr rule_text texts[] = {
    {rule::unrooted_value, "unrooted_value",
     "a value was used after a collection had moved or freed it",
     "A C variable that holds a value while something may be allocated must be a root.",
     "A parameter without `CAMLparam`, a local variable without `CAMLlocal`, the result of a "
     "callback, or a static variable that was never registered held a value while something was "
     "allocated: `caml_alloc...`, `caml_copy...`, `caml_callback...`. The collector moved the "
     "object and could not update the variable.",
     "Begin the stub with `CAMLparam`, declare its values with `CAMLlocal`, end it with "
     "`CAMLreturn`. A static variable needs `caml_register_generational_global_root`."},
    {rule::root_registered_twice, "root_registered_twice",
     "a variable is registered as a global root that is one already",
     "A variable is registered once, and removed once.",
     "The code that registers runs again: an init function that is called twice, a setter that "
     "registers at every call, or both `caml_register_global_root` and "
     "`caml_register_generational_global_root`.",
     "Register where the variable begins to exist, once. To change what it holds, use "
     "`caml_modify_generational_global_root`."},
    {rule::root_not_registered, "root_not_registered",
     "a variable is removed from the global roots that is not one of them",
     "A root is removed once, by the function that belongs to the one that registered it.",
     "A clean-up runs twice; the address is another one than was registered; or a generational "
     "root is removed with `caml_remove_global_root`.",
     "Remove each root where its variable ceases to exist, and remember that this was done."},
    {rule::root_in_freed_memory, "root_in_freed_memory",
     "a global root lies in memory that has been freed",
     "A root's variable exists until the root is removed.",
     "A struct with a registered value in it was freed, or its library unloaded, before "
     "`caml_remove_generational_global_root`; or a root was registered for a variable on the "
     "stack of a function that has returned.",
     "Call `caml_remove_generational_global_root` (or `caml_remove_global_root`) before `free`."},
    {rule::root_holds_no_value, "root_holds_no_value",
     "a root holds what is neither a value nor null",
     "A root holds a value, or null, at every moment.",
     "The variable was registered before it was initialised, something else was written over it, "
     "or it was used for something that is no value.",
     "Give the variable a value, such as `Val_unit`, before you register it. `CAMLlocal` does "
     "that."},
    {rule::generational_root_modified, "generational_root_modified",
     "a generational global root was assigned to directly",
     "A generational root changes only by `caml_modify_generational_global_root`.",
     "The variable was registered with `caml_register_generational_global_root`, and later a "
     "plain assignment put a young value into it. A minor collection does not look at it then.",
     "Write `caml_modify_generational_global_root(&variable, v)`, or register the variable with "
     "`caml_register_global_root`, which allows assignments."},
    {rule::naked_pointer, "naked_pointer", "a field leads to memory that is not OCaml's",
     "The fields of a block that is scanned hold values; a C pointer is no value.",
     "A pointer from `malloc`, or to a C variable, was stored in a block with an ordinary tag, or "
     "returned as a value. OCaml 4 lets it pass while the memory stays where it is; OCaml 5 does "
     "not.",
     "Put the pointer into an `Abstract_tag` or custom block, or make it an integer: "
     "`caml_copy_nativeint((intnat) p)`, or `(value) p | 1` if p is even."},
    {rule::naked_pointer_to_freed, "naked_pointer_to_freed",
     "a field leads to memory that has been freed",
     "The fields of a block that is scanned hold values; a C pointer is no value.",
     "A pointer from `malloc` was stored in a block with an ordinary tag, and later freed. When "
     "`malloc`'s memory becomes a part of OCaml's heap, the collector will follow it.",
     "Put the pointer into a custom block whose finalizer frees it, and clear it when it is "
     "freed."},
    {rule::unremembered_store, "unremembered_store",
     "an old object leads to a young one, and the collector was not told",
     "A field of a block that has been filled changes only by `caml_modify` (or `Store_field`).",
     "A stub assigned to `Field(v, i)` directly. That is allowed only for a block that the same "
     "stub has just got from `caml_alloc_small`.",
     "Write `Store_field(v, i, x)`, or `caml_modify(&Field(v, i), x)`."},
    {rule::uninitialised_field, "uninitialised_field", "a field was never given a value",
     "Every field of a new block is initialised before the next allocation.",
     "A loop after `caml_alloc_shr` or `caml_alloc_small` leaves out a field, or ends early.",
     "Initialise every field: `caml_initialize` after `caml_alloc_shr`, an assignment after "
     "`caml_alloc_small`. `caml_alloc` does it for you."},
    {rule::block_overrun, "block_overrun",
     "a block was written beyond its end, over the header of the next one",
     "A block of n fields has the fields 0 to n - 1.",
     "A loop that runs to `i <= Wosize_val(v)`, or an index that is off by one; for bytes, a "
     "length that does not fit the block.",
     "Compare the index with `Wosize_val(v)`, or `caml_string_length(v)`. Look for what writes "
     "into the block before the broken header."},
    {rule::header_overwritten, "header_overwritten", "the header of a block is not what it was",
     "Only the runtime writes headers.",
     "A stub assigned to `Hd_val(v)` or to `Field(v, -1)`, or wrote through a pointer that is a "
     "word too low.",
     "Make a new block with `caml_alloc`, and fill it from the old one."},
    {rule::string_overrun, "string_overrun", "a string or bytes was written past its length",
     "The last byte of a string's block says how long the string is, and belongs to the runtime.",
     "`memcpy`, `strcpy`, read or `snprintf` with a size that is larger than "
     "`caml_string_length(s)`; `Bosize_val(s)` is the room of its words, not its length.",
     "Bound the size by `caml_string_length(s)`; allocate with `caml_alloc_string(n)` for n "
     "bytes."},
    {rule::unfilled_small_block, "unfilled_small_block",
     "something was allocated before a small block was filled",
     "After `caml_alloc_small`, every field is filled before anything else is allocated.",
     "`Field(v, 0) = caml_copy_string(...)` right after `caml_alloc_small`: the copy may collect "
     "while the fields of v are whatever was there.",
     "Make the parts first, in `CAMLlocal` variables, then the block; or use `caml_alloc`, which "
     "initialises the fields, and `Store_field`."},
    {rule::custom_size, "custom_size", "a custom block does not have the size that its data need",
     "A custom block is as large as what is stored in it, and begins with its operations.",
     "`caml_alloc_custom` was given sizeof of the pointer instead of the struct, or the size of "
     "another struct; or `custom_fixed_length` says another size than was allocated.",
     "`caml_alloc_custom(&ops, sizeof(struct what_you_store), 0, 1)`."},
    {rule::raw_data_scanned, "raw_data_scanned",
     "a block that is scanned for values holds raw data",
     "The fields of a block with a tag below 251 are values; raw data need a tag that is not "
     "scanned.",
     "`caml_alloc` or `caml_alloc_small` with an ordinary tag, and then a struct, an int or a "
     "double copied into the block.",
     "Allocate the block with `Abstract_tag`, or as a custom block, a string or a double array."},
    {rule::closure_environment, "closure_environment",
     "a closure says that its environment begins where it cannot",
     "The second word of a closure says where, within it, the environment begins.",
     "A closure was made or copied by hand with a wrong `Make_closinfo`, or its block is too "
     "small for its functions.",
     "Do not make closures in C: take them from OCaml, or give OCaml a function to apply."},
    {rule::infix_header, "infix_header", "a function value leads to no entry of a closure",
     "The header before each further function of a closure says how far the closure's beginning "
     "is.",
     "A stub wrote to the tag or header of a function value, which may lead into the middle of a "
     "closure; or it computed such an address itself.",
     "Leave `Hd_val` and `Tag_val` of function values alone."},
    {rule::used_in_blocking_section, "used_in_blocking_section",
     "OCaml's heap was used while the runtime was released",
     "Between `caml_release_runtime_system` and `caml_acquire_runtime_system` no value may be "
     "used.",
     "A stub reads `String_val(v)`, `Field(v, i)` or a custom block's data after "
     "`caml_release_runtime_system`: another thread may collect, and move it, at that moment.",
     "Copy what you need to C memory before you release the runtime."},
    {rule::dead_or_free_object_reached, "dead_or_free_object_reached",
     "a value leads to an object that is dead or has been freed",
     "What can be reached is alive: nothing leads to a block on the free list.",
     "A value was kept where the collector does not look (a C variable, `malloc`'ed memory, an "
     "Abstract block), was freed or about to be, and was then put back into the heap.",
     "Make the place where it was kept a root, or keep it in an OCaml block."},
    {rule::pointer_into_block, "pointer_into_block", "a value leads into the middle of a block",
     "A value is the address of a block's first field, or of a function within a closure.",
     "`&Field(v, i)` or a char pointer into a string was used as a value.",
     "Pass the block and an index."},
    {rule::collection_verdict, "collection_verdict",
     "a collection did not do what a collection must do",
     "What was reachable before a collection is the same after it (Definitions 5 to 7).",
     "If nothing was reported before this, it is a bug of Strata's collector.",
     "Please report it, with this page."},
};
static_assert(std::size(texts) == rule_count);

constexpr bool is_in_order()
{
    for (std::size_t i = 0; i < rule_count; ++i)
        if (texts[i].is != static_cast<rule>(i)) return false;
    return true;
}
static_assert(is_in_order());

struct kind_text {
    const char *name, *words;
};
constexpr kind_text kinds[] = {
    {"none", "no root"},
    {"global_root", "global root"},
    {"generational_root", "generational global root"},
    {"local_root", "local root (CAMLparam, CAMLlocal)"},
    {"stack", "stack of OCaml code"},
    {"ocaml_global", "OCaml module"},
    {"remembered_set", "remembered set"},
    {"finaliser", "finaliser (Gc.finalise)"},
    {"memprof", "Gc.Memprof"},
    {"ephemeron", "ephemeron"},
    {"other_thread", "another thread's stack"},
};

}  // namespace

const rule_text& text_of(rule r) { return texts[static_cast<std::size_t>(r)]; }
const char* name_of(rule r) { return text_of(r).name; }
const char* name_of(root_kind k) { return kinds[static_cast<std::size_t>(k)].name; }
const char* words_for(root_kind k) { return kinds[static_cast<std::size_t>(k)].words; }

}  // namespace strata::ocaml_runtime::checked
