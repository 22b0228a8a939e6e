// tools/replay/operands.hpp: reads the operands of a step, which must be there for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "replay/cursor.hpp"
#include "replay/model.hpp"
#include "replay/trace.hpp"

namespace replay {

/// A trace that is being read, and the model of what it has done so far.
class operands {
public:
    explicit operands(std::string_view text)
        : in_{text}
    {}

protected:
    /// The name of a variable that there need not be yet.
    [[nodiscard]] std::string read_new_name()
    {
        in_.skip_blanks();
        const auto where = in_.here();
        auto name = in_.word("a variable");
        if (name == "outside") cursor::fail(where, "expected a variable, which 'outside' is not");
        return name;
    }
    [[nodiscard]] std::uint32_t declare(const std::string& name)
    {
        const auto [at, is_new] =
            numbers_.try_emplace(name, static_cast<std::uint32_t>(trace_.names.size()));
        if (is_new) trace_.names.push_back(name);
        return at->second;
    }
    [[nodiscard]] std::uint32_t read_variable()
    {
        in_.skip_blanks();
        const auto where = in_.here();
        const auto name = read_new_name();
        const auto found = numbers_.find(name);
        if (found == numbers_.end() || !model_.held(found->second))
            cursor::fail(where, "expected a variable that holds something, found '" + name + '\'');
        return found->second;
    }
    /// VARIABLE.SLOT
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> read_slot()
    {
        in_.skip_blanks();
        const auto where = in_.here();
        const auto variable = read_variable();
        const auto* o = model_.led_to(variable);
        if (o == nullptr)
            cursor::fail(where, "expected a variable that leads to an object, found '" +
                                    trace_.names[variable] + '\'');
        in_.expect('.');
        return {variable, in_.number("a slot", 1, o->slots)};
    }
    /// NUMBER, outside, VARIABLE, or VARIABLE+ENTRY
    [[nodiscard]] source read_source()
    {
        if (in_.at_number()) return {source::from::number, in_.number("a number")};
        in_.skip_blanks();
        const auto where = in_.here();
        if (auto ahead = in_; ahead.word("a number, outside or a variable") == "outside") {
            in_ = ahead;
            return {source::from::outside};
        }
        const auto variable = read_variable();
        if (!in_.take('+')) return {source::from::variable, variable};
        const auto* o = model_.led_to(variable);
        if (o == nullptr || o->made != shape::closure)
            cursor::fail(where, "expected a variable that leads to a closure, found '" +
                                    trace_.names[variable] + '\'');
        return {source::from::variable, variable, in_.number("an entry", 0, o->entries)};
    }

    cursor in_;
    trace trace_{};
    model model_{};

private:
    std::unordered_map<std::string, std::uint32_t> numbers_{};
};

}  // namespace replay
