// layer3_imperative/overlaid_memory.hpp: a memory that one side writes and the other does not see.
#pragma once

#include <utility>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

/// What is stored here goes to a word beside the memory, and hides the memory's own; whoever uses
/// the memory itself sees nothing of it. A zero beside hides nothing.
///
/// It models `word_memory`, for words that are not zero.
template <layout L, word_memory<word_of<L>> M>
class overlaid_memory {
public:
    using word = word_of<L>;

    /// Expects  as many words beside as there are, all zero.
    constexpr overlaid_memory(M memory, M beside)
        : memory_{std::move(memory)}
        , beside_{std::move(beside)}
    {
        expects(memory_.end() - memory_.begin() <= beside_.end() - beside_.begin(),
                "beside a memory there are as many words");
    }

    [[nodiscard]] constexpr word begin() const { return memory_.begin(); }
    [[nodiscard]] constexpr word end() const { return memory_.end(); }
    [[nodiscard]] constexpr word load(word a) const
    {
        const auto hiding = beside_.load(place(a));
        return hiding != strata::word<word>(0) ? hiding : memory_.load(a);
    }
    constexpr void store(word a, word w) { beside_.store(place(a), w); }

private:
    [[nodiscard]] constexpr word place(word a) const
    {
        return beside_.begin() + (a - memory_.begin());
    }

    M memory_, beside_;
};

}  // namespace strata::imperative
