// bench/variations.cpp: marking with windows and stacks of several sizes.
#include <algorithm>
#include <deque>
#include <utility>

#include "collections.hpp"

namespace strata::bench {
namespace {

using L = ocaml_64;

template <std::size_t Window>
void add_window(group& benches, world<L>& w, variation& v, const options& o)
{
    v.parameter = std::to_string(Window);
    v.words = w.hp.words().size();
    v.objects = w.g.live_objects;
    const auto once = [&] {
        w.hp.restore();
        const auto ns = nanoseconds([&] { mark_heap<L, Window>(w.hp, w.stack.span()); });
        v.mark.add(ns);
        return ns;
    };
    benches.add("window of " + v.parameter, once, o.repetitions);
}

void add_stack(group& benches, world<L>& w, variation& v, std::size_t entries, const options& o)
{
    const auto stack = w.stack.span().first(std::min(entries, w.stack.span().size()));
    v.parameter = entries > stack.size() ? "plenty" : std::to_string(entries);
    v.words = w.hp.words().size();
    v.objects = w.g.live_objects;
    const auto once = [&w, &v, stack] {
        w.hp.restore();
        const auto ns = nanoseconds([&] { mark_heap<L>(w.hp, stack); });
        v.mark.add(ns);
        return ns;
    };
    benches.add("stack of " + v.parameter, once, o.repetitions);
}

[[nodiscard]] std::string heading(const char* what, shape s)
{
    return std::string{what} + "/" + std::string{name(s)};
}

}  // namespace

void measure_windows(const options& o, results& r)
{
    for (const auto s : all_shapes) {
        world<L> w{s, liveness::live, o.middle, o.pages};
        group benches{heading("windows", s)};
        std::deque<variation> found;
        const auto next = [&]() -> variation& { return found.emplace_back(variation{{}, s}); };
        add_window<1>(benches, w, next(), o);
        add_window<8>(benches, w, next(), o);
        add_window<16>(benches, w, next(), o);
        add_window<32>(benches, w, next(), o);
        add_window<64>(benches, w, next(), o);
        benches.run();
        r.windows.insert(r.windows.end(), found.begin(), found.end());
    }
}

void measure_stacks(const options& o, results& r)
{
    for (const auto s : all_shapes) {
        world<L> w{s, liveness::live, o.sizes[0], o.pages};
        group benches{heading("stacks", s)};
        std::deque<variation> found;
        for (const std::size_t entries : {std::size_t{1}, std::size_t{1'024}, ~std::size_t{0}})
            add_stack(benches, w, found.emplace_back(variation{{}, s}), entries, o);
        benches.run();
        r.stacks.insert(r.stacks.end(), found.begin(), found.end());
    }
}

}  // namespace strata::bench
