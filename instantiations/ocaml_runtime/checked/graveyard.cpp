// instantiations/ocaml_runtime/checked/graveyard.cpp: copies of what was young, in a ring.
#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::size_t most_graves = 256, all_bytes = std::size_t{2} << 20U,
                      most_bytes_of_one = std::size_t{64} << 10U;

struct grave {
    std::uintptr_t begin = 0, end = 0;  ///< where it was
    std::size_t copy = 0;               ///< where its copy is
};

/// The nurseries from number `oldest` on, before `next`, are kept; their copies follow each other,
/// from the beginning again after the last byte.
struct {
    grave ring[most_graves]{};
    std::uint64_t next = 0, oldest = 0;
    std::byte* copies = nullptr;
    std::size_t free = 0;
} graves;

grave& grave_number(std::uint64_t n) { return graves.ring[n % most_graves]; }

bool has_room()
{
    if (graves.copies == nullptr) {
        void* at = mmap(nullptr, all_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at != MAP_FAILED) graves.copies = static_cast<std::byte*>(at);
    }
    return graves.copies != nullptr;
}

/// Room for so many bytes, after what was written last; the oldest give way.
std::size_t make_room(std::size_t bytes)
{
    auto from = graves.free;
    if (from + bytes > all_bytes) from = 0;
    for (; graves.oldest < graves.next; ++graves.oldest) {
        const auto& g = grave_number(graves.oldest);
        const bool is_apart = g.copy + (g.end - g.begin) <= from || from + bytes <= g.copy;
        if (is_apart && graves.next - graves.oldest < most_graves) break;
    }
    graves.free = from + bytes;
    return from;
}

}  // namespace

void bury(std::uintptr_t used_from, std::uintptr_t end)
{
    auto bytes = end - used_from;
    if (bytes > most_bytes_of_one || !has_room()) bytes = 0;
    const auto copy = make_room(bytes);
    if (bytes > 0) std::memcpy(graves.copies + copy, reinterpret_cast<void*>(used_from), bytes);
    grave_number(graves.next++) = {end - bytes, end, copy};
}

bool read_buried(std::uintptr_t at, std::uintptr_t& word_there)
{
    for (auto n = graves.next; n > graves.oldest; --n) {
        const auto& g = grave_number(n - 1);
        if (at < g.begin || at >= g.end) continue;
        std::memcpy(&word_there, graves.copies + g.copy + (at - g.begin), sizeof word_there);
        return true;
    }
    return false;
}

std::optional<remains> remains_of(std::uintptr_t a)
{
    for (auto n = graves.next; n > graves.oldest; --n) {
        const auto& g = grave_number(n - 1);
        if (a < g.begin || a >= g.end) continue;
        for (auto h = g.begin; h <= a;) {
            std::uintptr_t header = 0, moved_to = 0;
            const auto object = h + sizeof header;
            if (!read_buried(h, header)) return {};
            // Of what has moved only the copy says how long it is.
            if (header == 0 && (!read_buried(object, moved_to) || moved_to % sizeof header != 0 ||
                                !read_word(moved_to - sizeof header, header)))
                return {};
            const auto next = end_of(h, header);
            if (next <= h || next > g.end) return {};
            if (a < next) return remains{object, moved_to, graves.next - (n - 1)};
            h = next;
        }
    }
    return {};
}

}  // namespace strata::ocaml_runtime::checked
