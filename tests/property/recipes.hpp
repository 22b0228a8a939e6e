// tests/property/recipes.hpp: RapidCheck makes recipes, shrinks them and draws their heaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>
#include <rapidcheck/shrink/Shrink.h>

#include <strata/layer2_functional/defect.hpp>
#include <strata/layer2_functional/objects.hpp>

#include "random_heaps.hpp"

namespace test {

/// Checks `property` for `percent` of the cases that RapidCheck would try: a hundred, or
/// max_success in RC_PARAMS. RapidCheck prints the seed at the start, and on failure the smallest
/// case it finds with RC_PARAMS="reproduce=..." to see it again.
template <class F>
[[nodiscard]] bool holds(const std::string& sentence, int percent, F property)
{
    auto params = rc::detail::configuration().testParams;
    params.maxSuccess = std::max(1, params.maxSuccess * percent / 100);
    rc::detail::TestMetadata metadata;
    metadata.id = metadata.description = sentence;
    const auto result = rc::detail::checkTestable(std::move(property), metadata, params);
    printResultMessage(result, std::cerr);
    std::cerr << '\n';
    return result.template is<rc::detail::SuccessResult>();
}

inline void showValue(const heap_recipe& recipe, std::ostream& out)
{
    static constexpr const char* names[] = {"record", "opaque", "closure", "free", "fragment"};
    for (const auto& b : recipe.blocks) {
        out << "\n  " << b.copies + 1 << " x " << names[static_cast<int>(b.what)] << " of "
            << b.size << ':';
        for (const auto c : b.choices) out << ' ' << c;
    }
    out << "\n  roots:";
    for (const auto c : recipe.roots) out << ' ' << c;
    out << "\n  origin: " << recipe.origin % 3 << ", free blocks "
        << (recipe.linked ? "linked" : "not linked") << '\n';
}

/// A heap, one line a block: its address, colour, size and tag, and what its fields hold.
template <layout L>
[[nodiscard]] std::string draw(const functional::heap<L>& hp,
                               const std::vector<word_of<L>>& roots = {})
{
    static constexpr const char* names[] = {"blue", "white", "gray", "black"};
    std::ostringstream out;
    std::size_t lines = 0;
    functional::for_each_block<L>(hp, [&](header_of<L> h) {
        if (++lines > 40) return;
        const auto header = hp.load(h.at);
        out << functional::hex(h.at) << ' ' << names[static_cast<int>(color_of<L>(header))] << ' '
            << L::wosize(header) << " tag " << L::tag(header) << " |";
        for (word_of<L> i = 1; i <= std::min<word_of<L>>(L::wosize(header), 8); ++i)
            out << ' ' << functional::hex(hp.load(field_addr<L>(h, i)));
        out << (L::wosize(header) > 8 ? " ...\n" : "\n");
    });
    if (lines > 40) out << "... " << lines - 40 << " more blocks\n";
    out << "roots |";
    for (const auto root : roots) out << ' ' << functional::hex(root);
    out << '\n';
    return out.str();
}

/// Numbers below `n` of which any is as likely, whatever the size of the case.
template <class T>
[[nodiscard]] rc::Gen<T> number_below(T n)
{
    return rc::gen::resize(100, rc::gen::inRange<T>(0, n));
}

[[nodiscard]] inline rc::Gen<std::vector<std::uint16_t>> choices()
{
    return rc::gen::container<std::vector<std::uint16_t>>(number_below<std::uint16_t>(0xffff));
}

/// Any numbers, `n` of them; a failing sequence shrinks by leaving steps out.
[[nodiscard]] inline rc::Gen<std::vector<std::uint32_t>> steps(std::size_t n)
{
    const auto all = rc::gen::container<std::vector<std::uint32_t>>(
        n, rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint32_t>())));
    return rc::gen::shrink(rc::gen::noShrink(all), [](std::vector<std::uint32_t> list) {
        return rc::shrink::removeChunks(std::move(list));
    });
}

/// Blocks of up to `size` fields, up to `copies` more of each.
[[nodiscard]] inline rc::Gen<block_recipe> blocks(std::uint32_t size, std::uint32_t copies)
{
    using rc::gen::set;
    return rc::gen::build<block_recipe>(
        set(&block_recipe::what, rc::gen::map(number_below(shapes), shape_number)),
        set(&block_recipe::size, number_below(size + 1)),
        set(&block_recipe::copies, number_below(copies + 1)),
        set(&block_recipe::choices, rc::gen::resize(6, choices())));
}

[[nodiscard]] inline rc::Gen<heap_recipe> recipes(rc::Gen<std::vector<block_recipe>> list)
{
    using rc::gen::set;
    return rc::gen::build<heap_recipe>(set(&heap_recipe::blocks, std::move(list)),
                                       set(&heap_recipe::roots, rc::gen::resize(12, choices())),
                                       set(&heap_recipe::origin, number_below<std::uint16_t>(3)),
                                       set(&heap_recipe::linked));
}

/// From no block at all to a few hundred.
[[nodiscard]] inline rc::Gen<heap_recipe> small_heaps()
{
    return rc::gen::withSize([](int size) {
        const auto most = static_cast<std::uint32_t>(size);
        return recipes(
            rc::gen::container<std::vector<block_recipe>>(blocks(most / 8 + 3, most / 16)));
    });
}

/// A million words, more or less: many blocks alike, and some that are long.
[[nodiscard]] inline rc::Gen<heap_recipe> large_heaps()
{
    const auto many = rc::gen::container<std::vector<block_recipe>>(40, blocks(24, 4000));
    const auto longer = rc::gen::container<std::vector<block_recipe>>(4, blocks(60'000, 1));
    return recipes(rc::gen::map(rc::gen::pair(many, longer), [](auto lists) {
        auto& [all, more] = lists;
        all.insert(all.end(), more.begin(), more.end());
        return std::move(all);
    }));
}

}  // namespace test
