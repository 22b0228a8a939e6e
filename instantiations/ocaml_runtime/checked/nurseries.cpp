// instantiations/ocaml_runtime/checked/nurseries.cpp: each nursery is elsewhere, the last gone.
#include <algorithm>

#include <sys/mman.h>
#include <sys/resource.h>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

/// Addresses for many nurseries, used one after the other. What leads to one of the past faults,
/// and is known for what it is.
reserved_range all_nurseries;
word next_nursery = 0;
word used_from = 0;    ///< what was allocated in it is from here to its end
word filled_from = 0;  ///< the present one holds fresh words from here to what is allocated

bool reserve_nurseries(std::size_t bytes)
{
    rlimit limit{};
    auto most = std::size_t{1} << 40U;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        most = std::min<std::size_t>(most, limit.rlim_cur / 8 / page_bytes * page_bytes);
    if (!all_nurseries.reserve(std::max(most, 4 * bytes))) return false;
    next_nursery = all_nurseries.begin();
    return true;
}

/// Where the next nursery is; 0 if there are no addresses.
word next_place(std::size_t bytes)
{
    if (all_nurseries.bytes() == 0 && !reserve_nurseries(bytes)) return 0;
    if (bytes > all_nurseries.bytes() / 2) return 0;
    if (next_nursery + bytes > all_nurseries.begin() + all_nurseries.bytes())
        next_nursery = all_nurseries.begin();
    next_nursery += bytes;
    return next_nursery - bytes;
}

}  // namespace

bool is_nursery_address(word a) { return a - all_nurseries.begin() < all_nurseries.bytes(); }

reserved_range take_nursery(std::size_t bytes)
{
    const auto to = next_place(bytes);
    if (to == 0) return {};
    void* at = mmap(reinterpret_cast<void*>(to), bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (at == MAP_FAILED) return {};
    filled_from = used_from = to + bytes;
    return reserved_range::of_mapped(to, bytes);
}
/// The same memory at the next place. What was used of it is filled again, if it will be looked at.
reserved_range carry_nursery(std::uintptr_t from, std::size_t bytes)
{
    const auto to = next_place(bytes);
    if (to == 0) return {};
    bury(used_from, from + bytes);
    void* at = mremap(reinterpret_cast<void*>(from), bytes, bytes,
                      MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to);
    if (at == MAP_FAILED) return take_nursery(bytes);
    filled_from = filled_from - from + to;
    if (is_sample_near())
        std::fill(reinterpret_cast<word*>(used_from - from + to),
                  reinterpret_cast<word*>(to + bytes), fresh_word);
    used_from = to + bytes;
    return reserved_range::of_mapped(to, bytes);
}
void note_used(word begin) { used_from = begin; }
void retire_nursery(reserved_range nursery)
{
    if (nursery.bytes() == 0) return;
    // A new mapping: the system gets the memory back, and keeps the addresses.
    mmap(reinterpret_cast<void*>(nursery.begin()), nursery.bytes(), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

/// What may be allocated before the next look holds fresh words.
void fill_nursery(word down_to)
{
    const auto begin = reinterpret_cast<word>(Caml_state->young_start);
    const auto ahead = std::size_t{16} * page_bytes;  // so that this is rare, and of whole pages
    const auto least = (2 + Max_young_wosize) * sizeof(word);
    if (down_to > begin + least && down_to - least >= filled_from) return;
    const auto to = down_to > begin + least + ahead ? down_to - least - ahead : begin;
    if (to >= filled_from) return;
    std::fill(reinterpret_cast<word*>(to), reinterpret_cast<word*>(filled_from), fresh_word);
    filled_from = to;
}

}  // namespace strata::ocaml_runtime::checked
