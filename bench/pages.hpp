// bench/pages.hpp: memory from the system, every page of it touched before a clock runs.
#pragma once

#include <cstddef>
#include <new>
#include <span>

#include <sys/mman.h>

namespace strata::bench {

/// Whether the kernel may back a heap with huge pages. One setting for heaps and limits alike.
enum class page_size { small, huge };

/// `count` objects of type `T`, all zero, in pages that are already there.
template <class T>
class pages {
public:
    pages(std::size_t count, page_size size)
        : count_{count}
        , bytes_{(count * sizeof(T) + granule - 1) / granule * granule}
        , base_{map(bytes_)}
    {
        madvise(base_, bytes_, size == page_size::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
        for (std::size_t i = 0; i < bytes_; i += 4096) static_cast<volatile char*>(base_)[i] = 0;
    }
    pages(const pages&) = delete;
    pages& operator=(const pages&) = delete;
    ~pages() { munmap(base_, bytes_); }

    [[nodiscard]] std::span<T> span() const { return {static_cast<T*>(base_), count_}; }

private:
    static constexpr std::size_t granule = std::size_t{1} << 21;

    [[nodiscard]] static void* map(std::size_t bytes)
    {
        void* const at =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) throw std::bad_alloc{};
        return at;
    }

    std::size_t count_, bytes_;
    void* base_;
};

}  // namespace strata::bench
