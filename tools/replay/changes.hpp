// tools/replay/changes.hpp: which objects of a trace change, so that a layout must know it.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "replay/model.hpp"
#include "replay/trace.hpp"

namespace replay {

/// Follows a trace on the model, and finds the objects that are given a pointer to a younger one.
class change_finder {
public:
    explicit change_finder(const trace& t)
        : model_{t.names.size()}
    {
        for (const auto& s : t.steps) std::visit(*this, s);
    }
    [[nodiscard]] const std::vector<bool>& found() const { return found_; }

    void operator()(const allocate& s)
    {
        model_.add(s);
        found_.push_back(false);
    }
    void operator()(const write& s)
    {
        const auto& o = *model_.led_to(s.variable);
        const auto v = *model_.value_of(s.value);
        if (v.what == value::is::object && v.number > o.number) found_[o.number] = true;
        model_.put(o, s.slot, v);
    }
    void operator()(const load& s)
    {
        model_.assign(s.variable, model_.led_to(s.from)->slot(s.slot));
    }
    void operator()(const set& s) { model_.assign(s.variable, model_.value_of(s.value)); }
    void operator()(const drop& s) { model_.assign(s.variable, std::nullopt); }
    void operator()(const collect&) {}

private:
    model model_;
    std::vector<bool> found_{};
};

/// For each allocation of a trace, whether its object is ever given a pointer to a younger one.
/// Without room a replay has fewer objects, and a 0 wherever one of them would be: no write is new.
///
/// Expects  every step can be done, as in a trace that was read.
[[nodiscard]] inline std::vector<bool> changes_in(const trace& t)
{
    return change_finder{t}.found();
}

}  // namespace replay
