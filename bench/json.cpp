// bench/json.cpp: the results as a program reads them.
#include <cstdio>
#include <cstdlib>

#include "results.hpp"

namespace strata::bench {
namespace {

/// Writes objects of a JSON list, one on each line. Names and texts need no escapes.
class json_list {
public:
    json_list(std::FILE* out, const char* key)
        : out_{out}
    {
        std::fprintf(out_, "  \"%s\": [", key);
    }
    json_list(const json_list&) = delete;
    json_list& operator=(const json_list&) = delete;
    ~json_list() { std::fprintf(out_, "\n  ]"); }

    void begin()
    {
        std::fprintf(out_, "%s\n    {", first_ ? "" : ",");
        first_ = false;
        comma_ = "";
    }
    void text(const char* key, std::string_view value)
    {
        std::fprintf(out_, "%s\"%s\": \"%.*s\"", comma_, key, static_cast<int>(value.size()),
                     value.data());
        comma_ = ", ";
    }
    void number(const char* key, double value)
    {
        std::fprintf(out_, "%s\"%s\": %.10g", comma_, key, value);
        comma_ = ", ";
    }
    void time(const char* key, const shortest& value)
    {
        if (value.known()) number(key, value.ns());
    }
    void end() { std::fprintf(out_, "}"); }

private:
    std::FILE* out_;
    bool first_ = true;
    const char* comma_ = "";
};

void write_collections(std::FILE* out, const char* key, const std::vector<collection>& found)
{
    json_list list{out, key};
    for (const auto& c : found) {
        list.begin();
        list.text("layout", c.layout);
        list.text("shape", name(c.form));
        list.text("liveness", name(c.alive));
        list.number("words", static_cast<double>(c.words));
        list.number("objects", static_cast<double>(c.objects));
        list.number("live_objects", static_cast<double>(c.live_objects));
        list.number("dead_words", static_cast<double>(c.dead_words));
        list.number("line_visits", static_cast<double>(c.visits));
        list.time("mark_ns", c.mark);
        list.time("sweep_ns", c.sweep);
        list.time("collect_ns", c.collect);
        list.time("linear_pass_ns", c.linear);
        list.time("random_walk_ns", c.walk);
        list.number("random_walk_distance", c.distance);
        list.time("libgc_ns", c.libgc);
        list.time("libgc_pause_ns", c.libgc_pause);
        list.number("heap_and_stack_bytes", c.heap_bytes);
        list.number("libgc_heap_bytes", c.libgc_bytes);
        list.end();
    }
}

void write_variations(std::FILE* out, const char* key, const std::vector<variation>& found)
{
    json_list list{out, key};
    for (const auto& v : found) {
        list.begin();
        list.text("entries", v.parameter);
        list.text("shape", name(v.form));
        list.number("words", static_cast<double>(v.words));
        list.number("objects", static_cast<double>(v.objects));
        list.time("mark_ns", v.mark);
        list.end();
    }
}

void write_allocations(std::FILE* out, const std::vector<allocation>& found)
{
    json_list list{out, "allocations"};
    for (const auto& a : found) {
        list.begin();
        list.text("allocator", a.allocator);
        list.time("fresh_ns_per_object", a.fresh);
        list.time("refill_ns_per_object", a.refill);
        list.time("release_ns_per_object", a.release);
        list.end();
    }
}

void write_slices(std::FILE* out, const std::vector<sliced>& found)
{
    json_list list{out, "slices"};
    for (const auto& s : found) {
        list.begin();
        list.text("shape", name(s.form));
        list.text("liveness", name(s.alive));
        list.number("budget", static_cast<double>(s.budget));
        list.number("slices", static_cast<double>(s.slices));
        list.number("steps", static_cast<double>(s.steps));
        list.time("total_ns", s.total);
        list.time("longest_slice_ns", s.longest);
        list.time("collect_ns", s.pause);
        list.end();
    }
}

void write_generations(std::FILE* out, const std::vector<generation_run>& found)
{
    static constexpr const char* settings[] = {"copying", "no-gen", "small-gen", "large-gen"};
    json_list list{out, "generations"};
    for (const auto& g : found)
        for (std::size_t i = 0; g.fits && i < g.total.size(); ++i) {
            list.begin();
            list.text("program", g.program);
            list.text("setting", settings[i]);
            list.time("total_ns", g.total[i]);
            list.time("collecting_ns", g.collecting[i]);
            list.number("partial_collections", static_cast<double>(g.partial[i]));
            list.number("full_collections", static_cast<double>(g.full[i]));
            if (g.cakeml[i] > 0) list.number("cakeml_collecting_ms", g.cakeml[i]);
            list.end();
        }
}

void write_nurseries(std::FILE* out, const std::vector<nursery_row>& found)
{
    json_list list{out, "short_lived"};
    for (const auto& n : found) {
        list.begin();
        list.text("collector", n.collector);
        list.number("one_list_kept_of", static_cast<double>(n.kept_of));
        list.number("objects", static_cast<double>(n.objects));
        list.number("collections", static_cast<double>(n.collections));
        list.time("total_ns", n.total);
        list.time("collecting_ns", n.collecting);
        list.end();
    }
}

}  // namespace

void write_json(const options& o, const results& r)
{
    auto* const out = std::fopen(o.json.c_str(), "w");
    if (out == nullptr) {
        std::perror(o.json.c_str());
        std::exit(1);
    }
    std::fprintf(out, "{\n  \"repetitions\": %d,\n  \"huge_pages\": %s,\n", o.repetitions,
                 o.pages == page_size::huge ? "true" : "false");
    std::fprintf(out, "  \"allocated_by_collections\": %zu,\n", r.allocated_by_collections);
    write_collections(out, "collections", r.collections);
    std::fprintf(out, ",\n");
    write_collections(out, "layouts", r.layouts);
    std::fprintf(out, ",\n");
    write_variations(out, "windows", r.windows);
    std::fprintf(out, ",\n");
    write_variations(out, "copies", r.copies);
    std::fprintf(out, ",\n");
    write_variations(out, "stacks", r.stacks);
    std::fprintf(out, ",\n");
    write_allocations(out, r.allocations);
    std::fprintf(out, ",\n");
    write_slices(out, r.slices);
    std::fprintf(out, ",\n");
    write_generations(out, r.generations);
    std::fprintf(out, ",\n");
    write_nurseries(out, r.nurseries);
    std::fprintf(out, "\n}\n");
    if (std::fclose(out) != 0) std::perror(o.json.c_str());
}

}  // namespace strata::bench
