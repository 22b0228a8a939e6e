// layer3_imperative/generational.hpp: CakeML's collector, to embed; its kind may change as it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/divided_memory.hpp>
#include <strata/layer3_imperative/gen_gc.hpp>
#include <strata/layer3_imperative/gen_gc_audit.hpp>
#include <strata/layer3_imperative/gen_gc_trigger.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

namespace strata::imperative {

/// What became of a request for space.
enum class alloc_result { done, not_enough_space, to_space_too_small };

/// Borrows two memories, of which one holds the heap and the other is empty; allocates nothing,
/// ever. Immutable data grow from the bottom, references from the top. It models `collector`.
///
/// The program promises that only references change once they are made: what is stored in other
/// objects leads to older data or to references. Addresses count from the start of the heap.
template <generational_layout L, word_memory<word_of<L>> M = raw_memory<L>,
          class Audit = default_generations_audit<L>>
class generational {
public:
    using layout_type = L;
    using word = word_of<L>;
    static constexpr bool moves_objects = true;

    /// How many collections of each kind there were.
    struct counts {
        std::uint64_t partial = 0, full = 0;
    };

    /// Expects  the memories do not overlap; the heap can be collected so (find_config_error).
    constexpr generational(M curr, M other, gc_config config)
        : curr_{std::move(curr)}
        , other_{std::move(other)}
        , config_{config}
        , heap_{none, none, length<L>(curr_), length<L>(curr_), {}}
    {
        expects(length<L>(curr_) <= L::max_heap_words && length<L>(other_) <= L::max_heap_words,
                "the words of a heap can be numbered in a pointer");
        expects(find_config_error(config, heap_.limit) == nullptr,
                "the configuration is one for this heap");
        set_trigger(none);
    }

    /// An object whose fields hold the layout's filler, a reference if its tag says so; nothing if
    /// it would pass the trigger, and then nothing changes.
    ///
    /// Expects  an object of this size and tag may exist.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects_object<L>(wosize, tag);
        const auto words = wosize + strata::word<word>(1);
        if (!has_space(heap_, words)) return std::nullopt;
        const auto n = cut(words, L::make_header(wosize, color::white, tag));
        make_object<L>(curr_, {place<L>(curr_, n)}, wosize, tag, color::white);
        return f_address<L>(header_of<L>{n * mword<L>()});
    }
    /// The same, after a collection if one is needed. Nothing if there is not enough space, and
    /// then nothing changes, no root either.
    template <root_slots<word> R>
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag, R&& roots)
    {
        if (alloc(wosize + strata::word<word>(1), roots) != alloc_result::done) return std::nullopt;
        return allocate(wosize, tag);
    }

    /// Makes space for `words` words before the trigger: by a partial collection if that must
    /// succeed, and otherwise by a full one. Unless it is done, nothing has changed. CakeML: `alloc`.
    template <root_slots<word> R>
    [[nodiscard]] constexpr alloc_result alloc(word words, R&& roots)
    {
        if (has_space(heap_, words)) return alloc_result::done;
        if (config_.kind == gc_kind::none) return alloc_result::not_enough_space;
        const auto result = can_do_partial(config_, heap_, words)
                                ? partial(roots, generation_due(config_, heap_))
                                : full(config_, roots, words);
        if (result == alloc_result::done) set_trigger(words);
        return result;
    }

    /// Frees all that the roots do not reach. False if the other memory is too small: then nothing
    /// has changed. Without a collector nothing changes either.
    template <root_slots<word> R>
    constexpr bool collect(R&& roots)
    {
        if (config_.kind == gc_kind::none) return true;
        if (full(config_, roots, none) != alloc_result::done) return false;
        set_trigger(none);
        return true;
    }
    /// Frees what the roots, the references and the older generations do not reach of generation
    /// `which` and the younger ones. False as in `collect`.
    ///
    /// Expects  there is such a generation.
    template <root_slots<word> R>
    constexpr bool collect_partial(R&& roots, std::size_t which = 0)
    {
        expects(which < config_.generations, "there is such a generation");
        if (partial(roots, which) != alloc_result::done) return false;
        set_trigger(none);
        return true;
    }
    /// Goes on with another configuration. A generational one begins with a full collection, which
    /// brings the references to their end; false as in `collect`.
    ///
    /// Expects  the heap can be collected so.
    template <root_slots<word> R>
    constexpr bool switch_to(const gc_config& config, R&& roots)
    {
        expects(find_config_error(config, heap_.limit) == nullptr,
                "the configuration is one for this heap");
        if (config.kind == gc_kind::generational)
            if (full(config, roots, none) != alloc_result::done) return false;
        config_ = config;
        set_trigger(none);
        return true;
    }

    /// Field `i` of the object at `x`, counted from 1.
    [[nodiscard]] constexpr word load(value_of<L> x, word i) const
    {
        return curr_.load(field_of(x, i));
    }
    constexpr void store(value_of<L> x, word i, word v) { curr_.store(field_of(x, i), v); }

    /// The whole heap, well formed at any time.
    [[nodiscard]] constexpr auto memory() const
    {
        return divided_memory<L, M>{curr_, heap_.next, heap_.end};
    }
    [[nodiscard]] constexpr const gen_heap<L>& heap() const { return heap_; }
    [[nodiscard]] constexpr const gc_config& config() const { return config_; }
    [[nodiscard]] constexpr const counts& collections() const { return counts_; }

private:
    static constexpr word none = strata::word<word>(0);

    [[nodiscard]] constexpr word field_of(value_of<L> x, word i) const
    {
        return curr_.begin() + field_addr<L>(hd_address<L>(x), i);
    }
    /// The space that a new reference takes is before the trigger, so the trigger moves with it.
    [[nodiscard]] constexpr word cut(word words, word header)
    {
        if (!L::is_ref(header)) return std::exchange(heap_.next, heap_.next + words);
        heap_.trigger = heap_.trigger - words;
        return heap_.end = heap_.end - words;
    }
    constexpr void set_trigger(word words)
    {
        heap_.trigger = heap_.next + new_trig<L>(config_, heap_.unused(), words);
        check(config_);
    }
    constexpr void check(const gc_config& config) const
    {
        Audit::check(curr_, heap_, config.generations, config.kind == gc_kind::generational);
    }

    template <class R>
    [[nodiscard]] constexpr alloc_result partial(R& roots, std::size_t which)
    {
        check(config_);
        auto s = gen_gc(begin_partial<L>(curr_, other_, heap_.used(), heap_.gen_starts[which],
                                         typename Audit::watch{}),
                        roots);
        if (!s.ok) return alloc_result::to_space_too_small;
        copy_back(s);
        heap_.next = s.a;
        promote(heap_, which);
        ++counts_.partial;
        return alloc_result::done;
    }
    template <class R>
    [[nodiscard]] constexpr alloc_result full(const gc_config& config, R& roots, word words)
    {
        if (config.kind == gc_kind::simple) return full_as(one_kind<L>{}, roots, words);
        return full_as(whole_heap<L>{}, roots, words);
    }
    template <class View, class R>
    [[nodiscard]] constexpr alloc_result full_as(View view, R& roots, word words)
    {
        auto s = gen_gc(begin_full<L>(curr_, other_, heap_.used(), view, typename Audit::watch{}),
                        roots);
        if (!s.ok) return alloc_result::to_space_too_small;
        if (s.b - s.a < words) {
            gen_gc_put_back(s, roots);
            return alloc_result::not_enough_space;
        }
        std::swap(curr_, other_);
        heap_ = {s.a, s.a, s.b, length<L>(curr_), {}};
        promote(heap_, gc_config::most_generations);
        ++counts_.full;
        return alloc_result::done;
    }

    M curr_, other_;
    gc_config config_;
    gen_heap<L> heap_;
    counts counts_{};
};

}  // namespace strata::imperative
