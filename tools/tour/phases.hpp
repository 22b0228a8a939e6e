// tools/tour/phases.hpp: one collection, step by step, watched through a recorded memory.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer3_imperative/mark.hpp>
#include <strata/layer3_imperative/mark_stack.hpp>
#include <strata/layer3_imperative/prefetch_window.hpp>
#include <strata/layer3_imperative/recorded_memory.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "draw.hpp"
#include "example.hpp"
#include "page.hpp"

namespace strata::tour {

/// What was stored since the last look.
template <layout L>
struct events {
    std::vector<std::pair<word_of<L>, word_of<L>>> stores;
    std::size_t loads = 0, total = 0;

    [[nodiscard]] auto watcher()
    {
        return [this](imperative::access a, word_of<L> address, word_of<L> value) {
            if (a == imperative::access::load) ++loads;
            else ++total, stores.emplace_back(address, value);
        };
    }
};

template <layout L>
using watched = imperative::recorded_memory<word_of<L>, imperative::checked_memory<L>>;

/// One row of the table of marking: the colour of every block, the stack, and what was stored.
template <layout L>
class mark_table {
public:
    mark_table(const page& p, const draw::names<L>& known, const functional::heap<L>& hp)
        : page_{p}
        , names_{known}
        , hp_{hp}
        , blocks_{draw::names<L>::blocks(hp)}
    {
        auto line = draw::pad("", left);
        for (const auto h : blocks_) line += cell(h, names_(h)) + " ";
        page_.show(line + " stack    stored\n");
    }
    template <worklist S>
    void row(const std::string& step, S stack, events<L>& seen) const
    {
        auto line = draw::pad(step, left);
        for (const auto h : blocks_) {
            const auto c = functional::color_at<L>(h, hp_);
            const auto letter = cell(h, std::string(1, draw::name_of(c)[0]));
            line += draw::paint(page_.terminal, draw::style::of(c), letter) + " ";
        }
        std::string held;
        while (!stack.empty()) held = " " + names_(stack.pop()) + held;
        line += draw::pad(held, 10);
        for (const auto& [at, value] : std::exchange(seen.stores, {}))
            line += names_(header_of<L>{at}) + " " + draw::name_of(color_of<L>(value)) + "  ";
        page_.show(draw::trim(line) + "\n");
    }

private:
    static constexpr std::size_t left = 15;

    /// Free blocks and fragments have no name, and do not take part.
    [[nodiscard]] std::string cell(header_of<L> h, std::string text) const
    {
        if (names_.has(h)) return text;
        return functional::wosize<L>(h, hp_) == 0 ? "." : "-";
    }

    const page& page_;
    const draw::names<L>& names_;
    const functional::heap<L>& hp_;
    std::vector<header_of<L>> blocks_;
};

/// Marks the heap in place, in the paper's order, and shows each step.
template <layout L>
void show_mark(const page& p, functional::heap<L>& hp, const std::vector<word_of<L>>& roots,
               const draw::names<L>& known, events<L>& seen)
{
    using namespace imperative;
    std::array<value_of<L>, 8> storage;
    std::array<value_of<L>, 1> ring;
    auto s = begin_mark<L, darkening::eager>(
        watched<L>{checked_memory<L>{hp.words, hp.origin}, seen.watcher()},
        mark_stack<word_of<L>>{storage}, prefetch_window{ring});
    const mark_table<L> table{p, known, hp};
    table.row("before", s.stack, seen);
    for (std::size_t i = 0; i < roots.size(); ++i) {
        darken_roots(s, std::array{roots[i]});
        table.row("darken root " + std::to_string(i), s.stack, seen);
    }
    while (refill(s)) {
        mark_body(s);
        table.row("mark_body", s.stack, seen);
    }
}

/// What one step of the sweep did with the block at `h`, in words.
template <layout L>
[[nodiscard]] std::string swept(const page& p, const functional::heap<L>& before, header_of<L> h,
                                word_of<L> free_before, word_of<L> free_now)
{
    const auto whitened = "black " + draw::arrow(p.terminal) + " white";
    const auto header = before.load(h.at);
    if (!L::has_color(header, color::black)) {
        const auto what = L::wosize(header) == 0              ? "fragment"
                          : L::has_color(header, color::blue) ? "free"
                                                              : "dead";
        return std::string{what} + ", joins: " + draw::count(free_now, "free word");
    }
    if (free_before == 0) return whitened;
    const auto run = draw::hex(static_cast<word_of<L>>(h.at - free_before * L::mword));
    return whitened + "; the " + draw::count(free_before, "word") + " before it: one block at " +
           run;
}

/// Sweeps the heap in place, and shows each step. Gives back the free list.
template <layout L>
imperative::next_fit<L> show_sweep(const page& p, functional::heap<L>& hp,
                                   const draw::names<L>& known, events<L>& seen)
{
    using namespace imperative;
    const auto before = hp;
    auto s = begin_sweep<L>(watched<L>{checked_memory<L>{hp.words, hp.origin}, seen.watcher()},
                            next_fit<L>{});
    while (is_sweeping(s)) {
        const auto h = s.sw;
        const auto free_before = s.free_words;
        sweep_body(s);
        const auto name = known.has(h) ? known(h) : "-";
        p.show("  sweep_body  " + name + "  " + swept<L>(p, before, h, free_before, s.free_words) +
               "\n");
    }
    const auto left = s.free_words;
    auto free = sweep(std::move(s)).free;
    if (left != 0)
        p.show("  sweep       the last " + draw::count(left, "word") + ": one block at " +
               draw::hex(static_cast<word_of<L>>(hp.end() - left * L::mword)) + "\n");
    return free;
}

}  // namespace strata::tour
