// layer3_imperative/gc_config.hpp: which collector a program has, chosen by name as in CakeML.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <strata/concepts/contract.hpp>
#include <strata/layer2_functional/gc_combined.hpp>

namespace strata::imperative {

using functional::gc_kind;

/// The kind, and the sizes in words of the generations that may be collected alone: the nursery,
/// then what is around it, each larger than the last.
struct gc_config {
    static constexpr std::size_t most_generations = 8;

    gc_kind kind = gc_kind::none;
    std::array<std::uint64_t, most_generations> sizes{};
    std::size_t generations = 0;

    [[nodiscard]] static constexpr gc_config none() { return {}; }
    [[nodiscard]] static constexpr gc_config simple() { return {gc_kind::simple, {}, 0}; }
    [[nodiscard]] static constexpr gc_config gen(std::initializer_list<std::uint64_t> sizes)
    {
        expects(sizes.size() <= most_generations, "there are eight generations at most");
        gc_config config{gc_kind::generational, {}, 0};
        for (const auto size : sizes) config.sizes[config.generations++] = size;
        return config;
    }
    friend constexpr bool operator==(const gc_config&, const gc_config&) = default;
};

/// Why no heap can be collected so, as a sentence, or nullptr.
[[nodiscard]] constexpr const char* find_config_error(const gc_config& config)
{
    if ((config.kind == gc_kind::generational) != (config.generations > 0))
        return "a generational collector has at least one generation, and no other has any";
    for (std::size_t i = 0; i < config.generations; ++i) {
        if (config.sizes[i] == 0) return "a generation has at least one word";
        if (i > 0 && config.sizes[i] <= config.sizes[i - 1])
            return "a generation is larger than those that are nested in it";
    }
    return nullptr;
}

/// The same, or why a heap of `words` words cannot. One generation as large as the heap is never
/// collected alone: that is the paper's no-gen.
[[nodiscard]] constexpr const char* find_config_error(const gc_config& config, std::uint64_t words)
{
    if (const auto* error = find_config_error(config)) return error;
    if (config.generations > 0 && config.sizes[config.generations - 1] > words)
        return "a generation is no larger than the heap";
    return nullptr;
}

/// A configuration, or what is wrong with its name.
struct named_config {
    std::optional<gc_config> config{};
    const char* error = nullptr;
};

/// The number at the beginning of `text`, which is left with the rest; nothing if there is none, or
/// it does not fit.
[[nodiscard]] constexpr std::optional<std::uint64_t> take_number(std::string_view& text)
{
    std::uint64_t n = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && '0' <= text[digits] && text[digits] <= '9'; ++digits) {
        const auto digit = static_cast<std::uint64_t>(text[digits] - '0');
        if (n > (~std::uint64_t{0} - digit) / 10) return std::nullopt;
        n = n * 10 + digit;
    }
    if (digits == 0) return std::nullopt;
    text.remove_prefix(digits);
    return n;
}

/// `none`, `simple`, or `gen` and the size of the nursery in words, as CakeML's option --gc= has
/// it; and with commas the sizes of more generations: gen1000,50000.
[[nodiscard]] constexpr named_config parse_gc_config(std::string_view name)
{
    if (name == "none") return {gc_config::none(), nullptr};
    if (name == "simple") return {gc_config::simple(), nullptr};
    if (!name.starts_with("gen")) return {{}, "a collector is none, simple or gen<size>"};
    name.remove_prefix(2);
    gc_config config{gc_kind::generational, {}, 0};
    do {
        name.remove_prefix(1);
        const auto size = take_number(name);
        if (!size) return {{}, "the size of a generation is a number of words: gen100000"};
        if (config.generations == gc_config::most_generations)
            return {{}, "there are eight generations at most"};
        config.sizes[config.generations++] = *size;
    } while (name.starts_with(','));
    if (!name.empty()) return {{}, "the size of a generation is a number of words: gen100000"};
    if (const auto* error = find_config_error(config)) return {{}, error};
    return {config, nullptr};
}

}  // namespace strata::imperative
