// tools/prove/marks_memory.hpp: a heap of any size with marks beside it, known by their laws.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include <strata/concepts/marked_memory.hpp>

#include "world.hpp"

namespace strata::prove {

/// An address between two words is marked as the word around it is: so no law asks whether an
/// address is that of a word. The laws are used at `places` only. It models `marked_memory`.
template <class L>
struct marks_memory : symbolic_memory<L> {
    using W = word_of<L>;

    z3::expr marks;
    std::vector<z3::expr> places{};
    int runs_left = -1;  ///< the path is cut at the question after these; -1 is no limit
    mutable int changes = 0, runs = 0, walks = 0;

    [[nodiscard]] bool is_marked(W a) const
    {
        this->accessed(a);
        return bool(symbolic_condition{marked_at(a.e)});
    }
    void mark(W a, W n) { change(a, n, true); }
    void unmark(W a, W n) { change(a, n, false); }
    [[nodiscard]] run_of_marks<W> run_at(W a) const
    {
        if (runs == runs_left) throw cut{};
        this->accessed(a);
        const auto n = W::named("run" + std::to_string(runs++));
        const auto end = a.e + n.e * reading<L>::unit();
        const auto is_word = is_inside(a.e) && is_aligned(a.e);
        fact(z3::implies(is_word, n.e >= 1 && end <= this->last.e));
        for (const auto& t : places)
            fact(z3::implies(is_word && a.e <= t && t < end, marked_at(t) == marked_at(a.e)));
        return {bool(symbolic_condition{marked_at(a.e)}), n};
    }
    [[nodiscard]] static marks_memory unmarked(const symbolic_memory<L>& memory)
    {
        return {memory, z3::const_array(context().int_sort(), context().bool_val(false))};
    }
    [[nodiscard]] static marks_memory with_marks(const symbolic_memory<L>& memory)
    {
        return {memory, set("marks")};
    }
    /// For a specification.
    [[nodiscard]] z3::expr marked_at(const z3::expr& a) const { return z3::select(marks, a); }
    /// Black is a mark; no other colour is anywhere but in a header.
    [[nodiscard]] z3::expr is(color c, const z3::expr& h) const
    {
        if (c == color::black) return marked_at(h);
        const auto says = symbolic_memory<L>::is(c, h);
        return c == color::white ? says && !marked_at(h) : says;
    }
    [[nodiscard]] z3::expr is_same(const marks_memory& m) const
    {
        return symbolic_memory<L>::is_same(m) && marks == m.marks;
    }
    [[nodiscard]] z3::expr is_inside(const z3::expr& a) const
    {
        return this->first.e <= a && a < this->last.e;
    }

private:
    void change(const W& a, const W& n, bool to)
    {
        const auto end = a.e + n.e * reading<L>::unit(), old = marks;
        oblige("marks are those of words of the heap",
               n.e >= 1 && is_inside(a.e) && is_aligned(a.e) && end <= this->last.e);
        marks = set(("marks_then" + std::to_string(changes++)).c_str());
        for (const auto& t : places)
            fact(marked_at(t) ==
                 z3::ite(a.e <= t && t < end, context().bool_val(to), z3::select(old, t)));
    }
};

/// The words from `to` on of the dead object that the walk of `cut_run` ends with.
template <class L>
[[nodiscard]] word_of<L> rest_of_object()
{
    return word_of<L>::named("rest_of_object");
}
/// That walk, known by what it finds: an object that is no longer than one may be, and has no mark.
template <class State>
    requires std::same_as<decltype(State::memory), marks_memory<typename State::layout_type>>
[[nodiscard]] auto block_from_sw(const State& s)
{
    using L = typename State::layout_type;
    ++s.memory.walks;
    const auto rest = rest_of_object<L>(), end = s.sw.at + rest * mword<L>();
    const auto most = context().int_val(static_cast<std::uint64_t>(L::max_wosize));
    fact(0 <= rest.e && rest.e <= most && end.e <= s.memory.last.e);
    for (const auto& t : s.memory.places)
        fact(z3::implies(s.sw.at.e <= t && t < end.e, !s.memory.marked_at(t)));
    return header_of<L>{end};
}

/// The lemma "words are whole words apart", at these two.
inline void know_apart(const z3::expr& a, const z3::expr& b, const z3::expr& unit)
{
    fact(z3::implies(is_aligned(a) && is_aligned(b) && a < b, a + unit <= b));
}

static_assert(
    marked_memory<marks_memory<abstract_layout<ocaml_64>>, word_of<abstract_layout<ocaml_64>>>);

}  // namespace strata::prove
