// tests/mutants/graphs.cpp: the stage that searches every small graph and feeds checkers bad input.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/invariants.hpp>
#include <strata/layer1_graph/subgraph.hpp>

#include "judge.hpp"

namespace {

using namespace strata;
using judge::require;
using graph_t = graph::graph<int>;
using vertex_set = unsigned;  // bit v for vertex v

std::string scene_text;

/// A graph of vertices 0 to n - 1; bit n * x + y of `edges` is set if there is an edge x -> y.
struct small_graph {
    int n;
    unsigned edges;

    [[nodiscard]] bool has(int x, int y) const { return (edges >> (n * x + y) & 1U) != 0; }
    [[nodiscard]] vertex_set reach(vertex_set from) const
    {
        for (vertex_set known = 0; known != from;) {
            known = from;
            for (int x = 0; x < n; ++x)
                for (int y = 0; y < n; ++y)
                    if ((known >> x & 1U) != 0 && has(x, y)) from |= 1U << y;
        }
        return from;
    }
    [[nodiscard]] graph_t built() const { return {members((1U << n) - 1), edge_list()}; }
    [[nodiscard]] std::vector<std::pair<int, int>> edge_list() const
    {
        std::vector<std::pair<int, int>> list;
        for (int x = 0; x < n; ++x)
            for (int y = 0; y < n; ++y)
                if (has(x, y)) list.emplace_back(x, y);
        return list;
    }
    [[nodiscard]] static std::vector<int> members(vertex_set set)
    {
        std::vector<int> list;
        for (int x = 0; x < 8; ++x)
            if ((set >> x & 1U) != 0) list.push_back(x);
        return list;
    }
};

[[nodiscard]] std::string draw(const small_graph& g, const std::vector<int>& roots)
{
    std::string text = "  " + std::to_string(g.n) + " objects, roots";
    for (const int r : roots) text += " " + std::to_string(r);
    text += ", edges";
    for (const auto& [x, y] : g.edge_list())
        text += " " + std::to_string(x) + "->" + std::to_string(y);
    return text + "\n";
}

template <class Worklist>
void judge_search(const small_graph& small, const graph_t& g, vertex_set roots, Worklist list)
{
    const auto r_list = small_graph::members(roots);
    const auto found = graph::search(g, r_list, std::move(list), graph::unobserved{});
    const auto reached = small_graph::members(small.reach(roots));
    require(found.visited == reached, "the search visits what the roots reach");
    require(found.steps.size() == reached.size(), "the search visits each object once");
    require(graph::derives(g, r_list, found.steps), "the search says why it visits");
    for (const int x : reached) {
        const auto path = found.certificate(x);
        require(!path.empty() && (roots >> path.front() & 1U) != 0 &&
                    graph::certifies(g, path, path.front(), x),
                "what is visited has a certificate from a root");
    }
}

void judge_searches(const small_graph& small, vertex_set roots)
{
    const auto g = small.built();
    const auto r_list = small_graph::members(roots);
    judge::next_trial();
    scene_text = draw(small, r_list);
    judge_search(small, g, roots, graph::stack<int>{});
    judge_search(small, g, roots, graph::queue<int>{});
    judge_search(small, g, roots, graph::fifo_before_stack<int, 2>{});
    judge_search(small, g, roots, graph::bounded{1, graph::stack<int>{}});
    const auto part = graph::reachable_subgraph(g, r_list);
    std::vector<std::pair<int, int>> kept;
    const auto reached = small.reach(roots);
    for (const auto& [x, y] : small.edge_list())
        if ((reached >> x & 1U) != 0) kept.emplace_back(x, y);
    require(part == graph_t(small_graph::members(reached), kept),
            "the reachable sub-graph has the reachable objects and their edges");
}

/// Certificates and derivations, right and wrong ones.
void judge_certificates(const small_graph& small)
{
    const auto g = small.built();
    judge::next_trial();
    scene_text = draw(small, {0});
    for (int x = 0; x < small.n; ++x)
        for (int y = 0; y < small.n; ++y) {
            require(graph::is_edge(g, x, y) == small.has(x, y), "an edge is one of the graph's");
            require(graph::certifies(g, {x, y}, x, y) == small.has(x, y),
                    "a certificate follows edges");
            require(!graph::certifies(g, {x}, x, small.n) && !graph::certifies(g, {}, x, x) &&
                        graph::certifies(g, {x}, x, x) &&
                        graph::certifies(g, {x}, x, y) == (x == y) &&
                        graph::certifies(g, {y}, x, y) == (x == y),
                    "a certificate goes from one end to the other");
            require(graph::derives(g, {x}, {{x, {}}, {y, 0}}) == small.has(x, y),
                    "a derivation follows edges");
            require(graph::derives(g, {x}, {{y, {}}}) == (x == y), "a derivation starts at a root");
            require(!graph::derives(g, {x}, {{y, 0}}) && !graph::derives(g, {x}, {{y, 1}, {x, {}}}),
                    "a derivation rests on earlier steps");
        }
    for (vertex_set set = 0; set < 1U << small.n; ++set)
        require(graph::is_closed(g, small_graph::members(set)) == (small.reach(set) == set),
                "a set is closed if no edge leaves it");
}

void judge_invariants(const small_graph& small, vertex_set roots)
{
    const auto g = small.built();
    const auto within = [](vertex_set a, vertex_set b) { return (a & ~b) == 0; };
    judge::next_trial();
    scene_text = draw(small, small_graph::members(roots));
    for (vertex_set st = 0; st < 1U << small.n; ++st)
        for (vertex_set vl = 0; vl < 1U << small.n; ++vl) {
            const graph::search_sets<int> s{small_graph::members(roots), small_graph::members(st),
                                            small_graph::members(vl)};
            require(graph::mutually_exclusive_sets(s) == ((st & vl) == 0), "F1 is what it says");
            require(graph::stack_is_reachable(g, s) == within(st, small.reach(roots)),
                    "F2 is what it says");
            require(graph::visited_is_reachable(g, s) == within(vl, small.reach(roots)),
                    "F3 is what it says");
            require(graph::roots_are_pursued(g, s) ==
                        within(small.reach(roots), vl | small.reach(st)),
                    "B1 is what it says");
            require(graph::visited_is_pursued(g, s) ==
                        within(small.reach(vl), vl | small.reach(st)),
                    "B2 is what it says");
        }
}

/// What an observer may see after a collection; each flag is a fault.
struct aftermath {
    vertex_set survivors;
    unsigned edges;
    bool defect, colored, modified;
};

[[nodiscard]] graph::observation<int, int> seen(const small_graph& g, vertex_set objects,
                                                const aftermath& a)
{
    const graph_t part{small_graph::members(objects), g.edge_list()};
    graph::observation<int, int> o{part, {}, {}, {}};
    for (const int x : o.objects.vertices()) o.fields.append(std::vector{x, a.modified ? 7 : 8});
    if (a.defect) o.defect = 0;
    if (a.colored) o.neither_white_nor_blue = 1;
    return o;
}

/// The first clause that is broken, from the figure and not from the checker.
[[nodiscard]] int broken_clause(const small_graph& g, vertex_set roots, const aftermath& a)
{
    if (a.defect) return 1;
    if (a.survivors != g.reach(roots)) return 2;
    const small_graph after{g.n, a.edges};
    for (int x = 0; x < g.n; ++x)
        for (int y = 0; y < g.n; ++y)
            if ((a.survivors >> x & 1U) != 0 && g.has(x, y) != after.has(x, y)) return 3;
    if (a.colored) return 4;
    return a.modified && a.survivors != 0 ? 5 : 0;
}

/// Whether every edge is between objects of the set.
[[nodiscard]] bool joins_only(vertex_set objects, const small_graph& g)
{
    for (const auto& [x, y] : g.edge_list())
        if ((objects >> x & 1U) == 0 || (objects >> y & 1U) == 0) return false;
    return true;
}

void judge_definition_5(const small_graph& g, vertex_set roots)
{
    const auto all = (1U << g.n) - 1;
    const auto before = seen(g, all, {all, g.edges, false, false, false});
    for (vertex_set survivors = 0; survivors <= all; ++survivors)
        for (unsigned edges = 0; edges < 1U << (g.n * g.n); ++edges)
            for (unsigned faults = 0; faults < 8; ++faults) {
                if (!joins_only(survivors, {g.n, edges})) continue;
                const aftermath a{survivors, edges, (faults & 1U) != 0, (faults & 2U) != 0,
                                  (faults & 4U) != 0};
                scene_text = "  before:" + draw(g, small_graph::members(roots)) +
                             "  after: " + draw({g.n, edges}, small_graph::members(roots)) +
                             "  survivors " + std::to_string(survivors) + ", faults " +
                             std::to_string(faults) + "\n";
                const auto verdict = graph::definition_5(before, small_graph::members(roots),
                                                         seen({g.n, edges}, survivors, a));
                require(verdict.clause == broken_clause(g, roots, a),
                        "Definition 5 names the first clause that is broken");
            }
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = [] { return scene_text; };
    for (int n = 1; n <= 3; ++n)
        for (unsigned edges = 0; edges < 1U << (n * n); ++edges) {
            judge_certificates({n, edges});
            for (vertex_set roots = 0; roots < 1U << n; ++roots) {
                judge_searches({n, edges}, roots);
                if (n < 3) judge_invariants({n, edges}, roots);
                if (n < 3) judge_definition_5({n, edges}, roots);
            }
        }
    // Three objects in a chain: the bounded worklist drops one that only a rescan finds.
    for (vertex_set roots = 0; roots < 8; ++roots) judge_invariants({3, 0b000'100'010}, roots);
    std::printf("accepted: every graph of up to 3 objects\n");
}
