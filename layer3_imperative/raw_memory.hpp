// layer3_imperative/raw_memory.hpp: borrowed words, read and written without a check.
#pragma once

#include <cstdint>
#include <span>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// The fast memory model. It is a view: copying it copies three words.
///
/// `origin` is the address that the layout's pointers give to the first word. A runtime whose
/// pointers are machine addresses passes that of the first word itself.
template <layout L>
class raw_memory {
public:
    using word = word_of<L>;

    raw_memory(std::span<word> words, word origin)
        : base_{reinterpret_cast<std::uintptr_t>(words.data()) - offset(origin)}
        , begin_{origin}
        , end_{static_cast<word>(origin + words.size() * L::mword)}
    {
        expects(begin_ <= end_, "the addresses of a heap fit in a word");
    }

    [[nodiscard]] word begin() const { return begin_; }
    [[nodiscard]] word end() const { return end_; }
    [[nodiscard]] word load(word a) const { return *at(a); }
    void store(word a, word w) { *at(a) = w; }
    void prefetch(word a) const { __builtin_prefetch(at(a), 1); }

private:
    static constexpr std::uintptr_t scale = sizeof(word) / L::mword;
    static_assert(scale * L::mword == sizeof(word),
                  "pointers count bytes, words, or a unit between");

    // Modulo the machine's addresses, which may be shorter than the layout's words.
    [[nodiscard]] static std::uintptr_t offset(word a)
    {
        return static_cast<std::uintptr_t>(a) * scale;
    }
    [[nodiscard]] word* at(word a) const { return reinterpret_cast<word*>(base_ + offset(a)); }

    std::uintptr_t base_;
    word begin_, end_;
};

}  // namespace strata::imperative
