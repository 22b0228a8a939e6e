// layer3_imperative/prefetch_window.hpp: pointers on their way to being looked at, so that memory has time to answer.
#pragma once

#include <array>
#include <cstddef>

#include <strata/concepts/address.hpp>
#include <strata/concepts/worklist.hpp>

namespace strata::imperative {

/// A queue of at most `N` object addresses, whose headers are being prefetched. It models `worklist`.
template <machine_word W, std::size_t N>
class prefetch_window {
    static_assert(N > 0 && (N & (N - 1)) == 0, "a power of two, so that an index wraps by a mask");

public:
    using value_type = val_addr<W>;

    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr bool full() const { return size_ == N; }
    constexpr void push(value_type x) { ring_[(first_ + size_++) % N] = x; }
    [[nodiscard]] constexpr value_type pop()
    {
        --size_;
        return ring_[first_++ % N];
    }

private:
    std::array<value_type, N> ring_{};
    std::size_t first_ = 0, size_ = 0;
};

/// No window: a pointer is looked at when it is found, as in the paper. Never holds anything.
template <machine_word W>
class prefetch_window<W, 0> {
public:
    using value_type = val_addr<W>;

    [[nodiscard]] constexpr bool empty() const { return true; }
    [[nodiscard]] constexpr bool full() const { return true; }
    constexpr void push(value_type) {}
    [[nodiscard]] constexpr value_type pop() { return {}; }
};

static_assert(worklist<prefetch_window<std::uint64_t, 32>>);

}  // namespace strata::imperative
