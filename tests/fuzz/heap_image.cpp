// tests/fuzz/heap_image.cpp: whatever the bytes, an image is refused or collected correctly.
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/instantiations/bitmap_record.hpp>
#include <strata/instantiations/ocaml_32.hpp>
#include <strata/instantiations/ocaml_64.hpp>
#include <strata/layer2_functional/image_defect.hpp>
#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/mark_sweep.hpp>
#include <strata/layer3_imperative/next_fit.hpp>

#include "byte_recipe.hpp"

namespace {

using namespace strata;

/// Collects, allocates until there is no room, and collects again: audited, so that every phase is
/// layer 2's and every collection is judged by Definition 5.
template <class L, class A, std::size_t Window>
void collect(const functional::heap_image<L>& image, std::size_t stack)
{
    using M = imperative::checked_memory<L>;
    auto words = image.hp.words;
    std::vector<value_of<L>> storage(stack);
    imperative::mark_sweep<L, M, A, Window, imperative::audited<L>> gc{
        M{words, image.hp.origin}, storage, imperative::contents::existing};
    gc.collect(image.roots);
    const auto verdict = graph::definition_5(
        functional::observe<L>(image.hp), functional::rooted_objects<L>(image.hp, image.roots),
        functional::observe<L>(functional::heap<L>{image.hp.origin, words}));
    expects(verdict.holds(), "a collection of an image without defect satisfies Definition 5");
    for (word_of<L> wosize = 1; wosize < 9; wosize += 3)
        while (gc.allocate(wosize, 0)) {
        }
    gc.collect(image.roots);
}

template <class L>
void use(const functional::heap_image<L>& image, std::size_t stack)
{
    if (const auto wrong = functional::find_image_defect<L>(image)) {
        expects(!functional::describe(*wrong).empty(), "a defect has a description");
        return;
    }
    collect<L, imperative::next_fit<L>, 1>(image, stack);
    collect<L, imperative::segregated_fit<L>, 4>(image, stack);
}

template <class L>
void use_bytes(std::span<const std::uint8_t> bytes, std::size_t stack)
{
    const auto read = functional::read_image<L>(std::as_bytes(bytes));
    if (!read) {
        expects(read.error.offset <= bytes.size(), "an error is in the bytes or at their end");
        return;
    }
    const auto written = functional::write_image(read.image);
    expects(written.size() == bytes.size() &&
                std::memcmp(written.data(), bytes.data(), bytes.size()) == 0,
            "an image that is read is written as it was");
    use(read.image, stack);
}

// The first byte is what to do: the layout, whether the rest is an image or a recipe, the stack.
struct task {
    unsigned layout, recipe, stack;
};
task task_of(std::uint8_t b) { return {b % 3U, b / 3U % 2U, b / 6U % 3U + 1}; }

template <class L>
void run(const task& t, std::span<const std::uint8_t> rest)
{
    test::byte_source from{rest};
    if (t.recipe == 1) use(test::image_from<L>(from), t.stack);
    else use_bytes<L>(rest, t.stack);
}

/// Images of well-formed heaps, for the fuzzer to start from.
template <class L>
void write_seeds(const std::filesystem::path& folder, char first)
{
    std::mt19937_64 random{1};
    for (int n = 0; n < 12; ++n) {
        const auto recipe = test::random_recipe(random, 6, 6);
        const auto made = test::make_heap<L>(recipe);
        functional::heap_image<L> image{std::endian::little, made.hp, made.roots, {}, {}};
        if (n % 2 == 0) image.blocks = made.blocks;
        if (n % 3 == 0) image.order = std::endian::big;
        if (recipe.linked) image.fp = made.fp;
        const auto bytes = functional::write_image(image);
        std::string name = "seed_";
        name += std::to_string(int{first}) + '_' + std::to_string(n);
        std::ofstream out{folder / name, std::ios::binary};
        out.put(first);
        for (const auto b : bytes) out.put(std::to_integer<char>(b));
    }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    for (int i = 1; i < *argc; ++i) {
        const std::filesystem::path corpus = (*argv)[i];
        if ((*argv)[i][0] == '-' || !std::filesystem::is_directory(corpus)) continue;
        write_seeds<ocaml_64>(corpus, 0);
        write_seeds<ocaml_32>(corpus, 1);
        write_seeds<bitmap_record>(corpus, 2);
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const auto t = task_of(data[0]);
    const std::span rest{data + 1, size - 1};
    if (t.layout == 0) run<ocaml_64>(t, rest);
    if (t.layout == 1) run<ocaml_32>(t, rest);
    if (t.layout == 2) run<bitmap_record>(t, rest);
    return 0;
}
