// tools/tour/faults.hpp: what the definition and the checks say when something is wrong.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer2_functional/collect.hpp>
#include <strata/layer2_functional/free_list.hpp>
#include <strata/layer3_imperative/collect.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>

#include "example.hpp"
#include "judge.hpp"
#include "page.hpp"

namespace strata::tour {

/// Something done to a heap that should not have been.
template <layout L>
struct fault {
    std::string text;
    std::function<void(functional::heap<L>&)> seed;
};

/// Which store is lost, counted from 1 (0: none), how many there were, and what it was.
template <layout L>
struct lost_store {
    std::size_t number = 0, stores = 0;
    word_of<L> at{}, value{};
};

/// A heap, with one of the stores lost.
template <layout L>
class forgetful_memory {
public:
    forgetful_memory(functional::heap<L>& hp, lost_store<L>& lost)
        : hp_{&hp}
        , lost_{&lost}
    {}
    [[nodiscard]] word_of<L> begin() const { return hp_->begin(); }
    [[nodiscard]] word_of<L> end() const { return hp_->end(); }
    [[nodiscard]] word_of<L> load(word_of<L> a) const { return hp_->load(a); }
    void store(word_of<L> a, word_of<L> w)
    {
        if (++lost_->stores != lost_->number) return hp_->store(a, w);
        lost_->at = a;
        lost_->value = w;
    }

private:
    functional::heap<L>* hp_;
    lost_store<L>* lost_;
};

/// The heap after a collection in place that loses a store.
template <layout L>
functional::heap<L> collect_losing(const example<L>& e, lost_store<L>& lost)
{
    using namespace imperative;
    auto hp = e.hp;
    std::array<value_of<L>, 8> storage;
    std::array<value_of<L>, 1> ring;
    next_fit<L> free;
    forgetful_memory<L> memory{hp, lost};
    collect<L, darkening::eager>(memory, mark_stack<word_of<L>>{storage}, prefetch_window{ring},
                                 free, e.roots, unaudited<L>{});
    return hp;
}

/// One collection that loses a store: the heap and the verdict in full.
template <layout L>
void show_lost_store(const page& p, const example<L>& e, std::size_t number,
                     const draw::names<L>& known)
{
    lost_store<L> lost{number};
    const auto after = collect_losing(e, lost);
    p.say("Store " + std::to_string(number) + " would have made " + known(header_of<L>{lost.at}) +
          " " + draw::name_of(color_of<L>(lost.value)) + ". Without it:");
    p.gap();
    p.show(draw::draw_heap<L>(p.terminal, after, known));
    show_verdict<L>(p, judge<L>(e.hp, e.roots, after), known);
}

/// Loses each store of a collection in turn, and sorts them by what the definition says.
template <layout L>
void show_lost_stores(page& p, const example<L>& e, const draw::names<L>& known)
{
    lost_store<L> none;
    const auto right = collect_losing(e, none);
    std::map<int, std::vector<std::size_t>> broken;
    std::vector<std::size_t> harmless, compared;
    for (lost_store<L> lost{1}; lost.number <= none.stores; lost = {lost.number + 1}) {
        const auto after = collect_losing(e, lost);
        const auto verdict = judge<L>(e.hp, e.roots, after);
        if (!verdict.holds()) broken[verdict.clause].push_back(lost.number);
        else (after == right ? harmless : compared).push_back(lost.number);
    }
    const auto row = [&](const std::string& what, const std::vector<std::size_t>& numbers) {
        auto text = draw::pad("  " + what, 44) + draw::count(numbers.size(), "store") + ":";
        for (const auto n : numbers) text += " " + std::to_string(n);
        p.say(text, 46);
    };
    p.say("The collection makes " + draw::count(none.stores, "store") +
          ". What if the memory lost one of them? Each in turn:");
    p.gap();
    for (const auto& [clause, numbers] : broken)
        row("clause " + std::to_string(clause) + " is broken", numbers);
    row("only the comparison with layer 2 sees it", compared);
    row("the heap is the same in the end", harmless);
    p.promise(broken.count(2) != 0);
    p.gap();
    if (broken.count(2) != 0) show_lost_store(p, e, broken[2].front(), known);
}

/// Applies each fault to a copy of a collected heap and lets Definition 5 judge.
template <layout L>
void show_faults(page& p, const example<L>& e, const functional::heap<L>& collected,
                 const std::vector<fault<L>>& faults, const draw::names<L>& known)
{
    for (const auto& f : faults) {
        auto after = collected;
        f.seed(after);
        const auto v = judge<L>(e.hp, e.roots, after);
        p.promise(!v.holds());
        p.say("  " + f.text);
        if (v.holds()) continue;
        p.show("      " + p.bad("clause " + std::to_string(v.clause)) +
               " is broken: " + v.sentence + "; witness " + known(*v.witness) + "\n");
    }
}

/// Breaks a copy of the heap in each way and says what `find_defect` reports.
template <layout L>
void show_defects(page& p, const functional::heap<L>& hp, const std::vector<fault<L>>& faults)
{
    for (const auto& f : faults) {
        auto broken = hp;
        f.seed(broken);
        p.say("  " + f.text);
        auto wrong = functional::find_defect<L>(broken);
        if (!wrong)
            wrong = functional::find_free_list_defect<L>(
                broken, f_address<L>(functional::blues<L>(broken).front()));
        p.promise(wrong.has_value());
        if (wrong) p.say("      " + functional::describe(*wrong), 6);
    }
}

}  // namespace strata::tour
