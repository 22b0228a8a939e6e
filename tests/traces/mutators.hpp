// tests/traces/mutators.hpp: a random program as a trace, from numbers that may be left out.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/model.hpp"
#include "replay/trace.hpp"

namespace test {

/// Makes a step of every number, whatever the ones before it were: one that the model can do.
class random_mutator {
public:
    explicit random_mutator(std::uint32_t words) { trace_.words = words; }

    void step(std::uint32_t choice)
    {
        const auto what = choice % 16, rest = choice / 16;
        if (what < 6) allocate(rest);
        else if (what < 10) write(rest);
        else if (what < 12) load(rest);
        else if (what == 12) set(rest);
        else if (what < 15) drop(rest);
        else if (rest % 8 == 0) trace_.steps.push_back(replay::collect{});
    }
    [[nodiscard]] const replay::trace& made() const { return trace_; }

private:
    static constexpr std::uint32_t variables = 16;

    void allocate(std::uint32_t choice)
    {
        using replay::shape;
        static constexpr std::array<std::uint32_t, 4> record_tags{0, 1, 246, 248};
        static constexpr std::array<std::uint32_t, 4> opaque_tags{251, 252, 253, 255};
        const auto made = shape(choice / 16 % 4);
        const bool is_long = choice / 64 % 32 == 0;
        const auto size = choice / 2048 % (is_long ? 60 : 8) + 1;
        replay::allocate s{0, made, size, 0, replay::default_tag(made)};
        if (made == shape::record) s.tag = record_tags[choice / 64 % 4];
        if (made == shape::opaque) s.tag = opaque_tags[choice / 64 % 4];
        if (made == shape::opaque) s.slots = std::min(trace_.words, is_long ? 2 * size : size);
        if (made == shape::closure) s.entries = choice / 64 % 3;
        if (made == shape::forward) {
            const auto from = some_source(choice / 64, choice / 2048 % 4 == 0);
            if (!from) return;
            s.slots = 1;
            s.value = *from;
        }
        s.variable = target(choice);
        model_.add(s);
        trace_.steps.push_back(s);
    }
    void write(std::uint32_t choice)
    {
        const auto variable = some_object(choice);
        const auto from = some_source(choice / 16, choice % 4 == 0);
        if (!variable || !from) return;
        const auto& o = *model_.led_to(*variable);
        const auto slot = choice / 1024 % o.slots + 1;
        const auto v = *model_.value_of(*from);
        if (!replay::model::may_write(o, v)) return;
        model_.put(o, slot, v);
        trace_.steps.push_back(replay::write{*variable, slot, *from});
    }
    void load(std::uint32_t choice)
    {
        const auto from = some_object(choice);
        if (!from) return;
        const auto& o = *model_.led_to(*from);
        const auto slot = choice / 256 % o.slots + 1;
        const auto v = o.slot(slot);
        if (v.what == replay::value::is::number && choice / 16 % 8 != 0) return;
        const auto variable = target(choice / 16);
        model_.assign(variable, v);
        trace_.steps.push_back(replay::load{variable, *from, slot});
    }
    /// A root for the second time, an immediate, or a pointer out of the heap.
    void set(std::uint32_t choice)
    {
        const auto from = some_source(choice / 16, choice % 8 == 0);
        if (!from) return;
        const auto v = model_.value_of(*from);
        const auto variable = target(choice);
        model_.assign(variable, v);
        trace_.steps.push_back(replay::set{variable, *from});
    }
    void drop(std::uint32_t choice)
    {
        const auto at = choice % variables;
        if (!numbers_[at] || !model_.held(*numbers_[at])) return;
        model_.assign(*numbers_[at], std::nullopt);
        trace_.steps.push_back(replay::drop{*numbers_[at]});
    }

    /// A variable, which has a number from its first use on.
    [[nodiscard]] std::uint32_t target(std::uint32_t choice)
    {
        auto& number = numbers_[choice % variables];
        if (!number) {
            number = static_cast<std::uint32_t>(trace_.names.size());
            trace_.names.push_back("v" + std::to_string(choice % variables));
        }
        return *number;
    }
    /// A variable that leads to an object.
    [[nodiscard]] std::optional<std::uint32_t> some_object(std::uint32_t choice) const
    {
        for (std::uint32_t i = 0; i < variables; ++i) {
            const auto& number = numbers_[(choice + i) % variables];
            if (number && model_.led_to(*number) != nullptr) return number;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<replay::source> some_source(std::uint32_t choice,
                                                            bool is_number) const
    {
        using from = replay::source::from;
        if (is_number && choice % 8 == 0) return replay::source{from::outside};
        if (is_number) return replay::source{from::number, choice};
        const auto variable = some_object(choice);
        if (!variable) return std::nullopt;
        replay::source s{from::variable, *variable};
        const auto& o = *model_.led_to(*variable);
        if (o.made == replay::shape::closure && choice / 16 % 2 == 0)
            s.entry = choice / 32 % (o.entries + 1);
        return s;
    }

    replay::trace trace_{};
    replay::model model_{};
    std::array<std::optional<std::uint32_t>, variables> numbers_{};
};

[[nodiscard]] inline replay::trace make_trace(const std::vector<std::uint32_t>& choices,
                                              std::uint32_t words)
{
    random_mutator m{words};
    for (const auto choice : choices) m.step(choice);
    return m.made();
}

}  // namespace test
