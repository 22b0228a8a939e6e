// tools/replay/trace.hpp: what a program does to its heap, as a list of steps for any layout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace replay {

/// A record's slots hold numbers and pointers, an opaque object's hold numbers. The slots of a
/// closure are its variables; it may have entries to which pointers lead beside the first. A
/// forward block stands for the value in its only slot, which is not written again.
enum class shape : std::uint8_t { record, opaque, closure, forward };

/// What a step stores: a number, a pointer out of the heap, or what a variable holds; or a pointer
/// to entry number `entry` of the closure to which the variable leads.
struct source {
    enum class from : std::uint8_t { number, outside, variable };

    from what = from::number;
    std::uint32_t number = 0;  ///< the number, or that of the variable
    std::optional<std::uint32_t> entry{};

    friend bool operator==(const source&, const source&) = default;
};

// The steps. A variable is a root: what a program can reach is what its variables lead to.

/// The variable leads to a new object. Each slot holds a number of its own; that of a forward
/// block holds `value`.
struct allocate {
    std::uint32_t variable;
    shape made;
    std::uint32_t slots, entries, tag;
    source value{};

    friend bool operator==(const allocate&, const allocate&) = default;
};
/// A slot, counted from 1, of the object to which the variable leads.
struct write {
    std::uint32_t variable, slot;
    source value;

    friend bool operator==(const write&, const write&) = default;
};
/// The variable holds what the slot of an object holds, to which another one leads.
struct load {
    std::uint32_t variable, from, slot;

    friend bool operator==(const load&, const load&) = default;
};
struct set {
    std::uint32_t variable;
    source value;

    friend bool operator==(const set&, const set&) = default;
};
/// The variable is no root any more.
struct drop {
    std::uint32_t variable;

    friend bool operator==(const drop&, const drop&) = default;
};
struct collect {
    friend bool operator==(const collect&, const collect&) = default;
};

using step = std::variant<allocate, write, load, set, drop, collect>;

struct trace {
    std::uint32_t words = 0;           ///< of the heap
    std::vector<std::string> names{};  ///< of the variables
    std::vector<step> steps{};

    friend bool operator==(const trace&, const trace&) = default;
};

// What every layout can do.
inline constexpr std::uint32_t most_words = 1'000'000;  ///< of a heap, and slots of opaque objects
inline constexpr std::uint32_t most_slots = 64;  ///< of records and closures: a bitmap's bits
inline constexpr std::uint32_t most_entries = 8;
inline constexpr std::uint32_t record_tag = 0, lazy_tag = 246, closure_tag = 247;
inline constexpr std::uint32_t forward_tag = 250, opaque_tag = 252, double_tag = 253;

/// Whether a tag is that of no other shape, in any layout.
[[nodiscard]] constexpr bool is_tag_of(shape s, std::uint32_t tag)
{
    if (s == shape::opaque) return 251 <= tag && tag <= 255;
    if (s == shape::closure) return tag == closure_tag;
    if (s == shape::forward) return tag == forward_tag;
    return tag < 247 || tag == 248;
}

[[nodiscard]] constexpr std::uint32_t default_tag(shape s)
{
    if (s == shape::opaque) return opaque_tag;
    if (s == shape::forward) return forward_tag;
    return s == shape::closure ? closure_tag : record_tag;
}

}  // namespace replay
