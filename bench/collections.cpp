// bench/collections.cpp: all shapes, sizes and layouts, with libgc beside the first layout.
#include "collections.hpp"

#include <string_view>
#include <typeinfo>

#include <boost/core/demangle.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/front.hpp>

#include "libgc.hpp"

namespace strata::bench {
namespace {

template <layout L>
[[nodiscard]] std::string layout_name()
{
    const auto full = boost::core::demangle(typeid(L).name());
    return full.substr(full.rfind(':') + 1);
}

/// A repetition builds the graph anew in another process, which takes a while.
inline constexpr int libgc_repetitions = 3;

enum class with_libgc { no, yes };

template <layout L>
[[nodiscard]] collection measure(shape s, liveness l, std::size_t words, const options& o,
                                 with_libgc also, std::size_t& allocated)
{
    collection c{layout_name<L>(), s, l};
    c.words = words;
    group benches{title(c)};
    world<L> w{s, l, words, o.pages};
    add_collection(benches, w, c, o, allocated);
    const auto libgc_once = [&] {
        const auto collected = collect_with_libgc(w.g);
        if (!collected) return 0.0;
        const auto [pause, sweep, bytes] = *collected;
        c.libgc.add(pause + sweep);
        c.libgc_pause.add(pause);
        c.libgc_bytes = bytes;
        return pause + sweep;
    };
    if (also == with_libgc::yes) benches.add("libgc", libgc_once, libgc_repetitions);
    benches.run();
    return c;
}

}  // namespace

void measure_collections(const options& o, results& r)
{
    using first = typename decltype(+boost::hana::front(all_layouts))::type;
    for (const auto words : o.sizes)
        for (const auto s : all_shapes)
            for (const auto l : all_livenesses)
                r.collections.push_back(
                    measure<first>(s, l, words, o, with_libgc::yes, r.allocated_by_collections));
}

void measure_layouts(const options& o, results& r)
{
    boost::hana::for_each(all_layouts, [&]<class L>(boost::hana::basic_type<L>) {
        for (const auto s : all_shapes)
            for (const auto l : all_livenesses)
                r.layouts.push_back(
                    measure<L>(s, l, o.middle, o, with_libgc::no, r.allocated_by_collections));
    });
}

}  // namespace strata::bench
