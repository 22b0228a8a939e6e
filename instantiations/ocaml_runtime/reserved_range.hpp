// instantiations/ocaml_runtime/reserved_range.hpp: addresses at once, memory as it is used.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/mman.h>

namespace strata::ocaml_runtime {

inline constexpr std::size_t page_bytes = 4096, large_page_bytes = std::size_t{1} << 21;

[[nodiscard]] constexpr std::size_t whole_pages(std::size_t bytes)
{
    return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

/// A range of addresses that nothing else gets. Memory is behind its first `committed` bytes only.
class reserved_range {
public:
    /// The largest range that the system gives, of at most `bytes`. False if there is none.
    [[nodiscard]] bool reserve(std::size_t bytes)
    {
        for (; bytes >= page_bytes; bytes = bytes / 2 / page_bytes * page_bytes) {
            void* at =
                mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (at == MAP_FAILED) continue;
            begin_ = reinterpret_cast<std::uintptr_t>(at);
            bytes_ = bytes;
            return true;
        }
        return false;
    }
    void release()
    {
        if (bytes_ != 0) munmap(reinterpret_cast<void*>(begin_), bytes_);
        *this = {};
    }

    /// There is memory, all zero where there was none, behind the first `bytes`, which are whole
    /// pages, and none behind the others. False, and nothing has changed, if the system has not as
    /// much.
    // A new mapping, not other rights for the old one: only so does the system look whether it has
    // the memory, rather than kill the program when it is used.
    [[nodiscard]] bool commit(std::size_t bytes)
    {
        if (bytes > bytes_) return false;
        const bool grows = bytes > committed_;
        const auto from = grows ? committed_ : bytes, to = grows ? bytes : committed_;
        if (from == to) return true;
        const int rights = grows ? PROT_READ | PROT_WRITE : PROT_NONE;
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | (grows ? 0 : MAP_NORESERVE);
        void* at = mmap(reinterpret_cast<void*>(begin_ + from), to - from, rights, flags, -1, 0);
        if (at == MAP_FAILED) return false;
        committed_ = bytes;
        return true;
    }
    /// Large pages for what is committed, of which one too many may be used.
    void prefer_large_pages()
    {
        const auto first = (begin_ + large_page_bytes - 1) / large_page_bytes;
        const auto last = (begin_ + committed_) / large_page_bytes;
        if (first < last)
            madvise(reinterpret_cast<void*>(first * large_page_bytes),
                    (last - first) * large_page_bytes, MADV_HUGEPAGE);
    }

    /// What somebody else has mapped, all of it with memory behind it.
    [[nodiscard]] static reserved_range of_mapped(std::uintptr_t begin, std::size_t bytes)
    {
        reserved_range r;
        r.begin_ = begin;
        r.bytes_ = r.committed_ = bytes;
        return r;
    }

    [[nodiscard]] std::uintptr_t begin() const { return begin_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t committed() const { return committed_; }

private:
    std::uintptr_t begin_ = 0;
    std::size_t bytes_ = 0, committed_ = 0;
};

}  // namespace strata::ocaml_runtime
