// instantiations/ocaml_runtime/checked/c_memory.cpp: what C code frees is remembered for a while.
#include <cstddef>
#include <cstdint>

#include <malloc.h>

#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

/// Blocks that were freed, and not allocated again, by their addresses.
std::uintptr_t freed[1U << 16U];

std::uintptr_t& freed_entry(std::uintptr_t a) { return freed[(a >> 4U ^ a >> 20U) % (1U << 16U)]; }
[[maybe_unused]] void note_allocated(const void* block)
{
    const auto a = reinterpret_cast<std::uintptr_t>(block);
    if (auto& entry = freed_entry(a); entry == a) entry = 0;
}
/// Expects  the block is still there.
[[maybe_unused]] void note_freed(void* block)
{
    const auto a = reinterpret_cast<std::uintptr_t>(block);
    freed_entry(a) = a;
    if (are_there_registered_roots()) audit_freed(a, a + malloc_usable_size(block));
}

}  // namespace

bool is_freed_by_c(word a) { return a != 0 && a % 16 == 0 && freed_entry(a) == a; }

}  // namespace strata::ocaml_runtime::checked

// A program is one place where the C library's functions can be replaced; a shared object is none.
// Weak, so that a program with an allocator of its own keeps it.
#if defined __GLIBC__ && (defined __PIE__ || !defined __PIC__)
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void __libc_free(void*);

[[gnu::weak]] void* malloc(std::size_t bytes) noexcept
{
    void* block = __libc_malloc(bytes);
    strata::ocaml_runtime::checked::note_allocated(block);
    return block;
}
[[gnu::weak]] void* calloc(std::size_t count, std::size_t bytes) noexcept
{
    void* block = __libc_calloc(count, bytes);
    strata::ocaml_runtime::checked::note_allocated(block);
    return block;
}
[[gnu::weak]] void* realloc(void* block, std::size_t bytes) noexcept
{
    namespace checked = strata::ocaml_runtime::checked;
    const auto from = reinterpret_cast<std::uintptr_t>(block);
    const auto end = from + (block != nullptr ? malloc_usable_size(block) : 0);
    void* moved = __libc_realloc(block, bytes);
    checked::note_allocated(moved);
    if (block != nullptr && moved != nullptr && moved != block) checked::audit_freed(from, end);
    return moved;
}
[[gnu::weak]] void free(void* block) noexcept
{
    if (block != nullptr) strata::ocaml_runtime::checked::note_freed(block);
    __libc_free(block);
}
}
#endif
