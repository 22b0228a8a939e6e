// layer3_imperative/young_and_old.hpp: a nursery and an old space, read and written as one memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <utility>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/layout.hpp>
#include <strata/concepts/word_memory.hpp>
#include <strata/layer2_functional/kinds.hpp>
#include <strata/layer3_imperative/bump_down.hpp>

namespace strata::imperative {

template <layout L, word_memory<word_of<L>> M>
[[nodiscard]] constexpr word_of<L> words_of(const M& memory)
{
    return (memory.end() - memory.begin()) / mword<L>();
}

/// Expects  `nursery` can be one for the old space `old`, as it is or, if it grows, can ever be.
template <layout L, word_memory<word_of<L>> M>
constexpr void expects_nursery(const M& nursery, const M& old, place at = {})
{
    expects(bool(words_of<L>(nursery) >= 2), "a nursery has room for an object", at);
    auto most = words_of<L>(old);
    if constexpr (requires { old.most_words(); }) most = word_of<L>(old.most_words());
    expects(bool(words_of<L>(nursery) <= most), "a nursery is no larger than the old space", at);
    expects(nursery.end() <= old.begin() || old.end() <= nursery.begin(),
            "the nursery and the old space do not overlap", at);
}

/// The words of both, from the first to the last; what the nursery has not given out is shown as a
/// free block. If the one memory ends where the other begins, this is a well-formed heap at any
/// time. It models `word_memory`, for the words of objects.
template <layout L, word_memory<word_of<L>> M>
class young_and_old {
public:
    using word = word_of<L>;

    constexpr young_and_old(M nursery, bump_down<L> young, M old)
        : nursery_{std::move(nursery)}
        , old_{std::move(old)}
        , used_{young.next}
    {}

    [[nodiscard]] constexpr word begin() const { return std::min(nursery_.begin(), old_.begin()); }
    [[nodiscard]] constexpr word end() const { return std::max(nursery_.end(), old_.end()); }
    [[nodiscard]] constexpr word load(word a) const
    {
        if (!is_young(a)) return old_.load(a);
        return a < used_ ? free_word(a) : nursery_.load(a);
    }
    constexpr void store(word a, word w)
    {
        if (is_young(a)) nursery_.store(a, w);
        else old_.store(a, w);
    }

private:
    [[nodiscard]] constexpr bool is_young(word a) const
    {
        return nursery_.begin() <= a && a < nursery_.end();
    }
    [[nodiscard]] constexpr word free_word(word a) const
    {
        if (a != nursery_.begin()) return L::filler();
        const auto wosize = (used_ - a) / mword<L>() - strata::word<word>(1);
        const auto c = wosize == strata::word<word>(0) ? color::white : color::blue;
        return L::make_header(wosize, c, strata::word<word>(0));
    }

    M nursery_, old_;
    word used_;
};

/// The roots of the old space while the nursery is full: those of the program, and every value that
/// an object of the nursery holds, dead or alive. It models `root_set`.
///
/// Expects  both outlive it.
template <layout L, class R, class Young>
class roots_and_young {
public:
    class iterator {
    public:
        using value_type = word_of<L>;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;

        constexpr iterator() = default;
        constexpr iterator(const roots_and_young* of, std::ranges::iterator_t<const R> root,
                           header_of<L> h)
            : of_{of}
            , root_{root}
            , h_{h}
        {
            if (h_.at < of_->young_->end()) i_ = functional::scan_from<L>(*of_->young_, h_);
            settle();
        }
        [[nodiscard]] constexpr word_of<L> operator*() const
        {
            if (root_ != std::ranges::end(*of_->roots_)) return *root_;
            return of_->young_->load(field_addr<L>(h_, i_));
        }
        constexpr iterator& operator++()
        {
            if (root_ != std::ranges::end(*of_->roots_)) {
                ++root_;
            } else {
                ++i_;
                settle();
            }
            return *this;
        }
        constexpr iterator operator++(int)
        {
            auto before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(const iterator& a, const iterator& b)
        {
            return a.root_ == b.root_ && a.h_ == b.h_ && a.i_ == b.i_;
        }

    private:
        /// Passes over what holds no value.
        constexpr void settle()
        {
            const auto& young = *of_->young_;
            while (h_.at < young.end()) {
                const auto wosize = L::wosize(young.load(h_.at));
                for (; i_ <= wosize; ++i_)
                    if (functional::scans<L>(young, h_, i_)) return;
                h_ = next_header<L>(h_, wosize);
                if (h_.at < young.end()) i_ = functional::scan_from<L>(young, h_);
            }
            i_ = word<word_of<L>>(0);
        }

        const roots_and_young* of_ = nullptr;
        std::ranges::iterator_t<const R> root_{};
        header_of<L> h_{};
        word_of<L> i_{};
    };

    constexpr roots_and_young(const R& roots, const Young& young)
        : roots_{&roots}
        , young_{&young}
    {}
    [[nodiscard]] constexpr iterator begin() const
    {
        return {this, std::ranges::begin(*roots_), {young_->begin()}};
    }
    [[nodiscard]] constexpr iterator end() const
    {
        return {this, std::ranges::end(*roots_), {young_->end()}};
    }

private:
    const R* roots_;
    const Young* young_;
};

}  // namespace strata::imperative
