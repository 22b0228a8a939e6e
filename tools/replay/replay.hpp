// tools/replay/replay.hpp: does the steps of a trace on a collector, and compares with the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <strata/layer2_functional/objects.hpp>

#include "replay/adapter.hpp"
#include "replay/print.hpp"
#include "replay/shadow.hpp"
#include "replay/trace.hpp"

namespace replay {

/// One collection that is over: after which step, what is in the heap and how much of it is live.
struct collection {
    std::size_t step;
    std::size_t objects, live_objects, live_words;  ///< words with headers
};

struct report {
    std::vector<collection> collections{};
    std::size_t steps = 0;        ///< that were done
    std::size_t allocations = 0;  ///< of objects
    std::size_t writes = 0;
    std::size_t without_room = 0;  ///< attempts to allocate, before a collection or after it
    std::size_t skipped = 0;       ///< steps that needed an object for which there was no room
    /// What the heap and the model disagree on; the replay ends there.
    std::optional<std::string> disagreement{};
};

/// Where a replay is: for whoever must say so when a contract ends the program.
inline std::string& where_replay_is()
{
    static std::string text;
    return text;
}

template <class Adapter>
class replayer {
    using L = typename Adapter::L;
    using W = word_of<L>;

public:
    replayer(const trace& t, lent l)
        : trace_{&t}
        , gc_{l}
        , shadow_{t.names.size(), gc_.lent_spaces().outside()}
    {}

    [[nodiscard]] report operator()()
    {
        for (const auto& s : trace_->steps) {
            where_replay_is() =
                "step " + std::to_string(out_.steps + 1) + ": " + printer{*trace_}(s);
            gc_.between(shadow_.roots());
            judge();
            if (!out_.disagreement) {
                ++out_.steps;
                std::visit(*this, s);
                judge();
            }
            if (out_.disagreement) break;
        }
        if (!out_.disagreement) {
            where_replay_is() = "the collection after the last step";
            collect_at_once();
        }
        if (out_.disagreement) *out_.disagreement = where_replay_is() + ": " + *out_.disagreement;
        return std::move(out_);
    }

    void operator()(const allocate& s)
    {
        if (s.made == shape::forward && !shadow_.graph().value_of(s.value)) return skip();
        if (try_allocate(s)) return;
        collect_at_once();
        if (out_.disagreement || try_allocate(s)) return;
        shadow_.assign(s.variable, value{});
    }
    void operator()(const write& s)
    {
        const auto* o = shadow_.graph().with_slot(s.variable, s.slot);
        const auto v = shadow_.graph().value_of(s.value);
        if (o == nullptr || !v || !model::may_write(*o, *v)) return skip();
        shadow_.put(gc_, *o, s.slot, *v);
        ++out_.writes;
    }
    void operator()(const load& s)
    {
        const auto* o = shadow_.graph().with_slot(s.from, s.slot);
        if (o == nullptr) return skip();
        shadow_.assign(s.variable, o->slot(s.slot));
    }
    void operator()(const set& s)
    {
        const auto v = shadow_.graph().value_of(s.value);
        if (!v) return skip();
        shadow_.assign(s.variable, v);
    }
    void operator()(const drop& s) { shadow_.assign(s.variable, std::nullopt); }
    void operator()(const collect&)
    {
        gc_.collect(shadow_.roots(), [this] { start(); });
    }

private:
    void skip() { ++out_.skipped; }
    void start() { expected_ = shadow_.graph().reachable().size(); }

    void collect_at_once()
    {
        gc_.collect_at_once(shadow_.roots(), [this] { start(); });
        judge();
    }
    [[nodiscard]] bool try_allocate(const allocate& s)
    {
        const auto f = form_of<L>(s.made, s.slots, s.entries, s.tag);
        const bool was_running = gc_.is_running();
        const auto completed = gc_.completed();
        const auto words = gc_.lent_spaces().words();
        const auto x = gc_.allocate(
            shadow_.roots(), [this] { start(); }, f.wosize, s.tag);
        const bool ran = was_running || gc_.is_running() || gc_.completed() != completed;
        if (x) {
            ++out_.allocations;
            if (ran) ++expected_;
            check_new(*x, f);
            shadow_.add(gc_, s, *x);
        } else {
            ++out_.without_room;
            if (!ran && words != gc_.lent_spaces().words())
                disagree("an allocation that found no room has changed a word");
        }
        judge();
        return x.has_value();
    }
    void check_new(value_of<L> x, const form<L>& f)
    {
        for (W i = f.first; i <= f.wosize; ++i)
            if (gc_.memory().load(field_addr<L>(hd_address<L>(x), i)) != L::filler())
                disagree("field " + std::to_string(i) + " of a new object is not the filler");
    }

    void disagree(std::string what)
    {
        if (!out_.disagreement) out_.disagreement = std::move(what);
    }
    /// Whenever a collection is over.
    void judge()
    {
        if (gc_.completed() == judged_) return;
        judged_ = gc_.completed();
        const auto& memory = gc_.memory();
        if (const auto wrong = functional::find_defect<L>(memory))
            return disagree(functional::describe(*wrong));
        if (const auto difference = shadow_.find_difference(memory, Adapter::moves))
            return disagree(*difference);
        collection c{out_.steps, functional::h_allocs<L>(memory).size(), 0, 0};
        for (const auto number : shadow_.graph().reachable()) {
            ++c.live_objects;
            c.live_words +=
                static_cast<std::size_t>(form_of<L>(shadow_.graph().objects()[number]).wosize + 1);
        }
        out_.collections.push_back(c);
        const bool is_exact = Adapter::is_exact && !functional::short_circuits<L>;
        const bool is_right = is_exact ? c.objects == expected_
                                       : c.live_objects <= c.objects && c.objects <= expected_;
        if (!is_right)
            disagree(std::to_string(c.objects) + " objects are in the heap, of " +
                     std::to_string(expected_) + " that were live or are new");
    }

    const trace* trace_;
    Adapter gc_;
    shadow<L> shadow_;
    report out_{};
    std::size_t expected_ = 0;  ///< how many objects a collection leaves
    int judged_ = 0;
};

}  // namespace replay
