// tools/prove/copy_space.hpp: two spaces of any size, and a copy of all fields of an object.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "allocating.hpp"
#include "world.hpp"

namespace strata::prove {

/// What a proof is about: any original, any copy, any field of a copy. Each is proved on its own,
/// with the hypotheses that it needs: together they are too many for the solver.
enum class focus { original, copy, field };
inline focus& the_focus()
{
    static focus is = focus::original;
    return is;
}
/// Proves `step` with each focus.
inline void prove_each(group& g, const std::string& name, const std::function<void(path&)>& step)
{
    for (const auto& [on, what] : {std::pair{focus::original, " (originals)"},
                                   {focus::copy, " (copies)"},
                                   {focus::field, " (fields)"}}) {
        the_focus() = on;
        prove_step(g, name + what, step);
    }
}

/// From-space before the collection.
template <class L>
struct from_space : world<L> {
    [[nodiscard]] z3::expr is_object(const z3::expr& a) const
    {
        return this->before.is_start(a) && this->was.is_allocated(a);
    }
    /// Where field `i` of `h` leads to.
    [[nodiscard]] z3::expr target(const z3::expr& h, const z3::expr& i) const
    {
        return L::target(this->before.peek(this->was.field(h, i))).at.e;
    }
};

/// A space whose words are also written in one go, by the contract of `copy_fields`: that is known
/// at these places.
template <class L>
struct symbolic_space : symbolic_memory<L> {
    std::vector<z3::expr> places{};
    std::vector<std::pair<z3::expr, z3::expr>> fields{};  ///< of which block, and which
};

/// What one turn of the shipped loop does, and that it ends with the first field, is proved of that
/// loop. Here it is used: every field is copied, and nothing else is written; if it is asked and
/// says no, none leads to from-space. A call finds this, because it takes the space as it is, and
/// not as a constant.
template <layout L>
[[nodiscard]] bool copy_fields(symbolic_space<L>& from, header_of<L> h, symbolic_space<L>& to,
                               header_of<L> copy, word_of<L> wosize, bool asked)
{
    using at = reading<L>;
    const auto inside = [&](const auto& space, const z3::expr& first) {
        return space.first.e <= first && first + (wosize.e + 1) * at::unit() <= space.last.e &&
               is_aligned(first);
    };
    oblige("an object that is copied has a field, and both places are in their spaces",
           wosize.e >= 1 && inside(from, h.at.e) && inside(to, copy.at.e));
    const auto old = to.words;
    to.words = words("copied");
    const auto end = copy.at.e + (wosize.e + 1) * at::unit();
    for (const auto& t : to.places)
        fact((copy.at.e < t && t < end) || z3::select(to.words, t) == z3::select(old, t));
    const bool leads = asked && bool(symbolic_condition{context().bool_const("leads")});
    for (const auto& [c, i] : to.fields) {
        const word_of<L> held{z3::select(from.words, h.at.e + i * at::unit())};
        const auto stays = holds([&] { return !functional::leads_into<L>(from, held); });
        const auto answer = context().bool_val(!asked || leads) || stays;
        fact(z3::implies(c == copy.at.e && 1 <= i && i <= wosize.e,
                         z3::select(to.words, c + i * at::unit()) == held.e && answer));
    }
    return leads;
}

}  // namespace strata::prove
