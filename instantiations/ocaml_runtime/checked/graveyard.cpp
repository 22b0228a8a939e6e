// instantiations/ocaml_runtime/checked/graveyard.cpp: what was young can be read, but not used.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include <strata/instantiations/ocaml_runtime/checked/check.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

struct grave {
    std::uintptr_t begin = 0, end = 0, filled_from = 0;
};
constexpr std::size_t most_graves = 128, most_buried_bytes = std::size_t{8} << 20U;

/// A ring: the next one takes the place of the oldest.
struct {
    grave ring[most_graves]{};
    std::size_t next = 0, oldest = 0, bytes = 0;
} graves;

std::size_t bytes_of(const grave& g) { return g.end - g.filled_from; }

/// A new mapping: the system gets the memory back, and keeps the addresses.
void give_back(grave& g)
{
    if (g.end == 0) return;
    mmap(reinterpret_cast<void*>(g.begin), g.end - g.begin, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    graves.bytes -= bytes_of(g);
    g = {};
}

const grave* grave_of(std::uintptr_t a)
{
    for (const auto& g : graves.ring)
        if (g.begin <= a && a < g.end) return &g;
    return nullptr;
}

/// What is fresh ends where the last object was made.
std::uintptr_t first_header(const grave& g)
{
    std::uintptr_t w = 0;
    auto h = g.filled_from;
    while (h < g.end && read_buried(h, w) && w == fresh_word) h += sizeof w;
    return h;
}

}  // namespace

void bury(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t filled_from)
{
    const grave g{begin, end, std::clamp(filled_from, begin, end)};
    give_back(graves.ring[graves.next]);
    while (graves.bytes + bytes_of(g) > most_buried_bytes && graves.oldest != graves.next) {
        give_back(graves.ring[graves.oldest]);
        graves.oldest = (graves.oldest + 1) % most_graves;
    }
    mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_NONE);
    graves.ring[graves.next] = g;
    graves.bytes += bytes_of(g);
    graves.next = (graves.next + 1) % most_graves;
    if (graves.next == graves.oldest) graves.oldest = (graves.oldest + 1) % most_graves;
}

/// The file of a process's own memory can be read where the process itself may not.
bool read_buried(std::uintptr_t at, std::uintptr_t& word_there)
{
    if (grave_of(at) == nullptr) return false;
    static int memory = -1;
    static pid_t process = 0;
    if (memory < 0 || process != getpid()) {
        memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
        process = getpid();
    }
    return memory >= 0 && pread(memory, &word_there, sizeof word_there, static_cast<off_t>(at)) ==
                              sizeof word_there;
}

std::optional<remains> remains_of(std::uintptr_t a)
{
    const auto* g = grave_of(a);
    if (g == nullptr) return {};
    for (auto h = first_header(*g); h <= a && h < g->end;) {
        std::uintptr_t header = 0, moved_to = 0;
        const auto object = h + sizeof header;
        if (!read_buried(h, header)) return {};
        // Of what has moved only the copy says how long it is.
        if (header == 0 && (!read_buried(object, moved_to) || moved_to % sizeof header != 0 ||
                            !read_word(moved_to - sizeof header, header)))
            return {};
        const auto next = end_of(h, header);
        if (next <= h || next > g->end) return {};
        if (a < next) {
            const auto place = static_cast<std::size_t>(g - graves.ring);
            return remains{object, moved_to,
                           (graves.next + most_graves - place - 1) % most_graves + 1};
        }
        h = next;
    }
    return {};
}

}  // namespace strata::ocaml_runtime::checked
