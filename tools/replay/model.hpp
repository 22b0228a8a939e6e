// tools/replay/model.hpp: the live graph that a trace makes, apart from any heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "replay/trace.hpp"

namespace replay {

/// What a variable or a slot holds.
struct value {
    enum class is : std::uint8_t { number, outside, object };

    is what = is::number;
    std::uint32_t number = 0;  ///< the number, or that of the object
    std::uint32_t entry = 0;   ///< of a closure

    friend bool operator==(const value&, const value&) = default;
};

struct object {
    std::uint32_t number;  ///< the first that was made is 0
    shape made;
    std::uint32_t slots, entries, tag;
    bool changes;  ///< whether it is ever given a pointer to a younger one, if that is known
    std::map<std::uint32_t, value> written{};

    [[nodiscard]] value slot(std::uint32_t i) const
    {
        const auto found = written.find(i);
        if (found != written.end()) return found->second;
        return {value::is::number, number * 65'537 + i};
    }
};

/// The variables and the objects, dead ones as well.
class model {
public:
    explicit model(std::size_t variables = 0)
        : variables_(variables)
    {}

    [[nodiscard]] const std::vector<object>& objects() const { return objects_; }
    [[nodiscard]] std::size_t variables() const { return variables_.size(); }
    /// What a variable holds, if it is one.
    [[nodiscard]] std::optional<value> held(std::uint32_t variable) const
    {
        return variable < variables_.size() ? variables_[variable] : std::nullopt;
    }
    /// The object to which a variable leads.
    [[nodiscard]] const object* led_to(std::uint32_t variable) const
    {
        const auto v = held(variable);
        return v && v->what == value::is::object ? &objects_[v->number] : nullptr;
    }
    /// What a step would store; nothing if it cannot.
    [[nodiscard]] std::optional<value> value_of(const source& s) const
    {
        if (s.what == source::from::number) return value{value::is::number, s.number};
        if (s.what == source::from::outside) return value{value::is::outside};
        if (!s.entry) return held(s.number);
        const auto* o = led_to(s.number);
        if (o == nullptr || o->made != shape::closure || *s.entry > o->entries) return std::nullopt;
        return value{value::is::object, o->number, *s.entry};
    }
    /// The object with that slot to which a variable leads.
    [[nodiscard]] const object* with_slot(std::uint32_t variable, std::uint32_t slot) const
    {
        const auto* o = led_to(variable);
        return o != nullptr && 1 <= slot && slot <= o->slots ? o : nullptr;
    }
    [[nodiscard]] static bool may_write(const object& o, const value& v)
    {
        return o.made != shape::forward && (o.made != shape::opaque || v.what == value::is::number);
    }
    /// What a collector may put where `v` is: what it stands for, if that is safe.
    [[nodiscard]] value passed_by(const value& v) const
    {
        if (v.what != value::is::object || objects_[v.number].made != shape::forward) return v;
        const auto result = objects_[v.number].slot(1);
        if (result.what == value::is::number) return result;
        if (result.what == value::is::outside) return v;
        const auto tag = objects_[result.number].tag;
        return tag == forward_tag || tag == lazy_tag || tag == double_tag ? v : result;
    }

    /// Expects  what a forward block is to stand for can be stored.
    const object& add(const allocate& a, bool changes = false)
    {
        const auto number = static_cast<std::uint32_t>(objects_.size());
        const auto result = a.made == shape::forward ? value_of(a.value) : std::nullopt;
        objects_.push_back({number, a.made, a.slots, a.entries, a.tag, changes});
        if (result) objects_.back().written[1] = *result;
        assign(a.variable, value{value::is::object, number});
        return objects_.back();
    }
    void put(const object& o, std::uint32_t slot, const value& v)
    {
        objects_[o.number].written[slot] = v;
    }
    void assign(std::uint32_t variable, const std::optional<value>& v)
    {
        if (variable >= variables_.size()) variables_.resize(variable + 1);
        variables_[variable] = v;
    }

    /// The numbers of the objects that the variables lead to, directly or not, without order.
    [[nodiscard]] std::vector<std::uint32_t> reachable() const
    {
        std::vector<std::uint32_t> found;
        std::vector<bool> seen(objects_.size());
        const auto visit = [&](const value& v) {
            if (v.what != value::is::object || seen[v.number]) return;
            seen[v.number] = true;
            found.push_back(v.number);
        };
        for (const auto& v : variables_)
            if (v) visit(*v);
        for (std::size_t next = 0; next < found.size(); ++next)
            for (const auto& [slot, v] : objects_[found[next]].written) visit(v);
        return found;
    }

private:
    std::vector<object> objects_{};
    std::vector<std::optional<value>> variables_;
};

}  // namespace replay
