// tools/replay/print.hpp: a trace as the text that the parser reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "replay/trace.hpp"

namespace replay {

inline constexpr const char* first_line = "strata trace 1";
inline constexpr std::array shape_names = {"record", "opaque", "closure", "forward"};

[[nodiscard]] inline const char* name_of(shape s)
{
    return shape_names[static_cast<std::size_t>(s)];
}

/// Writes the steps of a trace, one a line.
class printer {
public:
    explicit printer(const trace& t)
        : trace_{&t}
    {}

    [[nodiscard]] std::string operator()(const step& s) const { return std::visit(*this, s); }

    [[nodiscard]] std::string operator()(const allocate& s) const
    {
        auto text = "allocate " + name(s.variable) + ' ' + name_of(s.made) + ' ';
        if (s.made == shape::forward) return text + from(s.value);
        text += std::to_string(s.slots);
        if (s.entries != 0) text += " entries " + std::to_string(s.entries);
        if (s.tag != default_tag(s.made)) text += " tag " + std::to_string(s.tag);
        return text;
    }
    [[nodiscard]] std::string operator()(const write& s) const
    {
        return "write " + slot(s.variable, s.slot) + ' ' + from(s.value);
    }
    [[nodiscard]] std::string operator()(const load& s) const
    {
        return "load " + name(s.variable) + ' ' + slot(s.from, s.slot);
    }
    [[nodiscard]] std::string operator()(const set& s) const
    {
        return "set " + name(s.variable) + ' ' + from(s.value);
    }
    [[nodiscard]] std::string operator()(const drop& s) const { return "drop " + name(s.variable); }
    [[nodiscard]] std::string operator()(const collect&) const { return "collect"; }

    [[nodiscard]] const std::string& name(std::uint32_t variable) const
    {
        return trace_->names[variable];
    }

private:
    [[nodiscard]] std::string slot(std::uint32_t variable, std::uint32_t i) const
    {
        return name(variable) + '.' + std::to_string(i);
    }
    [[nodiscard]] std::string from(const source& s) const
    {
        if (s.what == source::from::number) return std::to_string(s.number);
        if (s.what == source::from::outside) return "outside";
        return s.entry ? name(s.number) + '+' + std::to_string(*s.entry) : name(s.number);
    }

    const trace* trace_;
};

/// Ensures  parse(print(t)) is t.
[[nodiscard]] inline std::string print(const trace& t)
{
    auto text = std::string{first_line} + "\nheap " + std::to_string(t.words) + '\n';
    for (const auto& s : t.steps) text += printer{t}(s) + '\n';
    return text;
}

}  // namespace replay
