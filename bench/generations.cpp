// bench/generations.cpp: section 5 of CakeML's paper: trees, and what its MLton programs allocate.
#include "generations.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "results.hpp"

namespace strata::bench {
namespace {

using W = gen_program::W;
using L = gen_program::L;

/// A heap of 10 MB is two memories of half that.
constexpr std::size_t heap_words = 10 * 1024 * 1024 / 2 / sizeof(W);

void push_list(gen_program& p, W cells)
{
    p.push(gen_program::nil);
    for (W i = 0; i < cells; ++i) p.cons(2 * i);
}

/// Leaves hold a number, branches two trees: 5 * 2^depth - 3 words, as in the paper.
[[nodiscard]] W tree(gen_program& p, int depth)
{
    if (depth == 0) {
        const auto leaf = p.allocate(1, L::block_tag(0));
        p.store(leaf, 1, 2);
        return leaf;
    }
    p.push(tree(p, depth - 1));
    p.push(tree(p, depth - 1));
    const auto branch = p.allocate(2, L::block_tag(1));
    p.store(branch, 2, p.pop());
    p.store(branch, 1, p.pop());
    return branch;
}

/// Short-lived trees, beside 100,000 words that live long.
void trees(gen_program& p, int depth, std::size_t words)
{
    push_list(p, 100'000 / 3);
    const auto size = (std::size_t{5} << depth) - 3;
    for (std::size_t made = 0; made < words; made += size) benchmark::DoNotOptimize(tree(p, depth));
}

/// Two sorted lists are merged by a recursion that keeps every cell on the stack.
void merge(gen_program& p, std::size_t words)
{
    constexpr W cells = 20'000;
    push_list(p, cells);
    push_list(p, cells);
    for (std::size_t made = 0; made < words; made += 2 * 3 * cells) {
        W a = p.root(0), b = p.root(1);
        for (W i = 0; i < 2 * cells; ++i) {
            const bool first =
                b == gen_program::nil || (a != gen_program::nil && p.load(a, 1) >= p.load(b, 1));
            p.push(first ? a : b);
            (first ? a : b) = p.load(first ? a : b, 2);
        }
        p.push(gen_program::nil);
        for (W i = 0; i < 2 * cells; ++i) {
            const auto merged = p.pop();
            const auto head = p.load(p.top(), 1);
            p.top() = merged;
            p.cons(head);
        }
        p.pop();
    }
}

/// Nested loops, and a reference for each counter: almost nothing else.
void imp_for(gen_program& p, std::size_t words)
{
    for (int i = 0; i < 7; ++i) p.push(gen_program::nil);
    for (std::size_t made = 0; made < words; made += 2) {
        const auto counter = p.allocate(1, L::ref_tag);
        p.store(counter, 1, 2 * made);
        std::size_t level = 6;
        for (auto n = made / 2; level > 0 && n % 10 == 0; n /= 10) --level;
        p.root(level) = counter;
    }
}

/// A list of live cells is rebuilt from lists of neighbours.
void life(gen_program& p, std::size_t words)
{
    constexpr W cells = 500;
    push_list(p, cells);
    for (std::size_t made = 0; made < words; made += 9 * 3 * cells) {
        for (int neighbours = 0; neighbours < 8; ++neighbours) {
            push_list(p, cells);
            p.pop();
        }
        push_list(p, cells);
        p.root(0) = p.top();
        p.pop();
    }
}

/// A lazy list: a function for its tail, over numbers that grow.
void pidigits(gen_program& p, std::size_t words)
{
    for (int i = 0; i < 5; ++i) p.push(gen_program::nil);
    W length = 2;
    for (std::size_t made = 0, step = 0; made < words; ++step) {
        for (std::size_t k = 0; k < 12; ++k) {
            p.root(k % 4) = p.allocate(length, L::raw_tag);
            made += length + 1;
        }
        const auto tail = p.allocate(5, L::block_tag(2));
        for (W i = 0; i < 4; ++i) p.store(tail, i + 1, p.root(i));
        p.root(4) = tail;
        if (step % 16 == 15 && length < 600) ++length;
    }
}

/// A matrix of 35 * 35 references to numbers that change all the time, beside 100,000 words that
/// live long: if the matrix were all that lives, copying it would cost nothing, here as in CakeML.
void smith_normal_form(gen_program& p, std::size_t words)
{
    constexpr W size = 35 * 35;
    p.push(p.allocate(size, L::ref_tag));
    push_list(p, 100'000 / 3);
    for (std::size_t made = 0, at = 0; made < words; made += 4, at = (at + 811) % size) {
        const auto number = p.allocate(3, L::raw_tag);
        p.store(p.root(0), at + 1, number);
    }
}

struct named_program {
    std::string name;
    std::function<void(gen_program&)> run;
    std::array<double, gen_settings> cakeml;  ///< milliseconds in the collector, Tables 1 and 2
};

void measure(const options& o, results& r, const named_program& program)
{
    generation_run row{program.name, program.cakeml, {}, {}, {}, {}};
    group benchmarks{"generations/" + program.name};
    for (std::size_t i = 0; i < gen_settings; ++i)
        benchmarks.add(
            std::to_string(i),
            [&row, &program, i] {
                gen_program p{heap_words, gen_setting(i, heap_words)};
                const auto ns = nanoseconds([&] {
                    try {
                        program.run(p);
                    } catch (const out_of_space&) {
                        row.fits = false;
                    }
                });
                row.total[i].add(ns);
                row.collecting[i].add(p.collecting());
                row.partial[i] = p.collections().partial;
                row.full[i] = p.collections().full;
                return ns;
            },
            std::min(o.repetitions, 3));
    benchmarks.run();
    r.generations.push_back(row);
}

}  // namespace

void measure_generations(const options& o, results& r)
{
    const auto words = o.allocated;
    const auto run = [&](auto program) {
        return [program, words](gen_program& p) { program(p, words); };
    };
    measure(o, r, {"merge", run(merge), {7520, 6830, 11'300, 6700}});
    measure(o, r, {"imp-for", run(imp_for), {8.7, 9.7, 5810, 2360}});
    measure(o, r, {"life", run(life), {12.5, 13, 33, 17}});
    measure(o, r, {"pidigits", run(pidigits), {10, 11, 75, 37}});
    measure(o, r, {"smith-normal-form", run(smith_normal_form), {69.0, 69.0, 22.4, 19.6}});
    const std::array<std::array<double, gen_settings>, 13> cakeml{{{1840, 1920, 30.8, 16.9},
                                                                   {1810, 1930, 39.4, 20.5},
                                                                   {1820, 1930, 54.5, 29.0},
                                                                   {1820, 1910, 86.5, 45.4},
                                                                   {1820, 1920, 146, 78.5},
                                                                   {1820, 1910, 266, 145},
                                                                   {1820, 1910, 504, 278},
                                                                   {1980, 2090, 988, 543},
                                                                   {1970, 2090, 2020, 1130},
                                                                   {1970, 2080, 4020, 2270},
                                                                   {1970, 2080, 7630, 4970},
                                                                   {6420, 6470, 12'600, 10'600},
                                                                   {}}};
    for (int depth = 5; depth <= 17; ++depth)
        measure(o, r,
                {"depth" + std::to_string(depth),
                 [depth, words](gen_program& p) { trees(p, depth, words); },
                 cakeml[static_cast<std::size_t>(depth - 5)]});
}

}  // namespace strata::bench
