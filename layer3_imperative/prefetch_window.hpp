// layer3_imperative/prefetch_window.hpp: a small queue that gives memory time to answer.
#pragma once

#include <array>
#include <cstddef>

#include <strata/concepts/address.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::imperative {

/// At most `N` object addresses whose headers are being prefetched, in a ring that the caller
/// lends. It models `worklist`.
/// With `N` = 1 an object comes out as soon as it goes in: that is no window, and the order is the
/// paper's.
template <machine_word W, std::size_t N>
class prefetch_window {
    static_assert(N > 0 && (N & (N - 1)) == 0, "a power of two, so that an index wraps by a mask");

public:
    using value_type = val_addr<W>;

    // Lent, not owned: an array within the state of marking would keep all of it in memory.
    constexpr explicit prefetch_window(std::array<value_type, N>& ring)
        : ring_{ring.data()}
    {}

    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr bool full() const { return size_ == N; }
    constexpr void push(value_type x) { ring_[(first_ + size_++) % N] = x; }
    [[nodiscard]] constexpr value_type pop()
    {
        --size_;
        return ring_[first_++ % N];
    }

private:
    value_type* ring_;
    std::size_t first_ = 0, size_ = 0;
};

static_assert(worklist<prefetch_window<std::uint64_t, 32>>);

}  // namespace strata::imperative
