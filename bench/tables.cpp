// bench/tables.cpp: the results as a person reads them.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "results.hpp"

namespace strata::bench {
namespace {

constexpr double sweep_aim = 1.5, mark_aim = 1.2, libgc_aim = 3.0, slices_aim = 1.2;
constexpr double young_aim = 10.0, copy_aim = 2.0;

[[nodiscard]] double per(const shortest& t, std::size_t n)
{
    return n == 0 ? 0 : t.ns() / static_cast<double>(n);
}
[[nodiscard]] double ratio(const shortest& a, const shortest& b) { return a.ns() / b.ns(); }

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...)
{
    std::array<char, 64> buffer{};
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
    va_end(arguments);
    return buffer.data();
}

/// A number, or a dash where there is none.
[[nodiscard]] std::string number(double value, bool there = true)
{
    return there ? text("%.1f", value) : "-";
}
[[nodiscard]] std::string times(double value, bool there = true)
{
    return there ? text("%.2fx", value) : "-";
}
[[nodiscard]] bool has_mark(const collection& c) { return c.live_objects != 0; }
[[nodiscard]] bool has_aim_of_sweep(const collection& c) { return c.alive == liveness::half; }

void heading(const char* what) { std::printf("\n%s\n\n", what); }

void row_of_collection(const collection& c)
{
    std::printf("%-20.*s %-10.*s %6s %8s %9s %9s %8.1f %8s %8s %8s %8s %8s\n",
                static_cast<int>(name(c.form).size()), name(c.form).data(),
                static_cast<int>(name(c.alive).size()), name(c.alive).data(),
                millions(c.words).c_str(), number(per(c.mark, c.live_objects), has_mark(c)).c_str(),
                number(per(c.sweep, c.objects)).c_str(),
                number(per(c.sweep, c.dead_words), c.dead_words != 0).c_str(),
                c.collect.ns() * 1e-6, number(c.libgc.ns() * 1e-6, c.libgc.known()).c_str(),
                number(c.libgc_pause.ns() * 1e-6, c.libgc.known()).c_str(),
                times(ratio(c.libgc, c.collect), c.libgc.known()).c_str(),
                times(ratio(c.sweep, c.linear)).c_str(),
                times(ratio(c.mark, c.walk), c.walk.known()).c_str());
}

void print_collections(const results& r)
{
    heading("Collections (ocaml_64)");
    std::printf("%-20s %-10s %6s %8s %9s %9s %8s %8s %8s %8s %8s %8s\n", "", "", "", "mark",
                "sweep", "sweep", "", "", "libgc", "Strata", "sweep/", "mark/");
    std::printf("%-20s %-10s %6s %8s %9s %9s %8s %8s %8s %8s %8s %8s\n", "shape", "", "words",
                "ns/live", "ns/object", "ns/dead w", "Strata", "libgc", "pause", "ahead", "linear",
                "random");
    std::printf("%-20s %-10s %6s %8s %9s %9s %8s %8s %8s %8s %8s %8s\n", "", "", "", "object", "",
                "", "ms", "ms", "ms", "by", "pass", "walk");
    for (const auto& c : r.collections) row_of_collection(c);
}

void print_growth(const options& o, const results& r)
{
    heading("Growth, everything live: ns per object as the heap grows; the same in each column if "
            "the cost is linear");
    std::printf("%-20s %-8s", "shape", "");
    for (const auto words : o.sizes) std::printf(" %8s", millions(words).c_str());
    std::printf("   last/first\n");
    const auto row = [&](shape s, const char* what, auto cost) {
        std::vector<double> costs;
        for (const auto& c : r.collections)
            if (c.form == s && c.alive == liveness::live) costs.push_back(cost(c));
        std::printf("%-20.*s %-8s", static_cast<int>(name(s).size()), name(s).data(), what);
        for (const auto each : costs) std::printf(" %8.1f", each);
        std::printf("   %s\n", times(costs.back() / costs.front()).c_str());
    };
    for (const auto s : all_shapes) {
        row(s, "mark", [](const collection& c) { return per(c.mark, c.objects); });
        row(s, "sweep", [](const collection& c) { return per(c.sweep, c.objects); });
        row(s, "libgc", [](const collection& c) { return per(c.libgc, c.objects); });
    }
}

void print_layouts(const results& r)
{
    heading("Every layout");
    std::printf("%-16s %-20s %-10s %6s %8s %9s %8s %8s\n", "layout", "shape", "", "words",
                "ns/live", "ns/object", "linear", "walk");
    for (const auto& c : r.layouts)
        std::printf(
            "%-16s %-20.*s %-10.*s %6s %8s %9s %8s %8s\n", c.layout.c_str(),
            static_cast<int>(name(c.form).size()), name(c.form).data(),
            static_cast<int>(name(c.alive).size()), name(c.alive).data(), millions(c.words).c_str(),
            number(per(c.mark, c.live_objects), has_mark(c)).c_str(),
            number(per(c.sweep, c.objects)).c_str(), times(ratio(c.sweep, c.linear)).c_str(),
            times(ratio(c.mark, c.walk), c.walk.known()).c_str());
}

void print_variations(const char* what, const std::vector<variation>& found)
{
    heading(what);
    std::printf("%-20s %6s", "shape", "words");
    for (const auto& v : found)
        if (v.form == all_shapes[0]) std::printf(" %8s", v.parameter.c_str());
    for (const auto& v : found) {
        if (v.parameter == found[0].parameter)
            std::printf("\n%-20.*s %6s", static_cast<int>(name(v.form).size()), name(v.form).data(),
                        millions(v.words).c_str());
        std::printf(" %8.1f", per(v.mark, v.objects));
    }
    std::printf("\n");
}

void print_allocations(const results& r)
{
    heading("Allocation: ns per object of 1 to 8 fields, fields cleared");
    std::printf("%-16s %16s %26s %10s\n", "", "into free memory", "between random survivors",
                "to free");
    for (const auto& a : r.allocations)
        std::printf("%-16s %16.1f %26.1f %10s\n", a.allocator.c_str(), a.fresh.ns(), a.refill.ns(),
                    number(a.release.ns(), a.release.known()).c_str());
    std::printf("To free: sweep for each dead object, or free(). libgc sweeps as it allocates.\n");
}

void print_slices(const results& r)
{
    heading("Slices: a cycle of the incremental collector, and a collection at once");
    std::printf("%-20s %-10s %9s %10s %12s %9s %14s %12s\n", "", "", "budget", "slices",
                "steps in all", "in all", "longest slice", "at once");
    for (const auto& s : r.slices)
        std::printf("%-20s %-10s %9ju %10ju %12ju %8.2fx %11.3f ms %9.3f ms\n",
                    std::string{name(s.form)}.c_str(), std::string{name(s.alive)}.c_str(),
                    std::uintmax_t{s.budget}, std::uintmax_t{s.slices}, std::uintmax_t{s.steps},
                    ratio(s.total, s.pause), s.longest.ns() * 1e-6, s.pause.ns() * 1e-6);
    std::printf(
        "In all: the time of all slices, in collections at once. No slice makes more steps\n"
        "than its budget; its time is what those steps cost.\n");
}

/// The row of another collector for the same program.
[[nodiscard]] const nursery_row& beside(const results& r, const nursery_row& n, const char* name)
{
    return *std::find_if(r.nurseries.begin(), r.nurseries.end(), [&](const nursery_row& other) {
        return other.kept_of == n.kept_of && other.collector == name;
    });
}

void print_nurseries(const results& r)
{
    heading("Short-lived data: lists of 100 cells, dropped, but for one of so many; ns per object");
    std::printf("%-22s %10s %12s %12s %12s %14s %14s\n", "", "one kept", "collections", "in all",
                "collecting", "mark_sweep's", "libgc's");
    for (const auto& n : r.nurseries) {
        const auto objects = static_cast<double>(n.objects);
        std::printf("%-22s %10s %12zu %12.2f %12.4f %13.1fx %13.1fx\n", n.collector.c_str(),
                    n.kept_of == 0 ? "none" : ("of " + std::to_string(n.kept_of)).c_str(),
                    n.collections, n.total.ns() / objects, n.collecting.ns() / objects,
                    ratio(beside(r, n, "mark_sweep").collecting, n.collecting),
                    ratio(beside(r, n, "libgc").collecting, n.collecting));
    }
    std::printf(
        "The last two columns: how many times as long mark_sweep and libgc collect, in heaps of "
        "as\n"
        "many words as nursery and old space together. What libgc sweeps as it allocates is not\n"
        "counted as collecting, but is in all.\n");
}

/// The worst ratio of all the cases that an aim is about.
struct claim {
    const char* what;
    double aim;
    bool at_most;
    double worst;
    std::string where;
};

void consider(claim& k, const std::string& where, double found)
{
    const bool worse = k.at_most ? found > k.worst : found < k.worst;
    if (!k.where.empty() && !worse) return;
    k.worst = found;
    k.where = where;
}
void consider(claim& k, const collection& c, double found)
{
    consider(k,
             c.layout + ", " + std::string{name(c.form)} + ", " + std::string{name(c.alive)} +
                 ", " + millions(c.words),
             found);
}

void print_aims(const results& r)
{
    claim sweep{"sweep of a half-dead heap, in linear passes", sweep_aim, true, 0, {}};
    claim mark{"mark of the random graph, in prefetched walks", mark_aim, true, 0, {}};
    claim libgc{"ahead of libgc", libgc_aim, false, 0, {}};
    for (const auto& c : r.collections) {
        if (has_aim_of_sweep(c)) consider(sweep, c, ratio(c.sweep, c.linear));
        if (c.walk.known()) consider(mark, c, ratio(c.mark, c.walk));
        if (c.libgc.known()) consider(libgc, c, ratio(c.libgc, c.collect));
    }
    claim slices{"all slices of 10,000 steps, in collections at once", slices_aim, true, 0, {}};
    for (const auto& s : r.slices)
        if (s.budget == 10'000)
            consider(slices, {"ocaml_64", s.form, s.alive}, ratio(s.total, s.pause));
    claim copies{"copying lists and trees in preorder, in memcpys", copy_aim, true, 0, {}};
    for (std::size_t i = 0, memcpy = 0; i < r.copies.size(); ++i) {
        const auto& v = r.copies[i];
        if (v.parameter == "memcpy") memcpy = i;
        if (v.parameter == "preorder" && (v.form == shape::list || v.form == shape::tree))
            consider(copies, std::string{name(v.form)}, ratio(v.mark, r.copies[memcpy].mark));
    }
    claim young{"short-lived data: ahead of plain mark-sweep", young_aim, false, 0, {}};
    claim young_libgc{"short-lived data: ahead of libgc", young_aim, false, 0, {}};
    for (const auto& n : r.nurseries)
        if (n.collector == "nursery" && (n.kept_of == 0 || n.kept_of >= 100)) {
            const std::string where = n.kept_of == 0
                                          ? "nothing kept"
                                          : "one list of " + std::to_string(n.kept_of) + " kept";
            consider(young, where, ratio(beside(r, n, "mark_sweep").collecting, n.collecting));
            consider(young_libgc, where, ratio(beside(r, n, "libgc").collecting, n.collecting));
        }
    heading("Aims: the worst of each, measured in this run");
    for (const auto& k : {sweep, mark, libgc, slices, copies, young, young_libgc})
        std::printf("%-50s %7.2fx  aim %s %.1fx  %-6s  %s\n", k.what, k.worst,
                    k.at_most ? "<=" : ">=", k.aim,
                    (k.at_most ? k.worst <= k.aim : k.worst >= k.aim) ? "met" : "MISSED",
                    k.where.c_str());
    std::printf("%-50s %8zu  aim == 0     %s\n", "allocations by all these collections",
                r.allocated_by_collections, r.allocated_by_collections == 0 ? "met" : "MISSED");
}

void print_terms(const options& o)
{
    std::printf(
        "\nHow it was measured\n\n"
        "Times are CPU time of one thread, the shortest of %d repetitions (libgc: 3), and the\n"
        "repetitions of all that a row compares are interleaved. Pages are touched before; %s.\n"
        "Strata: darken_roots, mark with a window of 32 and a stack that cannot overflow, and "
        "sweep\n"
        "into segregated_fit. libgc: GC_gcollect in a fresh process, after a warm-up, one marker\n"
        "thread, only the graph's root, no interior pointers; the sweep that it puts off until it\n"
        "allocates is made to happen and counted (in the column pause it is not); a dash where it\n"
        "took some word for a pointer and kept the dead.\n"
        "Half dead: a coin decides for each object, so the dead lie between the living.\n"
        "Linear pass: reads every header of the same heap and writes it back.\n"
        "Random walk: reads and writes back a word in each of V random cache lines of the same\n"
        "heap, the best of six prefetch distances (0 to 128). V is what marking visits: the\n"
        "header's line for each pointer examined (a root, a field of a live object), and each\n"
        "further line that a live object's fields reach.\n",
        o.repetitions,
        o.pages == page_size::huge ? "Strata and the limits have huge pages, libgc has small ones"
                                   : "none are huge, for Strata, the limits and libgc alike");
}

}  // namespace

std::string millions(std::size_t n) { return text("%.3g M", static_cast<double>(n) * 1e-6); }

void print_tables(const options& o, const results& r)
{
    print_collections(r);
    print_growth(o, r);
    print_layouts(r);
    print_variations("Windows, everything live: mark, ns per object (1 is the paper's order)",
                     r.windows);
    print_variations("Mark stacks, everything live: mark, ns per object, by entries of the stack",
                     r.stacks);
    print_variations(
        "Copying, everything live: ns per object, by order. The limits are memcpy of all "
        "as one block,\nof each object on its own in the breadth-first order, and a loop for "
        "preorder written by hand",
        r.copies);
    print_allocations(r);
    print_slices(r);
    print_generations(r);
    print_nurseries(r);
    print_aims(r);
    print_terms(o);
}

}  // namespace strata::bench
