// instantiations/ocaml_runtime/stat.cpp: memory of the runtime itself, which can be freed at once.
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <strata/instantiations/ocaml_runtime/caml.hpp>
#include <strata/instantiations/ocaml_runtime/checked/hooks.hpp>

namespace {

/// Before each block, once a program has asked for a pool: they are a ring, so that a program that
/// embeds OCaml can free them all when it shuts OCaml down.
struct alignas(std::max_align_t) pool_link {
    pool_link *previous, *next;
};
pool_link* pool = nullptr;

pool_link* link_of(void* block) { return static_cast<pool_link*>(block) - 1; }
void* join(pool_link* l)
{
    if (l == nullptr) return nullptr;
    l->previous = pool;
    l->next = pool->next;
    pool->next->previous = l;
    pool->next = l;
    return l + 1;
}
void leave(pool_link* l)
{
    l->previous->next = l->next;
    l->next->previous = l->previous;
}

void* or_raise(void* block, asize_t bytes)
{
    if (block == nullptr && bytes != 0) caml_raise_out_of_memory();
    return block;
}

}  // namespace

void caml_stat_create_pool()
{
    if (pool != nullptr) return;
    pool = static_cast<pool_link*>(malloc(sizeof(pool_link)));
    if (pool == nullptr) caml_fatal_error("out of memory");
    *pool = {pool, pool};
}
void caml_stat_destroy_pool()
{
    if (pool == nullptr) return;
    strata::ocaml_runtime::checked::shutting_down();
    for (pool_link *l = pool->next, *next; l != pool; l = next) {
        next = l->next;
        free(l);
    }
    free(pool);
    pool = nullptr;
}

caml_stat_block caml_stat_alloc_noexc(asize_t bytes)
{
    if (pool == nullptr) return malloc(bytes);
    if (bytes > SIZE_MAX - sizeof(pool_link)) return nullptr;
    return join(static_cast<pool_link*>(malloc(sizeof(pool_link) + bytes)));
}
caml_stat_block caml_stat_alloc(asize_t bytes)
{
    return or_raise(caml_stat_alloc_noexc(bytes), bytes);
}
caml_stat_block caml_stat_calloc_noexc(asize_t count, asize_t size)
{
    if (size != 0 && count > SIZE_MAX / size) return nullptr;
    auto* block = caml_stat_alloc_noexc(count * size);
    if (block != nullptr) std::memset(block, 0, count * size);
    return block;
}
void caml_stat_free(caml_stat_block block)
{
    if (block == nullptr) return;
    if (pool == nullptr) return free(block);
    leave(link_of(block));
    free(link_of(block));
}
caml_stat_block caml_stat_resize_noexc(caml_stat_block block, asize_t bytes)
{
    if (block == nullptr) return caml_stat_alloc_noexc(bytes);
    if (pool == nullptr) return realloc(block, bytes);
    if (bytes > SIZE_MAX - sizeof(pool_link)) return nullptr;
    auto* l = link_of(block);
    leave(l);
    auto* moved = static_cast<pool_link*>(realloc(l, sizeof(pool_link) + bytes));
    return moved != nullptr ? join(moved) : (join(l), nullptr);
}
caml_stat_block caml_stat_resize(caml_stat_block block, asize_t bytes)
{
    return or_raise(caml_stat_resize_noexc(block, bytes), bytes);
}

/// `modulo` is how far into the block the address is that falls on a page.
void* caml_stat_alloc_aligned_noexc(asize_t bytes, int modulo, caml_stat_block* base)
{
    if (bytes > SIZE_MAX - Page_size) return nullptr;
    *base = caml_stat_alloc_noexc(bytes + Page_size);
    if (*base == nullptr) return nullptr;
    const auto offset = static_cast<std::uintptr_t>(modulo);
    const auto from = reinterpret_cast<std::uintptr_t>(*base) + offset;
    return reinterpret_cast<void*>((from / Page_size + 1) * Page_size - offset);
}
void* caml_stat_alloc_aligned(asize_t bytes, int modulo, caml_stat_block* base)
{
    return or_raise(caml_stat_alloc_aligned_noexc(bytes, modulo, base), bytes);
}

caml_stat_string caml_stat_strdup_noexc(const char* s)
{
    const auto bytes = std::strlen(s) + 1;
    auto* copy = static_cast<char*>(caml_stat_alloc_noexc(bytes));
    if (copy != nullptr) std::memcpy(copy, s, bytes);
    return copy;
}
caml_stat_string caml_stat_strdup(const char* s)
{
    return static_cast<char*>(or_raise(caml_stat_strdup_noexc(s), 1));
}
caml_stat_string caml_stat_strconcat(int n, ...)
{
    std::va_list strings;
    std::size_t bytes = 1;
    va_start(strings, n);
    for (int i = 0; i < n; ++i) bytes += std::strlen(va_arg(strings, const char*));
    va_end(strings);
    auto* result = static_cast<char*>(caml_stat_alloc(bytes));
    auto* at = result;
    va_start(strings, n);
    for (int i = 0; i < n; ++i) {
        const char* s = va_arg(strings, const char*);
        const auto length = std::strlen(s);
        std::memcpy(at, s, length);
        at += length;
    }
    va_end(strings);
    *at = '\0';
    return result;
}
