// tools/tour/names.hpp: a letter for each object of a heap, so that pointers can be read.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <strata/layer2_functional/defect.hpp>
#include <strata/layer2_functional/objects.hpp>

namespace strata::draw {

using functional::hex;

/// The blocks of a heap as far as its headers can be followed, and the names of those that are
/// objects: A, B, ... in the order of their addresses. The names stay true while objects do not
/// move, so those of a heap before a collection also serve after it.
template <layout L>
class names {
public:
    template <word_memory<word_of<L>> M>
    explicit names(const M& memory)
    {
        for (const auto h : blocks(memory))
            if (functional::is_allocated<L>(memory.load(h.at)))
                names_.emplace(h.at, letters(names_.size()));
    }
    [[nodiscard]] std::string operator()(header_of<L> h) const
    {
        const auto found = names_.find(h.at);
        return found == names_.end() ? hex(h.at) : found->second;
    }
    [[nodiscard]] std::string operator()(value_of<L> x) const { return (*this)(hd_address<L>(x)); }
    [[nodiscard]] bool has(header_of<L> h) const { return names_.count(h.at) != 0; }

    /// Every block; the last one of a broken heap may reach past the end.
    template <word_memory<word_of<L>> M>
    [[nodiscard]] static std::vector<header_of<L>> blocks(const M& memory)
    {
        std::vector<header_of<L>> found;
        for (header_of<L> h{memory.begin()}; h.at < memory.end();) {
            found.push_back(h);
            if (overruns(memory, h)) break;
            h = next_header<L>(h, functional::wosize<L>(h, memory));
        }
        return found;
    }
    template <word_memory<word_of<L>> M>
    [[nodiscard]] static bool overruns(const M& memory, header_of<L> h)
    {
        return functional::wosize<L>(h, memory) >= (memory.end() - h.at) / mword<L>();
    }

private:
    [[nodiscard]] static std::string letters(std::size_t n)
    {
        const std::string last(1, static_cast<char>('A' + n % 26));
        return n < 26 ? last : letters(n / 26 - 1) + last;
    }

    std::map<word_of<L>, std::string> names_;
};

}  // namespace strata::draw
