// bench/generations.hpp: programs on CakeML's heap, and how long they were in the collector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <strata/instantiations/cakeml.hpp>
#include <strata/layer3_imperative/generational.hpp>

#include "runner.hpp"

namespace strata::bench {

/// Ends a program for which there is not enough space.
struct out_of_space {};

/// A heap in two memories, and a stack of roots.
class gen_program {
public:
    using L = cakeml_64;
    using W = word_of<L>;
    static constexpr W nil = 0;

    gen_program(std::size_t words, const imperative::gc_config& config)
        : one_(words)
        , other_(words)
        , stack_(1 << 17)
        , gc_{{one_, 0}, {other_, 0}, config}
    {}

    /// The pointer to a new object. What is needed after it is on the stack.
    [[nodiscard]] W allocate(W wosize, W tag)
    {
        auto x = gc_.allocate(wosize, tag);
        if (!x) {
            collecting_ += nanoseconds([&] { make_space(wosize + 1); });
            x = gc_.allocate(wosize, tag);
        }
        return L::pointer_to(*x);
    }
    [[nodiscard]] W load(W pointer, W i) const { return gc_.load(L::target(pointer), i); }
    void store(W pointer, W i, W value) { gc_.store(L::target(pointer), i, value); }

    void push(W value) { stack_[depth_++] = value; }
    W pop() { return stack_[--depth_]; }
    [[nodiscard]] W& top(std::size_t from_top = 0) { return stack_[depth_ - 1 - from_top]; }
    [[nodiscard]] W& root(std::size_t i) { return stack_[i]; }

    /// A cell of `head` and of what is on top of the stack, which it replaces.
    void cons(W head)
    {
        const auto cell = allocate(2, L::block_tag(0));
        store(cell, 1, head);
        store(cell, 2, top());
        top() = cell;
    }

    [[nodiscard]] double collecting() const { return collecting_; }
    [[nodiscard]] const imperative::gen_counts& collections() const { return gc_.collections(); }

private:
    void make_space(W words)
    {
        const std::span<W> roots{stack_.data(), depth_};
        if (gc_.alloc(words, roots) != imperative::alloc_result::done) throw out_of_space{};
    }

    std::vector<W> one_, other_, stack_;
    std::size_t depth_ = 0;
    imperative::generational<L, imperative::raw_memory<L>, imperative::unaudited_generations<L>>
        gc_;
    double collecting_ = 0;
};

/// The settings of section 5: copying, no-gen, small-gen, large-gen.
inline constexpr std::size_t gen_settings = 4;
[[nodiscard]] inline imperative::gc_config gen_setting(std::size_t i, std::size_t words)
{
    using imperative::gc_config;
    if (i == 0) return gc_config::simple();
    return gc_config::gen({i == 1 ? words : i * 100'000 - 100'000});
}

}  // namespace strata::bench
