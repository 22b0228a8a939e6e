// tools/prove/bounded.cpp: the whole shipped collector, on every heap of six unknown words.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <string>

#include <strata/layer2_functional/image_defect.hpp>
#include <strata/layer3_imperative/collect.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>

#include "bounded_memory.hpp"
#include "bounded_paths.hpp"
#include "groups.hpp"
#include "merge.hpp"
#include "paths.hpp"
#include "rebind.hpp"
#include "show/collection.hpp"

namespace strata::prove {

namespace {

using imperative::darkening;

constexpr std::size_t word_count = 6, root_count = 2;

/// One way to cut the words into blocks, white or free; all else is unknown. A header that has this
/// wosize and colour is `make_header` of them and some tag: that is a lemma of the group `bits`.
template <class L>
struct bounded_heap {
    using W = word_of<L>;
    using memory = bounded_memory<L>;

    std::vector<W> words{};
    std::vector<std::size_t> starts{};
    std::array<W, root_count> roots{W::named("root0"), W::named("root1")};
    mutable unsigned accesses = 0;

    void append(std::size_t size, color c)
    {
        constexpr unsigned width = std::bit_width(L::max_tag);
        const auto number = std::to_string(words.size());
        const auto tag = context().bv_const(("tag" + number).c_str(), width);
        starts.push_back(words.size());
        words.push_back(L::make_header(W{size - 1}, c, W{z3::zext(tag, word_bits<W> - width)}));
        for (std::size_t i = 1; i < size; ++i)
            words.push_back(W::named("word" + std::to_string(words.size())));
    }
    /// A view of a copy of the words.
    [[nodiscard]] memory view(std::vector<W>& of) const { return {&of, &accesses}; }
};

/// When shipped code says yes: run on every path, merged into one formula.
template <class F>
[[nodiscard]] z3::expr when(F f)
{
    auto all = context().bool_val(false);
    for_each_path(
        [&] {
            const settled_here path;
            try {
                return static_cast<bool>(f());
            } catch (const broken&) {
                return false;  // no rule looks outside the heap: no numbers lead along this path
            }
        },
        [&](const z3::expr& path, bool yes) {
            if (yes) all = all || path;
        });
    return all.simplify();
}

/// Every shape of a well-formed heap: which kinds its objects are of, which fields are scanned, and
/// where a pointer may lead; all by the shipped rules of layer 2. Calls `use` with what is then
/// known of the words, each by itself.
template <class L>
class shapes {
public:
    explicit shapes(const bounded_heap<L>& heap)
        : heap_{heap}
    {
        for (const auto i : heap.starts) starts_.insert({W{hp_.address(i)}});
    }
    template <class Use>
    void each(Use use)
    {
        paths_.each([&] {
            std::vector<W> values{heap_.roots.begin(), heap_.roots.end()};
            if (!add_values(values)) return true;
            std::vector<W> entries;
            for (std::size_t i = 0; i + 1 < words_.size(); ++i)
                if (paths_.decide(when([&] { return !defect(entry(i)); })))
                    entries.push_back(entry(i).at);
            only(entries);
            auto known = paths_.known();
            for (const auto& v : values) known.push_back(when([&] { return !leads(v, entries); }));
            use(known);
            return true;
        });
    }

private:
    using W = word_of<L>;
    [[nodiscard]] value_of<L> entry(std::size_t i) const { return {W{hp_.address(i + 1)}}; }
    [[nodiscard]] bool defect(value_of<L> x) const
    {
        return functional::find_pointer_defect<L>(hp_, starts_, x) != nullptr;
    }
    [[nodiscard]] bool is_inner(const W& v) const
    {
        return static_cast<bool>(L::is_pointer(v) && within<L>(hp_, L::target(v)));
    }
    /// Whether `v` leads into the heap, but to none of the entries.
    [[nodiscard]] bool leads(const W& v, const std::vector<W>& entries) const
    {
        if (!is_inner(v)) return false;
        for (const auto& x : entries)
            if (L::target(v).at == x) return false;
        return true;
    }
    /// The fields that are scanned join `values`. False if a rule is broken.
    [[nodiscard]] bool add_values(std::vector<W>& values) const
    {
        for (const auto start : heap_.starts) {
            const header_of<L> h{W{hp_.address(start)}};
            if (functional::find_header_defect<L>(hp_, h)) return false;
            if (!functional::is_allocated<L>(hp_.load(h.at))) continue;
            if (functional::find_kind_defect<L>(hp_, h)) return false;
            const auto wosize = functional::wosize<L>(h, hp_).n;
            const auto from = functional::scan_from<L>(hp_, h);
            std::uint64_t i = 1;
            while (i <= wosize && from != W{i}) ++i;
            from.settle(i);
            for (; i <= wosize; ++i)
                if (functional::scans<L>(hp_, h, W{i}))
                    values.push_back(hp_.load(field_addr<L>(h, W{i})));
        }
        return true;
    }
    /// The rule about pointers accepts the entries and nothing else.
    void only(const std::vector<W>& entries) const
    {
        bounded_paths any_pointer{paths_.known()};
        any_pointer.each([&] {
            const auto any = W::named("any");
            if (is_inner(any) && defect(L::target(any)) != leads(any, entries))
                throw std::logic_error("where a pointer may lead depends on more than its shape");
            return true;
        });
    }

    const bounded_heap<L>& heap_;
    bounded_paths paths_{{}};
    std::vector<W> words_ = heap_.words;
    bounded_memory<L> hp_ = heap_.view(words_);
    functional::block_starts<L, bounded_memory<L>> starts_{hp_};
};

/// Says which phase a collection is in.
struct phase {
    const char** now;

    template <class M, class R>
    void before(const M&, const R&)
    {
        *now = "darken_roots";
    }
    template <class M>
    void after_darken_roots(const M&)
    {
        *now = "mark";
    }
    template <class M>
    void after_mark(const M&)
    {
        *now = "sweep";
    }
    template <class M, class A>
    void after_sweep(const M&, const A&)
    {
        *now = "the end";
    }
};

/// One collection on one path, and its judge.
template <class L>
struct bounded_run {
    using W = word_of<L>;
    using memory = bounded_memory<L>;

    group& g;
    const bounded_heap<L>& heap;
    std::vector<W> before = heap.words, after = heap.words;
    memory was = heap.view(before), is = heap.view(after);
    imperative::next_fit<L> free{};
    const char* step = "";

    template <condition C>
    void demand(const char* promise, const C& holds)
    {
        ++g.conditions;
        if (!holds) throw broken{promise};
    }

    template <darkening D, std::size_t Window, std::size_t Stack>
    void collect()
    {
        std::array<value_of<L>, Stack> stack{};
        std::array<value_of<L>, Window> ring{};
        auto lent = is;
        imperative::collect<L, D>(lent, imperative::mark_stack<W>{stack},
                                  imperative::prefetch_window{ring}, free, heap.roots,
                                  phase{&step});
    }
    /// What the roots reach: by the edges of Definition 2, in the heap before.
    [[nodiscard]] std::set<std::size_t> reachable() const
    {
        std::set<std::size_t> found;
        std::vector<std::size_t> todo;
        const auto reach = [&](const W& v) {
            if (!(L::is_pointer(v) && within<L>(was, L::target(v)))) return;
            const auto i = was.index(functional::resolve<L>(was, L::target(v)).at);
            if (found.insert(i).second) todo.push_back(i);
        };
        for (const auto& root : heap.roots) reach(root);
        while (!todo.empty()) {
            const header_of<L> h{W{memory::address(todo.back())}};
            todo.pop_back();
            const auto wosize = functional::wosize<L>(h, was).n;
            for (std::uint64_t i = 1; i <= wosize; ++i)
                if (functional::scan_from<L>(was, h) <= W{i} && functional::scans<L>(was, h, W{i}))
                    reach(was.load(field_addr<L>(h, W{i})));
        }
        return found;
    }
    [[nodiscard]] std::set<std::size_t> places(const std::vector<header_of<L>>& headers) const
    {
        std::set<std::size_t> all;
        for (const auto& h : headers) all.insert(is.index(h.at));
        return all;
    }
    void judge()
    {
        step = "Definition 5";
        const auto survivors = reachable();
        demand("clause 1: the heap is well formed", !functional::find_defect<L>(is));
        demand("clause 1: the roots lead to objects",
               !functional::find_root_defect<L>(is, heap.roots));
        demand("clause 2: exactly what the roots reach survives",
               places(functional::h_allocs<L>(is)) == survivors);
        demand("clause 4: every block is white or blue", !functional::find_color_defect<L>(is));
        for (const auto i : survivors) {
            const auto wosize = L::wosize(before[i]).n;
            for (std::uint64_t j = 0; j <= wosize; ++j)
                demand(j == 0 ? "clause 3: a survivor keeps its size, tag and colour"
                              : "clause 5: no field of a survivor changes",
                       before[i + j] == after[i + j]);
        }
        std::vector<header_of<L>> listed;
        free.each_free(is, [&](header_of<L> h) {
            listed.push_back(h);
            return listed.size() <= after.size();
        });
        const auto blue = places(functional::blocks_where<L>(
            is, [](const W& header) { return bool(L::has_color(header, color::blue)); }));
        demand("the free list has the free blocks, each once",
               places(listed) == blue && listed.size() == blue.size());
    }
};

/// All paths of one collector on one shape.
template <class S, class L, class Collect>
void explore(group& g, const bounded_heap<L>& heap, const std::vector<z3::expr>& known,
             const char* name, Collect collect)
{
    if (!g.failures.empty()) return;
    bounded_paths paths{known};
    g.paths += paths.each([&] {
        heap.accesses = 0;
        bounded_run<L> run{g, heap};
        try {
            collect(run);
            run.judge();
        } catch (const broken& what) {
            const auto drawing =
                show::collection<S>(paths.witness(), run.before, run.after, heap.roots);
            g.failures.push_back({std::string{name} + ", in " + run.step, what.promise,
                                  paths.taken(), drawing, false});
        }
        the_report().progress(g);
        return g.failures.empty();
    });
}

template <class S, class L>
void every_shape(group& g, const bounded_heap<L>& heap)
{
    shapes<L>{heap}.each([&](const std::vector<z3::expr>& known) {
        if (heap.words.size() == word_count)
            explore<S>(g, heap, known, "eager, a stack of 1",
                       [](auto& run) { run.template collect<darkening::eager, 1, 1>(); });
        else
            explore<S>(g, heap, known, "lazy, a window of 2, a stack of 3",
                       [](auto& run) { run.template collect<darkening::lazy, 2, 3>(); });
    });
}

/// Every way to cut what is left into blocks.
template <class S, class L>
void each_tiling(group& g, const bounded_heap<L>& begun, std::size_t left)
{
    if (left == 0) return every_shape<S>(g, begun);
    for (std::size_t size = 1; size <= left; ++size)
        for (const auto c : {color::white, color::blue}) {
            if (size == 1 && c == color::blue) continue;  // a fragment is white
            auto more = begun;
            more.append(size, c);
            each_tiling<S>(g, more, left - size);
        }
}

template <class S>
void every_path(group& g)
{
    using L = decltype(rebind<part_word<word_bits<word_of<S>>>>(static_cast<const S*>(nullptr)));
    // A heap of fewer words is one of these with fragments at its end.
    for (const auto n : {word_count - 1, word_count}) each_tiling<S>(g, bounded_heap<L>{}, n);
}

}  // namespace

void prove_bounded(report& r)
{
    const std::string what =
        "the whole collector on all paths, 6 words (5 through a window), 2 roots: ";
    r.run("bounded-ocaml_64", what + "ocaml_64", every_path<ocaml_64>);
    r.run("bounded-bitmap_record", what + "bitmap_record", every_path<bitmap_record>);
}

}  // namespace strata::prove
