// layer3_imperative/generational.hpp: CakeML's collector, to embed; its kind may change as it runs.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <strata/concepts/collector.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/divided_memory.hpp>
#include <strata/layer3_imperative/gen_heap_audit.hpp>
#include <strata/layer3_imperative/gen_spaces.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

namespace strata::imperative {

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

    /// Expects  the memories do not overlap; the heap can be collected so (find_config_error).
    constexpr generational(M curr, M other, const gc_config& config)
        : spaces_{std::move(curr), std::move(other), {}, {}}
        , config_{config}
    {
        const auto words = length<L>(spaces_.curr);
        spaces_.heap = {none, none, words, words, {}};
        expects(words <= L::max_heap_words && length<L>(spaces_.other) <= L::max_heap_words,
                "the words of a heap can be numbered in a pointer");
        expects_config(config);
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
        if (!has_space(heap(), words)) return std::nullopt;
        const auto n = cut<L>(spaces_.heap, words, L::make_header(wosize, color::white, tag));
        make_object<L>(spaces_.curr, {nth_word<L>(spaces_.curr, n)}, wosize, tag, color::white);
        return f_address<L>(header_of<L>{n * mword<L>()});
    }
    /// The same, after a collection if one is needed. Nothing if there is not enough space, and
    /// then nothing changes, no root either.
    template <root_slots<word> R>
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag, R&& roots)
    {
        expects_object<L>(wosize, tag);
        if (alloc(wosize + strata::word<word>(1), roots) != alloc_result::done) return std::nullopt;
        return allocate(wosize, tag);
    }

    /// Makes space for `words` words before the trigger: by a partial collection if that must
    /// succeed, and otherwise by a full one. Unless it is done, nothing has changed. CakeML:
    /// `alloc`.
    template <root_slots<word> R>
    [[nodiscard]] constexpr alloc_result alloc(word words, R&& roots)
    {
        if (has_space(heap(), words)) return alloc_result::done;
        if (config_.kind == gc_kind::none) return alloc_result::not_enough_space;
        const auto result = can_do_partial(config_, heap(), words)
                                ? partial(roots, generation_due(config_, heap()))
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
        return is_done(full(config_, roots, none));
    }
    /// Frees what the roots, the references and the older generations do not reach of generation
    /// `which` and the younger ones. False as in `collect`.
    ///
    /// Expects  there is such a generation.
    template <root_slots<word> R>
    constexpr bool collect_partial(R&& roots, std::size_t which = 0)
    {
        expects(which < config_.generations, "there is such a generation");
        return is_done(partial(roots, which));
    }
    /// Goes on with another configuration. A generational one begins with a full collection, which
    /// brings the references to their end; false as in `collect`, and then all stays.
    ///
    /// Expects  the heap can be collected so.
    template <root_slots<word> R>
    constexpr bool switch_to(const gc_config& config, R&& roots)
    {
        expects_config(config);
        if (config.kind == gc_kind::generational)
            if (full(config, roots, none) != alloc_result::done) return false;
        config_ = config;
        return is_done(alloc_result::done);
    }

    /// Field `i` of the object at `x`, counted from 1.
    [[nodiscard]] constexpr word load(value_of<L> x, word i) const
    {
        return spaces_.curr.load(field_of(x, i));
    }
    constexpr void store(value_of<L> x, word i, word v) { spaces_.curr.store(field_of(x, i), v); }

    /// The whole heap, well formed at any time.
    [[nodiscard]] constexpr auto memory() const
    {
        return divided_memory<L, M>{spaces_.curr, heap().next, heap().end};
    }
    [[nodiscard]] constexpr const gen_heap<L>& heap() const { return spaces_.heap; }
    [[nodiscard]] constexpr const gc_config& config() const { return config_; }
    [[nodiscard]] constexpr const gen_counts& collections() const { return spaces_.counts; }

private:
    static constexpr word none = strata::word<word>(0);

    constexpr void expects_config(const gc_config& config, strata::place at = {}) const
    {
        const auto* error = find_config_error(config, heap().limit);
        expects(error == nullptr, error, at);
    }
    [[nodiscard]] constexpr word field_of(value_of<L> x, word i) const
    {
        return spaces_.curr.begin() + field_addr<L>(hd_address<L>(x), i);
    }
    constexpr void set_trigger(word words)
    {
        auto& at = spaces_.heap;
        at.trigger = at.next + new_trig<L>(config_, at.unused(), words);
        check();
    }
    constexpr bool is_done(alloc_result result)
    {
        if (result == alloc_result::done) set_trigger(none);
        return result == alloc_result::done;
    }
    constexpr void check() const
    {
        Audit::check(spaces_.curr, heap(), config_.generations,
                     config_.kind == gc_kind::generational);
    }

    template <class R>
    [[nodiscard]] constexpr alloc_result partial(R& roots, std::size_t which)
    {
        check();
        return collect_generation(spaces_, roots, which, typename Audit::watch{});
    }
    template <class R>
    [[nodiscard]] constexpr alloc_result full(const gc_config& config, R& roots, word words)
    {
        const typename Audit::watch watch{};
        if (config.kind == gc_kind::simple)
            return collect_everything(spaces_, one_kind<L>{}, roots, words, watch);
        return collect_everything(spaces_, whole_heap<L>{}, roots, words, watch);
    }

    gen_spaces<L, M> spaces_;
    gc_config config_;
};

}  // namespace strata::imperative
