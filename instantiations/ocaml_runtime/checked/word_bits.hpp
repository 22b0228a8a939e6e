// instantiations/ocaml_runtime/checked/word_bits.hpp: one bit for each word of a range of memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>

#include <strata/instantiations/ocaml_runtime/old_generation.hpp>

namespace strata::ocaml_runtime::checked {

/// The system gives memory to what is used of it, and only then.
class word_bits {
public:
    /// All clear, for so many words from `base` on; false if there are no addresses left.
    [[nodiscard]] bool cover(word base, std::size_t words)
    {
        base_ = base - 64 * sizeof(word);  // so that the word before the range can be asked for
        words += 64;
        if (words <= words_) return true;
        const auto bytes = whole_pages(words / 8 + 16);
        void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED) return false;
        release();
        bits_ = static_cast<std::uint64_t*>(at);
        words_ = words;
        bytes_ = bytes;
        return true;
    }
    void release()
    {
        if (bits_ != nullptr) munmap(bits_, bytes_);
        bits_ = nullptr;
        words_ = bytes_ = 0;
    }
    /// All clear, and the system gets the memory back.
    void forget()
    {
        if (bits_ != nullptr) madvise(bits_, bytes_, MADV_DONTNEED);
    }
    [[nodiscard]] bool covers(word a) const { return (a - base_) / sizeof(word) < words_; }

    [[nodiscard]] bool test(word a) const { return (bits_[number(a) / 64] & bit(a)) != 0; }
    void set(word a) { bits_[number(a) / 64] |= bit(a); }
    void clear(word a) { bits_[number(a) / 64] &= ~bit(a); }
    /// Whether it was set already.
    bool test_and_set(word a)
    {
        const bool was = test(a);
        set(a);
        return was;
    }
    void clear(word from, word to)
    {
        const auto first = number(from), end = number(to);
        if (first >= end) return;
        const auto low = ~std::uint64_t{0} << (first % 64);
        const auto high = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
        if (first / 64 == (end - 1) / 64) {
            bits_[first / 64] &= ~(low & high);
            return;
        }
        bits_[first / 64] &= ~low;
        std::memset(bits_ + first / 64 + 1, 0, ((end - 1) / 64 - first / 64 - 1) * 8);
        bits_[(end - 1) / 64] &= ~high;
    }
    /// The first word at or after `from`, and before `to`, that has its bit; else `to`.
    [[nodiscard]] word next(word from, word to) const
    {
        auto n = number(from);
        const auto end = number(to);
        if (n >= end) return to;
        auto rest = bits_[n / 64] >> (n % 64);
        if (rest != 0) {
            n += static_cast<std::size_t>(std::countr_zero(rest));
        } else {
            for (n = (n / 64 + 1) * 64; n < end && bits_[n / 64] == 0;) n += 64;
            if (n < end) n += static_cast<std::size_t>(std::countr_zero(bits_[n / 64]));
        }
        return std::min<word>(base_ + n * sizeof(word), to);
    }
    /// The last word before `from`, and at or after the base, that has its bit; else 0.
    [[nodiscard]] word previous(word from) const
    {
        for (auto n = number(from); n > 0; --n) {
            if (n % 64 == 0 && bits_[n / 64 - 1] == 0) n -= 63;
            else if ((bits_[(n - 1) / 64] >> ((n - 1) % 64) & 1U) != 0)
                return base_ + (n - 1) * sizeof(word);
        }
        return 0;
    }

    /// The bits of the words from `a` on, as many as are at hand.
    [[nodiscard]] std::uint64_t from(word a) const
    {
        return bits_[number(a) / 64] >> (number(a) % 64);
    }

private:
    [[nodiscard]] std::size_t number(word a) const { return (a - base_) / sizeof(word); }
    [[nodiscard]] std::uint64_t bit(word a) const { return std::uint64_t{1} << (number(a) % 64); }

    std::uint64_t* bits_ = nullptr;
    word base_ = 0;
    std::size_t words_ = 0, bytes_ = 0;
};

/// Where blocks start: those in use, and the others, which are free, dead or without fields. Both
/// bits are for what is lost: it is in use, but nothing led to it when the cycle began.
struct block_starts {
    word_bits in_use, others;

    [[nodiscard]] bool is_lost(word h) const { return in_use.test(h) && others.test(h); }

    void insert(word h, word next, bool is_in_use)
    {
        in_use.clear(h, next);
        others.clear(h, next);
        (is_in_use ? in_use : others).set(h);
    }
    /// For any address; layer 2 asks.
    [[nodiscard]] bool contains(header h) const
    {
        if (h.at % sizeof(word) != 0 || !in_use.covers(h.at)) return false;
        return in_use.test(h.at) || others.test(h.at);
    }
    [[nodiscard]] word next(word from, word to) const
    {
        if (const auto near = in_use.from(from) | others.from(from); near != 0) [[likely]]
            return std::min<word>(from + static_cast<word>(std::countr_zero(near)) * sizeof(word),
                                  to);
        return others.next(from, in_use.next(from, to));
    }
    /// The start at or before `a`; 0 if there is none.
    [[nodiscard]] word around(word a) const
    {
        a = a / sizeof(word) * sizeof(word);
        return std::max(in_use.previous(a + sizeof(word)), others.previous(a + sizeof(word)));
    }
};

}  // namespace strata::ocaml_runtime::checked
