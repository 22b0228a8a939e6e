// tests/property/corruptions.hpp: one word of a well-formed heap is changed so that it is not one.
#pragma once

#include <optional>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>

#include "random_heaps.hpp"

namespace test {

/// What must be found: the rule, and the address of the word.
template <layout L>
struct corruption {
    const char* rule;
    word_of<L> at;
};

/// Changes a heap of a recipe in one of `count` ways, at a place that `place` chooses. Nothing if
/// the heap has no place for it.
template <layout L>
class corrupter {
    using W = word_of<L>;
    using found = std::optional<corruption<L>>;

public:
    static constexpr unsigned count = 8;

    corrupter(functional::heap<L>& hp, const std::vector<header_of<L>>& blocks, std::uint32_t place)
        : hp_{hp}
        , blocks_{blocks}
        , place_{place}
    {}

    [[nodiscard]] found operator()(unsigned way)
    {
        switch (way % count) {
        case 0: return overrun();
        case 1: return colored_fragment();
        case 2: return interior_object();
        case 3: return pointer_to(functional::rule::not_free, is_free);
        case 4: return pointer_to(functional::rule::not_fragment, is_fragment);
        case 5: return pointer_to_middle();
        case 6: return even_closure_info();
        default: return pointer_to_lost_infix();
        }
    }

private:
    [[nodiscard]] static bool is_free(W header) { return L::has_color(header, color::blue); }
    [[nodiscard]] static bool is_fragment(W header) { return L::wosize(header) == 0; }
    [[nodiscard]] static bool is_object(W header)
    {
        return !is_free(header) && !is_fragment(header);
    }
    [[nodiscard]] static bool is_closure(W header)
    {
        return has_kind<functional::closure, L> && is_object(header) && L::tag(header) == 247;
    }
    /// Every field can be a pointer, but for the bitmap.
    [[nodiscard]] static bool is_record(W header)
    {
        if (has_bitmap<L>) return is_object(header) && L::wosize(header) >= 2;
        const bool opaque = has_kind<functional::no_scan, L> && L::tag(header) >= 251;
        return is_object(header) && !opaque && !is_closure(header);
    }

    /// One of the blocks whose header is as asked.
    template <class P>
    [[nodiscard]] std::optional<header_of<L>> some(P wanted) const
    {
        std::vector<header_of<L>> candidates;
        for (const auto h : blocks_)
            if (wanted(hp_.load(h.at))) candidates.push_back(h);
        if (candidates.empty()) return std::nullopt;
        return candidates[place_ % candidates.size()];
    }
    /// Makes a field of some record a pointer to `x`: the address of the field.
    [[nodiscard]] std::optional<W> point(value_of<L> x)
    {
        const auto from = some(is_record);
        if (!from || !within<L>(hp_, x)) return std::nullopt;
        const auto at = field_addr<L>(*from, has_bitmap<L> ? 2 : 1);
        if (has_bitmap<L>) {
            const auto bitmap = field_addr<L>(*from, 1);
            hp_.store(bitmap, hp_.load(bitmap) | 1);
        }
        hp_.store(at, L::pointer_to(x));
        return at;
    }

    [[nodiscard]] found overrun()
    {
        const auto h = some([](W) { return true; });
        if (!h) return std::nullopt;
        const auto room = (hp_.end() - h->at) / mword<L>();
        hp_.store(h->at, L::make_header(room + place_ % 3, color::white, 0));
        return corruption<L>{functional::rule::no_overrun, h->at};
    }
    [[nodiscard]] found colored_fragment()
    {
        const auto h = some(is_fragment);
        if (!h) return std::nullopt;
        hp_.store(h->at, L::make_header(0, place_ % 2 == 0 ? color::blue : color::black, 0));
        return corruption<L>{functional::rule::fragment_white, h->at};
    }
    [[nodiscard]] found interior_object()
    {
        const auto h = some(is_object);
        if (!h || !has_kind<functional::infix, L>) return std::nullopt;
        hp_.store(h->at, L::make_header(L::wosize(hp_.load(h->at)), color::white, 249));
        return corruption<L>{functional::rule::not_interior, h->at};
    }
    template <class P>
    [[nodiscard]] found pointer_to(const char* rule, P wanted)
    {
        const auto h = some(wanted);
        if (!h) return std::nullopt;
        const auto at = point(f_address<L>(*h));
        if (!at) return std::nullopt;
        return corruption<L>{rule, *at};
    }
    /// To the second field of an object, or between two words.
    [[nodiscard]] found pointer_to_middle()
    {
        const auto h = some([](W header) { return is_record(header) && L::wosize(header) >= 3; });
        if (!h) return std::nullopt;
        auto x = f_address<L>(*h);
        if (place_ % 2 == 0 && L::mword > 2) {
            x.at = x.at + 2;
        } else {
            if (!has_bitmap<L>)
                hp_.store(x.at, L::filler());  // not what an infix header looks like
            x.at = x.at + mword<L>();
        }
        const auto at = point(x);
        if (!at) return std::nullopt;
        return corruption<L>{functional::rule::not_middle, *at};
    }
    [[nodiscard]] found even_closure_info()
    {
        const auto h = some(is_closure);
        if (!h) return std::nullopt;
        const auto info = field_addr<L>(*h, 2);
        hp_.store(info, hp_.load(info) - 1);
        return corruption<L>{"the closure info of a closure is odd", h->at};
    }
    /// To an entry of a closure whose distance from it is one word too long.
    [[nodiscard]] found pointer_to_lost_infix()
    {
        if constexpr (has_kind<functional::closure, L>) {
            const auto h = some(is_closure);
            if (!h || L::start_env(hp_.load(field_addr<L>(*h, 2))) < 3) return std::nullopt;
            const header_of<L> entry{field_addr<L>(*h, 3)};
            const auto at = point(f_address<L>(entry));
            if (!at) return std::nullopt;
            hp_.store(entry.at, L::make_header(4, color::white, 249));
            // Another pointer to the same entry may come first.
            for (auto a = hp_.begin(); a < *at; a = a + mword<L>())
                if (hp_.load(a) == f_address<L>(entry).at) return std::nullopt;
            return corruption<L>{functional::rule::has_parent, *at};
        } else {
            return std::nullopt;
        }
    }

    functional::heap<L>& hp_;
    const std::vector<header_of<L>>& blocks_;
    std::uint32_t place_;
};

}  // namespace test
