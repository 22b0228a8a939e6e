// tools/tour/judge.hpp: who lives and why, and what Definition 5 says of a collection.
#pragma once

#include <string>
#include <vector>

#include <strata/layer1_graph/definition_5.hpp>
#include <strata/layer1_graph/search.hpp>
#include <strata/layer2_functional/graph_from_heap.hpp>

#include "draw.hpp"
#include "example.hpp"
#include "page.hpp"

namespace strata::tour {

template <layout L>
[[nodiscard]] auto judge(const functional::heap<L>& before, const std::vector<word_of<L>>& roots,
                         const functional::heap<L>& after)
{
    return graph::definition_5(functional::observe<L>(before),
                               functional::rooted_objects<L>(before, roots),
                               functional::observe<L>(after));
}

/// The five clauses in their order, up to the one that is broken.
template <layout L>
void show_verdict(const page& p, const graph::verdict<value_of<L>>& verdict,
                  const draw::names<L>& known)
{
    for (int clause = 1; clause <= 5; ++clause) {
        const auto sentence = graph::definition_5_clauses[static_cast<std::size_t>(clause - 1)];
        p.show(draw::pad("  " + std::to_string(clause) + "  " + sentence, 46));
        if (verdict.holds() || clause < verdict.clause) {
            p.show(p.good("holds") + "\n");
        } else if (clause == verdict.clause) {
            p.show(p.bad("BROKEN") + ", witness " + known(*verdict.witness) + "\n");
        } else {
            p.show("not looked at\n");
        }
    }
}

/// `roots 0 and 4`, `root 2`
template <layout L>
[[nodiscard]] std::string roots_of(const example<L>& e, value_of<L> x)
{
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < e.roots.size(); ++i)
        if (functional::rooted_objects<L>(e.hp, std::vector{e.roots[i]}) == std::vector{x})
            numbers.push_back(std::to_string(i));
    auto text = (numbers.size() == 1 ? "root " : "roots ") + numbers.front();
    for (std::size_t i = 1; i < numbers.size(); ++i) text += " and " + numbers[i];
    return text;
}

/// Who points to an object that dies: nobody, or others that die.
template <layout L>
[[nodiscard]] std::string pointed_to_by(const graph::graph<value_of<L>>& g, value_of<L> x,
                                        const draw::names<L>& known)
{
    std::string text;
    for (const auto& y : g.vertices())
        if (graph::is_edge(g, y, x)) text += (text.empty() ? "" : " and ") + known(y);
    return text.empty() ? "nothing points to it" : "only the dead point to it: " + text;
}

/// Every object with the path that keeps it alive, checked edge by edge, or without one.
template <layout L>
void show_reasons(page& p, const example<L>& e, const draw::names<L>& known)
{
    const auto g = functional::graph_from_heap<L>(e.hp);
    const auto found = graph::dfs(g, functional::rooted_objects<L>(e.hp, e.roots));
    for (const auto& x : g.vertices()) {
        if (!found.is_visited(x)) {
            p.show("  " + known(x) + "  " + p.bad("dies ") + "  " + pointed_to_by<L>(g, x, known) +
                   "\n");
            continue;
        }
        const auto path = found.certificate(x);
        p.promise(graph::certifies(g, path, path.front(), x));
        std::string text = roots_of(e, path.front());
        for (const auto& step : path) text += " " + draw::arrow(p.terminal) + " " + known(step);
        p.show("  " + known(x) + "  " + p.good("lives") + "  " + text + "\n");
    }
}

}  // namespace strata::tour
