// tools/prove/nursery_conditions.cpp: every field that leads into the nursery is remembered.
#include "groups.hpp"
#include "nursery_space.hpp"

namespace strata::prove {

namespace {

/// What a mutator does, from any state in which the remembered set is complete. Field `j` of the
/// old object at `o` is arbitrary; field `i` of the one at `h` is written.
template <class L>
struct step {
    using W = word_of<L>;
    using old_space = any_old_space<L>;
    using nursery =
        imperative::with_nursery<old_space, imperative::unaudited_minor<L>, symbolic_set<W>>;
    path& p;
    symbolic_heap<L> old = any_heap<L>("old", "starts");
    W young_begin = W::named("young_begin"), young_end = W::named("young_end");
    symbolic_memory<L> young{young_begin, young_end, words("young")};
    z3::expr o = number("o"), j = number("j");
    W h = W::named("h"), i = W::named("i"), v = W::named("v");
    z3::expr at = reading<L>{old}.field(h.e, i.e);
    old_space space{&old};

    explicit step(path& of)
        : p{of}
    {
        fact(young_begin.e > 0 && young_begin.e < young_end.e && is_aligned(young_begin.e) &&
             is_aligned(young_end.e));
        fact(young_end.e <= old.first.e || old.last.e <= young_begin.e);
        fact(is_aligned(h.e) == is_aligned(at));  // the lemma about whole words
        const auto fields = [&](const z3::expr& of_it, const z3::expr& n) {
            const auto one = context().int_val(1), two = context().int_val(2);
            for (const auto& f : {one, two, n}) space.fields.emplace_back(of_it, f);
        };
        fields(o, j);
        fields(h.e, i.e);
        const reading<L> is{old};
        space.places = {o, h.e};
        for (const auto& t : {o, h.e}) p.assume(is.block_is_well_formed(t));
        for (const auto& [b, n] : space.fields) {
            const auto f = is.field(b, n);
            space.places.push_back(f);
            for (const auto& t : {o, h.e}) p.assume(is.are_disjoint(t, f) && is.are_disjoint(f, t));
        }
        p.assume(is.are_disjoint(o, h.e) && is.are_disjoint(h.e, o));
        assume(p, complete(symbolic_set<W>{{}}, o, j));
        assume(p, complete(symbolic_set<W>{{}}, h.e, i.e));
    }
    /// The shipped collector, in a state of which nothing else is known.
    [[nodiscard]] nursery collector()
    {
        // the constructor asks; and this many stores are all that an allocation shows
        const auto size = quotient(young_end.e - young_begin.e, reading<L>::unit());
        p.assume(2 <= size && size <= quotient(old.last.e - old.first.e, reading<L>::unit()));
        young.stores_left = 3;
        static std::vector<value_of<L>> stack(1, {W{0}});
        nursery made{space, lent_memory<L>{&young}, std::span<W>{}, stack};
        made.young().next = W::named("next");
        const auto& next = made.young().next.e;
        p.assume(young_begin.e <= next && next <= young_end.e && is_aligned(next));
        return made;
    }
    [[nodiscard]] z3::expr is_object(const z3::expr& a) const
    {
        return old.is_start(a) && reading<L>{old}.is_allocated(a);
    }
    [[nodiscard]] z3::expr is_slot(const z3::expr& a, const z3::expr& n) const
    {
        const auto scanned = holds([&] { return functional::is_scanned<L>(old, {W{a}}, W{n}); });
        return is_object(a) && 1 <= n && n <= reading<L>{old}.wosize(a) && scanned;
    }
    [[nodiscard]] z3::expr is_young(const W& value) const
    {
        return holds([&] { return functional::leads_into<L>(young, value); });
    }
    /// Of field `n` of the object at `a`.
    [[nodiscard]] claims complete(const symbolic_set<W>& set, const z3::expr& a,
                                  const z3::expr& n) const
    {
        const auto f = reading<L>{old}.field(a, n);
        return {{"a field of an old object that leads into the nursery is remembered, or the set "
                 "says that it is incomplete",
                 z3::implies(is_slot(a, n) && is_young(old.peek(f)), set.has(f))}};
    }
    /// The mutator writes to a field of an old object, or of one in the nursery. If it says which
    /// fields are scanned, then nothing new of those that lead into the nursery.
    void may_write()
    {
        const auto is_old = is_object(h.e) && i.e <= reading<L>{old}.wosize(h.e);
        const auto is_new = young_begin.e <= h.e && at < young_end.e && is_aligned(h.e);
        p.assume(1 <= i.e && (is_old || is_new));
        const auto before = is_slot(o, j), own = is_slot(h.e, i.e);
        auto then = old;
        then.words = z3::store(old.words, at, v.e);
        std::swap(old, then);
        p.assume(reading<L>{old}.block_is_well_formed(h.e));
        p.assume(is_slot(h.e, i.e) == own);
        p.assume(is_slot(o, j) == before || !is_young(old.peek(reading<L>{old}.field(o, j))));
        std::swap(old, then);
    }
    /// The mutator has the address of a field that holds a value.
    void may_modify()
    {
        may_write();
        p.assume(is_slot(h.e, i.e) || !old.is_start(h.e));
    }
    void keeps(const nursery& made) { ensure(p, complete(made.remembered(), o, j)); }
};

template <class L>
void writing(path& p)
{
    step<L> k{p};
    k.may_write();
    auto made = k.collector();
    made.write(f_address<L>(header_of<L>{k.h}), k.i, k.v);
    k.keeps(made);
}

template <class L>
void modification(path& p)
{
    step<L> k{p};
    k.may_modify();
    auto made = k.collector();
    made.modify(word_of<L>{k.at}, k.v);
    k.keeps(made);
}

/// The first value of a field of an old object.
template <class L>
void initialisation(path& p)
{
    step<L> k{p};
    k.may_modify();
    p.assume(k.old.is_start(k.h.e));
    auto made = k.collector();
    made.initialise(word_of<L>{k.at}, k.v);
    k.keeps(made);
}

/// An object in the nursery, up to the third word that is stored there, or a large one.
template <class L>
void allocation(path& p)
{
    using W = word_of<L>;
    step<L> k{p};
    const auto n = W::named("n"), tag = W::named("tg");
    const auto most = [](std::uint64_t m) { return context().int_val(m); };
    p.assume(1 <= n.e && n.e <= most(L::max_wosize) && tag.e <= most(L::max_tag));
    p.assume(holds([&] { return functional::may_exist<L>(L::make_header(n, color::white, tag)); }));
    auto made = k.collector();
    try {
        (void)made.allocate(n, tag);
    } catch (const cut&) {
    }
    k.keeps(made);
    const auto& next = made.young().next.e;
    p.ensure("what the nursery has left lies in it",
             k.young_begin.e <= next && next <= k.young_end.e && is_aligned(next));
}

/// When the nursery is emptied, and nothing leads into it.
template <class L>
void emptying(path& p)
{
    step<L> k{p};
    p.assume(!(k.is_slot(k.o, k.j) && k.is_young(k.old.peek(reading<L>{k.old}.field(k.o, k.j)))));
    auto made = k.collector();
    made.end_minor();
    k.keeps(made);
    p.ensure("all of the nursery is free",
             made.young().next.e == k.young_end.e && made.young().limit.e == k.young_begin.e);
}

/// The shipped table, with room for a few fields, and more of them than it has room for.
template <class L, std::size_t Capacity>
void table(path& p)
{
    using W = word_of<L>;
    std::vector<W> storage(Capacity, W{0}), pushed;
    imperative::remembered_set<W> remembered{storage};
    const auto has = [&](const W& at) {
        auto found = context().bool_val(!remembered.is_complete());
        for (const auto& slot : remembered.slots()) found = found || slot.e == at.e;
        return found;
    };
    const auto ask = [&](std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            pushed.push_back(W::named("slot_" + std::to_string(i)));
            remembered.push(pushed.back());
            for (const auto& at : pushed)
                p.ensure("what was pushed is in the table, or it says that it is incomplete",
                         has(at));
        }
    };
    ask(Capacity + 2);
    remembered.clear();
    pushed.clear();
    p.ensure("a table that was cleared is complete, and has no field",
             context().bool_val(remembered.is_complete() && remembered.slots().empty()));
    ask(Capacity);
    p.ensure("a table that had room is complete", context().bool_val(remembered.is_complete()));
}

}  // namespace

void prove_nursery(report& r)
{
    for_each_different([&]<class S>() {
        using A = abstract_layout<S>;
        if (!std::same_as<S, ocaml_64> && !std::same_as<S, bitmap_record>) return;
        const std::string name = name_of<S>;
        r.run("nursery-" + name, "write, modify, initialise, allocate, remembered set: " + name,
              [=](group& g) {
                  prove_step(g, "write", writing<A>);
                  prove_step(g, "modify", modification<A>);
                  prove_step(g, "initialise", initialisation<A>);
                  prove_step(g, "allocate", allocation<A>);
                  prove_step(g, "end_minor", emptying<A>);
                  prove_step(g, "push, room for one", table<A, 1>);
                  prove_step(g, "push, room for three", table<A, 3>);
              });
    });
}

}  // namespace strata::prove
