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
#include "replay/changes.hpp"
#include "replay/print.hpp"
#include "replay/report.hpp"
#include "replay/shadow.hpp"
#include "replay/trace.hpp"

namespace replay {

template <class Adapter>
class replayer {
    using L = typename Adapter::L;
    using W = word_of<L>;

public:
    replayer(const trace& t, lent l)
        : trace_{&t}
        , gc_{l}
        , shadow_{t.names.size(), gc_.lent_spaces().outside()}
        , changes_{changes_in(t)}
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
        out_.given_up = static_cast<std::size_t>(gc_.given_up());
        return std::move(out_);
    }

    void operator()(const allocate& s)
    {
        changes_now_ = changes_[allocation_++];
        if (s.made == shape::forward && !shadow_.graph().value_of(s.value)) return skip(s.variable);
        gc_.make_room(
            shadow_.roots(), [this] { start(); }, form_now(s).wosize);
        judge();
        if (out_.disagreement || try_allocate(s)) return;
        collect_at_once();
        if (out_.disagreement || try_allocate(s)) return;
        shadow_.assign(s.variable, value{});
        check_no_room(form_now(s).wosize);
    }
    void operator()(const write& s)
    {
        const auto* o = shadow_.graph().with_slot(s.variable, s.slot);
        const auto v = shadow_.graph().value_of(s.value);
        if (o == nullptr || !model::may_write(*o, v.value_or(value{}))) return skip();
        if (!v) skip();
        shadow_.put(gc_, *o, s.slot, v.value_or(value{}));
        ++out_.writes;
    }
    void operator()(const load& s)
    {
        const auto* o = shadow_.graph().with_slot(s.from, s.slot);
        if (o == nullptr) return skip(s.variable);
        shadow_.assign(s.variable, o->slot(s.slot));
    }
    void operator()(const set& s)
    {
        const auto v = shadow_.graph().value_of(s.value);
        if (!v) return skip(s.variable);
        shadow_.assign(s.variable, v);
    }
    void operator()(const drop& s) { shadow_.assign(s.variable, std::nullopt); }
    void operator()(const collect&)
    {
        gc_.collect(shadow_.roots(), [this] { start(); });
    }

private:
    void skip() { ++out_.skipped; }
    /// What a variable would have got from an object that there is not is 0.
    void skip(std::uint32_t variable)
    {
        skip();
        shadow_.assign(variable, value{});
    }
    void start() { expected_ = shadow_.graph().reachable().size(); }

    void collect_at_once()
    {
        gc_.collect_at_once(shadow_.roots(), [this] { start(); });
        judge();
    }
    [[nodiscard]] form<L> form_now(const allocate& s) const
    {
        return form_of<L>(s.made, s.slots, s.entries, s.tag, changes_now_);
    }
    [[nodiscard]] bool try_allocate(const allocate& s)
    {
        const auto f = form_now(s);
        const bool was_running = gc_.is_running();
        const auto completed = gc_.completed();
        const auto words = gc_.lent_spaces().words();
        const auto x = gc_.allocate(
            shadow_.roots(), [this] { start(); }, f.wosize, f.tag);
        const bool ran = was_running || gc_.is_running() || gc_.completed() != completed;
        if (x) {
            ++out_.allocations;
            if (ran) ++expected_;
            check_new(*x, f);
            shadow_.add(gc_, s, changes_now_, *x);
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

    /// After a collection in vain.
    void check_no_room(W wosize)
    {
        const auto live = out_.collections.back().live_words;
        if (Adapter::compacts && live + wosize + 1 <= trace_->words)
            disagree("there is no room for " + std::to_string(wosize + 1) + " words beside the " +
                     std::to_string(live) + " that are live");
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
        // While a cycle is under way, what is dead may lead to what is gone.
        const auto wrong = gc_.is_running() ? std::nullopt : functional::find_defect<L>(memory);
        if (wrong) return disagree(functional::describe(*wrong));
        if (const auto difference =
                shadow_.find_difference(memory, Adapter::moves, gc_.is_running()))
            return disagree(*difference);
        collection c{out_.steps, gc_.left(), functional::h_allocs<L>(memory).size(), 0, 0};
        for (const auto number : shadow_.graph().reachable()) {
            ++c.live_objects;
            c.live_words +=
                static_cast<std::size_t>(form_of<L>(shadow_.graph().objects()[number]).wosize + 1);
        }
        out_.collections.push_back(c);
        const bool is_exact = c.left == leaves::exactly && !functional::short_circuits<L>;
        const bool is_most = c.left == leaves::any || c.objects <= expected_;
        const bool is_least = (is_exact ? expected_ : c.live_objects) <= c.objects;
        if (!is_least || !is_most)
            disagree(std::to_string(c.objects) + " objects are in the heap, of " +
                     std::to_string(expected_) + " that were live or are new");
    }

    const trace* trace_;
    Adapter gc_;
    shadow<L> shadow_;
    std::vector<bool> changes_;  ///< whether the object of each allocation does
    std::size_t allocation_ = 0;
    bool changes_now_ = false;
    report out_{};
    std::size_t expected_ = 0;  ///< how many objects a collection leaves
    int judged_ = 0;
};

}  // namespace replay
