// tests/memories.hpp: what tests choose from: colours in headers, or marks beside the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/marked.hpp>

#include "layouts.hpp"

namespace test {

/// Entries that live as long as any copy of the memory that they are beside.
struct kept_entries {
    std::shared_ptr<std::vector<strata::imperative::mark_entry>> storage;

    explicit kept_entries(std::uint64_t words)
        : storage{std::make_shared<std::vector<strata::imperative::mark_entry>>(
              strata::imperative::lent_entries::count(words))}
    {}
};

/// `M`, with marks that it brings along. Copies share them, as they share the words.
template <strata::layout L, class M = strata::imperative::checked_memory<L>>
class own_marks : kept_entries, public strata::imperative::marked<L, M> {
    using base = strata::imperative::marked<L, M>;
    using W = strata::word_of<L>;

public:
    own_marks(std::span<W> words, W origin)
        : own_marks{M{words, origin}}
    {}
    explicit own_marks(M memory)
        : kept_entries{room_for(memory)}
        , base{strata::imperative::with_marks<L>(std::move(memory), *storage)}
    {}

    [[nodiscard]] bool has_no_mark() const
    {
        for (const auto entry : *storage)
            if (entry != 0) return false;
        return true;
    }

private:
    [[nodiscard]] static std::uint64_t room_for(const M& memory)
    {
        if constexpr (requires { memory.most_words(); }) return memory.most_words();
        else return (memory.end() - memory.begin()) / strata::mword<L>();
    }
};

/// A name in a list of layouts: this one, where the memory has marks beside it.
template <strata::layout L>
struct with_marks {};

template <class T>
struct chosen {
    using layout_type = T;
    using memory = strata::imperative::checked_memory<T>;
};
template <strata::layout L>
struct chosen<with_marks<L>> {
    using layout_type = L;
    using memory = own_marks<L>;
};
template <class T>
using layout_in = typename chosen<T>::layout_type;
template <class T>
using memory_in = typename chosen<T>::memory;
/// The same for any other memory.
template <class T, class M>
using marked_in =
    std::conditional_t<std::is_same_v<T, layout_in<T>>, M, own_marks<layout_in<T>, M>>;

/// Marks are beside words of 64 and of 32 bits, and where addresses count words.
using marks = std::tuple<with_marks<strata::ocaml_64>, with_marks<strata::ocaml_32>,
                         with_marks<strata::bitmap_record>>;
using layouts_and_marks = decltype(std::tuple_cat(std::declval<layouts>(), std::declval<marks>()));

}  // namespace test

TYPE_TO_STRING(test::with_marks<strata::ocaml_64>);
TYPE_TO_STRING(test::with_marks<strata::ocaml_32>);
TYPE_TO_STRING(test::with_marks<strata::bitmap_record>);
