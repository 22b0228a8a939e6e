// instantiations/ocaml_runtime/checked/text.hpp: text that grows in pages of its own, and no heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace strata::ocaml_runtime::checked {

/// A page is made when the heap is broken, perhaps on the stack of a signal: nothing is allocated
/// but by the kernel. What does not fit is left out.
class text {
public:
    explicit text(std::size_t most = std::size_t{1} << 22U)
    {
        void* at = mmap(nullptr, most, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) return;
        begin_ = static_cast<char*>(at);
        most_ = most;
    }
    ~text()
    {
        if (begin_ != nullptr) munmap(begin_, most_);
    }
    text(const text&) = delete;
    text& operator=(const text&) = delete;

    [[nodiscard]] std::string_view view() const { return {begin_, size_}; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// The text from there on is taken back.
    void cut(std::size_t size) { size_ = std::min(size_, size); }

    text& operator<<(std::string_view more)
    {
        const auto n = std::min(more.size(), most_ - size_);
        if (n > 0) std::memcpy(begin_ + size_, more.data(), n);
        size_ += n;
        return *this;
    }
    text& operator<<(const char* more) { return *this << std::string_view{more}; }
    text& operator<<(char c) { return *this << std::string_view{&c, 1}; }
    text& operator<<(std::uint64_t n)
    {
        char digits[20];
        char* at = digits + sizeof digits;
        do *--at = static_cast<char>('0' + n % 10);
        while ((n /= 10) > 0);
        return *this << std::string_view{at, static_cast<std::size_t>(digits + sizeof digits - at)};
    }
    text& operator<<(std::int64_t n)
    {
        if (n >= 0) return *this << static_cast<std::uint64_t>(n);
        return *this << '-' << (~static_cast<std::uint64_t>(n) + 1);
    }
    text& operator<<(unsigned n) { return *this << std::uint64_t{n}; }
    /// As 0x7f00; with leading zeros if `digits` says so.
    text& hex(std::uint64_t n, unsigned digits = 1)
    {
        *this << "0x";
        unsigned shift = 60;
        while (shift > 0 && n >> shift == 0 && shift / 4 >= digits) shift -= 4;
        for (;; shift -= 4) {
            *this << "0123456789abcdef"[n >> shift & 15U];
            if (shift == 0) return *this;
        }
    }
    /// `1 field`, `2 fields`
    text& count(std::uint64_t n, std::string_view noun)
    {
        *this << n << ' ' << noun;
        return n == 1 ? *this : *this << 's';
    }
    text& spaces(std::size_t n)
    {
        for (; n > 0; --n) *this << ' ';
        return *this;
    }

    /// All of it, to a file that is open.
    void write_to(int file) const
    {
        for (std::size_t done = 0; done < size_;) {
            const auto n = ::write(file, begin_ + done, size_ - done);
            if (n <= 0) return;
            done += static_cast<std::size_t>(n);
        }
    }

private:
    char* begin_ = nullptr;
    std::size_t size_ = 0, most_ = 0;
};

/// Up to `n` characters from `from` on; none if there are none.
[[nodiscard]] inline std::string_view part(std::string_view of, std::size_t from,
                                           std::size_t n = std::string_view::npos)
{
    from = std::min(from, of.size());
    return {of.data() + from, std::min(n, of.size() - from)};
}

}  // namespace strata::ocaml_runtime::checked
