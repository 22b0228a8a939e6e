// tests/wide_chain.hpp: a chain of objects that are as wide as small ones may be.
#pragma once

#include <cstdint>
#include <vector>

#include <strata/concepts/layout.hpp>

namespace test {

/// The last field of each object leads to the next one. What the others lead to waits on the stack
/// while the chain is followed: so many objects have strings of their own, the rest leads back to
/// the object before. The first string may be so long that all but its object is far.
template <strata::layout L>
struct wide_chain {
    static constexpr std::uint64_t wosize = 60, origin = 0x1000, root = origin + 8;

    std::vector<std::uint64_t> words{};

    wide_chain(std::uint64_t count, std::uint64_t with_strings, std::uint64_t long_wosize = 1)
    {
        std::uint64_t before = root;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto header = words.size(), at = address(header + 1);
            words.resize(header + wosize + 1, before);
            words[header] = L::make_header(wosize, strata::color::white, 0);
            for (std::uint64_t j = 1; j < wosize && i < with_strings; ++j)
                words[header + j] = add_string(i == 0 && j == 1 ? long_wosize : 1);
            words[header + wosize] = i + 1 < count ? address(words.size() + 1) : 1;
            before = at;
        }
    }

private:
    [[nodiscard]] static std::uint64_t address(std::uint64_t word) { return origin + word * 8; }
    std::uint64_t add_string(std::uint64_t fields)
    {
        words.push_back(L::make_header(fields, strata::color::white, 252));
        words.insert(words.end(), fields, 1);
        return address(words.size() - fields);
    }
};

}  // namespace test
