// tools/prove/show/collection.hpp: a heap before a collection and as the fault has left it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <unistd.h>

#include <tour/draw.hpp>

#include <z3++.h>

namespace strata::prove::show {

/// Two heaps, with the names of the first, and the roots.
template <layout S, class R>
[[nodiscard]] std::string collection(const functional::heap<S>& before,
                                     const functional::heap<S>& after, const R& roots)
{
    const auto t = draw::detect(STDOUT_FILENO);
    const draw::names<S> names{before};
    const draw::reader<S, functional::heap<S>> read{t, before, names};
    std::string text = "the heap before\n" + draw::draw_heap<S>(t, before, names) + "roots ";
    for (const word_of<S> root : roots) text += " " + read.value(root);
    return text + "\n\nthe heap then\n" + draw::draw_heap<S>(t, after, names);
}

/// The same, with the numbers that a model gives to words of the solver.
template <layout S, class W, class R>
[[nodiscard]] std::string collection(const z3::model& model, const std::vector<W>& before,
                                     const std::vector<W>& after, const R& roots)
{
    const auto numbers = [&](const auto& words) {
        std::vector<word_of<S>> all;
        for (const auto& w : words) {
            std::uint64_t n = 0;
            model.eval(w.formula(), true).is_numeral_u64(n);
            all.push_back(static_cast<word_of<S>>(n));
        }
        return all;
    };
    const auto origin = word<word_of<S>>(1) << (word_bits<word_of<S>> - 1);
    return collection<S>(functional::heap<S>{origin, numbers(before)},
                         functional::heap<S>{origin, numbers(after)}, numbers(roots));
}

}  // namespace strata::prove::show
