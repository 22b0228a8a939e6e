// bench/graph.cpp: how the four shapes are made.
#include "graph.hpp"

#include <algorithm>
#include <random>
#include <span>
#include <utility>

namespace strata::bench {
namespace {

using generator = std::mt19937_64;

/// A number below `n`, without a division.
[[nodiscard]] std::size_t below(generator& random, std::size_t n)
{
    return static_cast<std::size_t>((random() >> 32) * n >> 32);
}

struct population {
    std::vector<object> living, dead;
};

[[nodiscard]] population toss(liveness l, std::size_t objects, generator& random)
{
    population p;
    for (object i = 0; i < objects; ++i) {
        const bool lives = l == liveness::live || (l == liveness::half && (random() & 1) != 0);
        (lives ? p.living : p.dead).push_back(i);
    }
    return p;
}

/// How many fields of the array at `rank` lead to other objects, if there are `n` in all.
[[nodiscard]] std::size_t references(std::size_t rank, std::size_t n, std::size_t most)
{
    const auto from = rank * most + 1;
    return from < n ? std::min(most, n - from) : 0;
}

void size_fields(graph& g, shape s, std::span<const object> members, std::size_t most,
                 generator& random)
{
    for (std::size_t k = 0; k < members.size(); ++k) {
        auto& fields = g.first[members[k] + 1];
        if (s == shape::array)
            fields = static_cast<std::uint32_t>(
                std::max<std::size_t>(1, references(k, members.size(), most)));
        else if (s == shape::random) fields = static_cast<std::uint32_t>(1 + below(random, 3));
        else fields = 2;
    }
}

void link_list(graph& g, std::span<const object> members)
{
    for (std::size_t k = 0; k + 1 < members.size(); ++k)
        g.target[g.first[members[k]] + 1] = members[k + 1];
}

void link_tree(graph& g, std::span<const object> members)
{
    std::vector<std::pair<std::size_t, std::size_t>> subtrees{{0, members.size()}};
    while (!subtrees.empty()) {
        const auto [root, size] = subtrees.back();
        subtrees.pop_back();
        const auto left = size / 2, right = size - 1 - left;
        const auto field = g.first[members[root]];
        if (left > 0) g.target[field] = members[root + 1];
        if (right > 0) g.target[field + 1] = members[root + 1 + left];
        if (left > 0) subtrees.emplace_back(root + 1, left);
        if (right > 0) subtrees.emplace_back(root + 1 + left, right);
    }
}

void link_array(graph& g, std::span<const object> members, std::size_t most)
{
    for (std::size_t k = 0; k < members.size(); ++k)
        for (std::size_t f = 0; f < references(k, members.size(), most); ++f)
            g.target[g.first[members[k]] + f] = members[k * most + 1 + f];
}

void link_random(graph& g, std::vector<object> members, generator& random)
{
    std::shuffle(members.begin() + 1, members.end(), random);
    std::vector<std::uint32_t> open;
    const auto reach = [&](object i) {
        for (auto f = g.first[i]; f < g.first[i + 1]; ++f) open.push_back(f);
    };
    reach(members[0]);
    for (std::size_t k = 1; k < members.size(); ++k) {
        auto& field = open[below(random, open.size())];
        g.target[field] = members[k];
        field = open.back();
        open.pop_back();
        reach(members[k]);
    }
    for (const auto field : open) g.target[field] = members[below(random, members.size())];
}

void link(graph& g, shape s, const std::vector<object>& members, std::size_t most,
          generator& random)
{
    if (members.empty()) return;
    switch (s) {
    case shape::list: return link_list(g, members);
    case shape::tree: return link_tree(g, members);
    case shape::array: return link_array(g, members, most);
    case shape::random: return link_random(g, members, random);
    }
}

}  // namespace

graph make_graph(shape s, liveness l, std::size_t words, std::uint64_t most_fields)
{
    generator random{20'240'601};
    const auto objects = words / 3;
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(most_fields, objects));
    const auto who = toss(l, objects, random);
    graph g;
    g.first.resize(objects + 1);
    size_fields(g, s, who.living, most, random);
    size_fields(g, s, who.dead, most, random);
    for (std::size_t i = 1; i <= objects; ++i) g.first[i] += g.first[i - 1];
    g.target.assign(g.first.back(), immediate);
    link(g, s, who.living, most, random);
    link(g, s, who.dead, most, random);
    if (!who.living.empty()) g.live_root = who.living[0];
    if (!who.dead.empty()) g.dead_root = who.dead[0];
    g.live_objects = who.living.size();
    for (const auto i : who.living)
        g.live_edges += static_cast<std::size_t>(
            std::count_if(&g.target[g.first[i]], g.target.data() + g.first[i + 1],
                          [](object t) { return t != immediate; }));
    return g;
}

}  // namespace strata::bench
