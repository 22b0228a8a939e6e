// tests/laws/root_set_laws.hpp: the law of a root set: it can be walked again.
#pragma once

#include <vector>

#include <strata/concepts/root_set.hpp>

namespace laws {

template <class W, strata::root_set<W> R>
[[nodiscard]] std::vector<W> walked(const R& roots)
{
    std::vector<W> words;
    for (W root : roots) words.push_back(root);
    return words;
}

/// Two walks give the same words, and they are the ones that are meant to be there.
template <class W, strata::root_set<W> R>
[[nodiscard]] bool multipass(const R& roots, const std::vector<W>& expected)
{
    return walked<W>(roots) == expected && walked<W>(roots) == expected;
}

}  // namespace laws
