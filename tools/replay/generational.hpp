// tools/replay/generational.hpp: CakeML's collectors, on which a trace is replayed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/generational.hpp>

#include "replay/adapter.hpp"

namespace replay {

using imperative::gc_config;

/// Nested generations of at most so many of the heap's `words`: as many as differ in size.
[[nodiscard]] inline gc_config generations_in(std::uint64_t words, std::size_t most)
{
    gc_config config{imperative::gc_kind::generational, {}, 0};
    for (const auto size : {words / 8 + 1, words / 3 + 1, words / 2 + 3}) {
        const auto n = config.generations;
        const bool is_larger = n == 0 || size > config.sizes[n - 1];
        if (n < most && is_larger && size <= words) config.sizes[config.generations++] = size;
    }
    return config;
}

// How a heap of so many words is collected at first, and after so many `collect` steps.
struct collected_never {
    static gc_config at(std::uint64_t, int) { return gc_config::none(); }
};
struct collected_at_once {
    static gc_config at(std::uint64_t, int) { return gc_config::simple(); }
};
template <std::size_t Most>
struct collected_by_generation {
    static gc_config at(std::uint64_t words, int) { return generations_in(words, Most); }
};
struct collected_by_turns {
    static gc_config at(std::uint64_t words, int n)
    {
        if (n % 3 == 0) return gc_config::simple();
        return generations_in(words, n % 3 == 1 ? 1 : 3);
    }
};

/// Space is made as CakeML does it, by a partial collection if that is enough. The trace's
/// `collect` is a full one.
template <class GC, class M, class Configs>
class generational_adapter : public stop_the_world<GC> {
    using base = stop_the_world<GC>;

public:
    using typename base::L, typename base::W, typename base::roots;
    static constexpr bool compacts = !std::is_same_v<Configs, collected_never>;

    explicit generational_adapter(lent l)
        : base(2, l, [l](auto& s) {
            return GC{s.template space<M>(0), s.template space<M>(1), Configs::at(l.words, 0)};
        })
    {}
    void make_room(roots& r, const on_start& start, W wosize)
    {
        if (!compacts || imperative::has_space(this->gc_.heap(), W{wosize + 1})) return;
        start();
        const auto full = this->gc_.collections().full;
        const bool ok = this->gc_.alloc(wosize + 1, r) == imperative::alloc_result::done;
        const bool is_full = this->gc_.collections().full != full;
        this->complete(is_full ? leaves::exactly : leaves::any, ok);
    }
    void write(value_of<L> x, W i, W v) { this->gc_.store(x, i, v); }
    void collect(roots& r, const on_start& start)
    {
        const auto config = Configs::at(this->gc_.heap().limit, ++turns_);
        if (config != this->gc_.config())
            expects(this->gc_.switch_to(config, r), "what is in one memory fits in the other");
        collect_at_once(r, start);
    }
    void collect_at_once(roots& r, const on_start& start)
    {
        start();
        expects(this->gc_.collect(r), "what is in one memory fits in the other");
        this->complete(compacts ? leaves::exactly : leaves::any);
    }

private:
    int turns_ = 0;
};

template <class Configs>
struct generational_with {
    template <layout L, bool Audited, class M = imperative::checked_memory<L>>
    using on = generational_adapter<
        imperative::generational<L, M,
                                 std::conditional_t<Audited, imperative::audited_generations<L>,
                                                    imperative::unaudited_generations<L>>>,
        M, Configs>;
};

struct never : generational_with<collected_never> {
    static constexpr auto name = "generational/none";
};
struct simple : generational_with<collected_at_once> {
    static constexpr auto name = "generational/simple";
};
struct one_generation : generational_with<collected_by_generation<1>> {
    static constexpr auto name = "generational/gen";
};
struct nested_generations : generational_with<collected_by_generation<3>> {
    static constexpr auto name = "generational/nested";
};
struct by_turns : generational_with<collected_by_turns> {
    static constexpr auto name = "generational/by_turns";
};

}  // namespace replay
