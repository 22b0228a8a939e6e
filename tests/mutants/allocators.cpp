// tests/mutants/allocators.cpp: the stage that allocates, sweeps and allocates again.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/allotment.hpp>
#include <strata/layer3_imperative/format.hpp>
#include <strata/layer3_imperative/lent_room.hpp>
#include <strata/layer3_imperative/next_fit.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>
#include <strata/layer3_imperative/sweep.hpp>

#include "drawing.hpp"
#include "judged_layout.hpp"
#include "metered_memory.hpp"

namespace {

using namespace strata;
using judge::image;
using judge::require;
using judge::compiled_for::f, judge::compiled_for::L, judge::compiled_for::W;
constexpr std::uint64_t origin = 1 << 20;

/// What has been done to a heap so far, the last step from `before` to `after`.
struct story {
    std::string steps{};
    image before{}, after{};
};
story told;

[[nodiscard]] std::string draw_story()
{
    std::string text = "  " + told.steps + "\n";
    if (told.before.words.size() > 20) return text;
    return text +
           judge::draw(f, {{"before the last step", &told.before}, {"after it", &told.after}});
}

/// Positions of the blocks of a heap that have the colour; for all of them, that they tile it.
[[nodiscard]] std::vector<std::size_t> blocks_of(const image& hp, std::uint64_t color)
{
    std::vector<std::size_t> found;
    std::size_t p = 0;
    for (; p < hp.words.size(); p += static_cast<std::size_t>(f.wosize(hp.words[p])) + 1) {
        if (f.color(hp.words[p]) == color) found.push_back(p);
        const bool fragment = f.wosize(hp.words[p]) == 0;
        require(!fragment || f.color(hp.words[p]) == f.white, "a block without fields is white");
    }
    require(p == hp.words.size(), "the blocks tile the heap");
    return found;
}

template <class A>
class world {
public:
    explicit world(std::vector<std::uint64_t> words)
        : words_(words.begin(), words.end())
        , memory_{static_cast<W>(origin), words_}
    {
        for (std::size_t p = 0; p < words.size(); p += f.wosize(words[p]) + 1)
            if (f.color(words[p]) == f.black) kept_.push_back(p);
        told = {"as it was, black is live", memory_.copy(), memory_.copy()};
        sweep();
    }

    /// A sweep after which what is in `kept_` is left. Adjacent free blocks become one.
    void sweep()
    {
        refuel();
        told.before = memory_.copy();
        for (std::size_t p = 0; p < words_.size();
             p += static_cast<std::size_t>(f.wosize(words_[p])) + 1)
            if (f.color(words_[p]) != f.blue)
                words_[p] = static_cast<W>(f.recolored(words_[p], is_kept(p) ? f.black : f.white));
        const auto contents = memory_.copy();
        auto s = imperative::sweep(imperative::begin_sweep<L>(memory_, free_));
        free_ = s.free;
        told.steps += ", sweep";
        check_free();
        for (const auto p : kept_)
            require(is_white_and_same(contents, p), "a sweep leaves what is live");
    }
    /// Hands the free blocks over as they are.
    void adopt()
    {
        refuel();
        free_ = A{};
        imperative::adopt<L>(memory_, free_);
        told.steps += ", adopt";
        check_free();
    }
    [[nodiscard]] std::optional<std::size_t> allocate(std::uint64_t wosize)
    {
        refuel();
        told.before = memory_.copy();
        const auto x = imperative::allocate<L>(memory_, free_, static_cast<W>(wosize), W{0});
        told.steps += ", allocate " + std::to_string(wosize);
        told.after = memory_.copy();
        if (!x) {
            require(told.before == told.after, "an allocation that fails changes nothing");
            for (const auto p : blocks_of(told.before, f.blue))
                require(f.wosize(told.before.words[p]) < wosize,
                        "an allocation fails only without room");
            return std::nullopt;
        }
        const auto taken = static_cast<std::size_t>((x->at - origin) / f.unit) - 1;
        check_taken(taken, static_cast<std::size_t>(wosize));
        check_free();
        return taken;
    }
    /// The same as a promotion does, which tells the allocator at its end.
    void promote(const std::vector<std::uint64_t>& sizes)
    {
        refuel();
        auto room = imperative::allotted<L>(imperative::lent_room<L, A>{&free_}, memory_);
        for (const auto wosize : sizes) {
            told.before = memory_.copy();
            const auto x = imperative::take_at<L>(room, memory_, static_cast<W>(wosize));
            told.steps += ", promote " + std::to_string(wosize);
            if (x == imperative::nowhere<L>()) continue;
            const auto h = hd_address<L>(x);
            imperative::make_object<L>(memory_, h, static_cast<W>(wosize), W{0}, color::white);
            told.after = memory_.copy();
            check_taken(static_cast<std::size_t>((h.at - origin) / f.unit),
                        static_cast<std::size_t>(wosize));
        }
        imperative::hand_back(room);
        check_free();
    }
    void keep(std::size_t p) { kept_.push_back(p); }
    void forget_all() { kept_.clear(); }

private:
    void refuel() const { judge::fuel = 40 * words_.size() + 200; }
    [[nodiscard]] bool is_kept(std::size_t p) const
    {
        return std::find(kept_.begin(), kept_.end(), p) != kept_.end();
    }
    [[nodiscard]] bool is_white_and_same(const image& hp, std::size_t p) const
    {
        const auto size = static_cast<std::size_t>(f.wosize(hp.words[p]));
        for (auto i = p + 1; i <= p + size; ++i)
            if (words_[i] != hp.words[i]) return false;
        return words_[p] == f.recolored(hp.words[p], f.white);
    }
    /// The allocator names the blue blocks, each once.
    void check_free()
    {
        told.after = memory_.copy();
        std::vector<std::size_t> named;
        free_.each_free(memory_, [&](header_of<L> h) {
            named.push_back(static_cast<std::size_t>((h.at - origin) / f.unit));
            return named.size() <= words_.size();
        });
        std::sort(named.begin(), named.end());
        require(named == blocks_of(told.after, f.blue), "the allocator has each free block once");
    }
    /// What was taken is a white object, new, out of one free block.
    void check_taken(std::size_t p, std::size_t wosize)
    {
        require(p + wosize < words_.size() && words_[p] == f.header(wosize, f.white, 0),
                "an allocated object is white and as large as asked for");
        // A filler of 1 looks like a fragment: that the blocks tile the heap is not enough.
        const auto white = blocks_of(memory_.copy(), f.white);
        require(std::find(white.begin(), white.end(), p) != white.end(),
                "an allocated object is one of the blocks of the heap");
        for (auto i = p + 1; i <= p + wosize; ++i)
            require(words_[i] == f.filler, "the fields of a new object hold the filler");
        const auto free = blocks_of(told.before, f.blue);
        const auto around = std::find_if(free.begin(), free.end(), [&](std::size_t b) {
            return b <= p && p + wosize <= b + f.wosize(told.before.words[b]);
        });
        require(around != free.end(), "an object is allocated out of a free block");
        for (std::size_t b = 0; b < words_.size();
             b += static_cast<std::size_t>(f.wosize(told.before.words[b])) + 1)
            if (f.color(told.before.words[b]) != f.blue)
                for (auto i = b; i <= b + f.wosize(told.before.words[b]); ++i)
                    require(words_[i] == told.before.words[i],
                            "an allocation leaves all other objects");
    }

    std::vector<W> words_;
    judge::metered_memory<L> memory_;
    A free_{};
    std::vector<std::size_t> kept_{};
};

template <class A>
void judge_story(const std::vector<std::uint64_t>& words, std::uint64_t a, bool keep,
                 std::uint64_t b, std::uint64_t c)
{
    judge::next_trial();
    world<A> w{words};
    if (const auto p = w.allocate(a); p && keep) w.keep(*p);
    if (const auto p = w.allocate(b); p && !keep) w.keep(*p);
    w.sweep();
    (void)w.allocate(b);
    (void)w.allocate(c);
    w.adopt();
    w.promote({c, b});
    (void)w.allocate(a);
}

void judge_stories(const std::vector<std::uint64_t>& words, const std::vector<std::uint64_t>& sizes)
{
    for (const auto a : sizes)
        for (const auto b : sizes)
            for (const auto c : sizes)
                for (const bool keep : {false, true}) {
                    judge_story<imperative::next_fit<L>>(words, a, keep, b, c);
                    judge_story<imperative::segregated_fit<L>>(words, a, keep, b, c);
                }
}

void append(std::vector<std::uint64_t>& words, std::uint64_t wosize, std::uint64_t color)
{
    words.push_back(f.header(wosize, color, 0));
    // No pointers here: a bitmap of 0, and odd numbers that tell fields apart.
    for (std::uint64_t i = 1; i <= wosize; ++i)
        words.push_back(i == 1 ? f.filler : 2 * words.size() + 1);
}

/// Every heap of fragments and of live and free blocks; what is dead is free after the first sweep.
std::size_t judge_tilings(std::vector<std::uint64_t> words, std::size_t size)
{
    if (words.size() == size) {
        judge_stories(words, {1, 2, 3});
        return 1;
    }
    std::size_t heaps = 0;
    const auto room = size - words.size();
    auto with_fragment = words;
    append(with_fragment, 0, f.white);
    heaps += judge_tilings(with_fragment, size);
    for (std::uint64_t wosize = 1; wosize < room; ++wosize)
        for (const auto color : {f.black, f.blue}) {
            auto longer = words;
            append(longer, wosize, color);
            heaps += judge_tilings(longer, size);
        }
    return heaps;
}

/// Free blocks around the borders of the size classes, with live ones between.
void judge_borders()
{
    for (const std::uint64_t s : {31, 32, 33, 63, 64, 65})
        for (const std::uint64_t t : {31, 32, 33, 64, 65, 100}) {
            std::vector<std::uint64_t> words;
            for (const auto wosize : {s, t, std::uint64_t{40}}) {
                append(words, wosize, f.blue);
                append(words, 1, f.black);
            }
            judge::scene_words = words.size();
            judge_stories(words, {31, 32, 33, 35, 64});
        }
}

/// Many blocks of a class that are a little too small, and one that is not, which was added first.
void judge_long_lists()
{
    for (const std::uint64_t last : {1, 100}) {
        std::vector<std::uint64_t> words;
        append(words, 36, f.blue);
        for (int i = 0; i < 24; ++i) {
            append(words, 1, f.black);
            append(words, 33, f.blue);
        }
        append(words, 1, f.black);
        append(words, last, f.blue);
        judge::scene_words = words.size();
        judge_stories(words, {33, 35, 36});
    }
}

/// A new object of a kind that needs more than the filler.
void judge_closure()
{
    if (!f.has_closures) return;
    for (std::uint64_t wosize = 2; wosize <= 4; ++wosize) {
        std::vector<W> words(5);
        judge::metered_memory<L> memory{static_cast<W>(origin), words};
        imperative::next_fit<L> free;
        judge::fuel = 100;
        imperative::format<L>(memory);
        imperative::adopt<L>(memory, free);
        told = {
            "format, adopt, allocate a closure of " + std::to_string(wosize), memory.copy(), {}};
        judge::scene_words = 5;
        (void)imperative::allocate<L>(memory, free, static_cast<W>(wosize), W{247});
        told.after = memory.copy();
        require(words[4 - wosize] == f.header(wosize, f.white, 247) &&
                    words[4 - wosize + 2] == f.info(0, wosize),
                "a new closure has a closure info and no environment");
    }
}

/// Next fit goes on where it was, also after a sweep: the first block, which fits, is passed over.
void judge_cursor()
{
    std::vector<std::uint64_t> words;
    for (const std::uint64_t wosize : {1, 3, 3}) {
        append(words, wosize, f.blue);
        append(words, 1, f.black);
    }
    judge::scene_words = words.size();
    for (const bool sweeps : {false, true}) {
        world<imperative::next_fit<L>> w{words};
        const auto first = w.allocate(3);
        require(first == 4, "next fit takes the first block that is large enough");
        w.keep(*first);
        if (sweeps) w.sweep();
        require(w.allocate(1) == 12, "next fit goes on where the last search ended");
    }
}

/// Next fit is where a block ends up in the middle of a larger one, when all that was live dies.
void judge_lost_cursor()
{
    std::vector<std::uint64_t> words;
    for (const std::uint64_t wosize : {1, 3, 3}) {
        append(words, 1, f.black);
        append(words, wosize, f.blue);
    }
    judge::scene_words = words.size();
    world<imperative::next_fit<L>> w{words};
    require(w.allocate(3) == 6, "next fit takes the first block that is large enough");
    w.forget_all();
    w.sweep();
    (void)w.allocate(1);
}

}  // namespace

int main()
{
    judge::catch_crashes();
    judge::scene = draw_story;
    std::size_t heaps = 0;
    const auto judge_size = [&](std::size_t size) {
        judge::scene_words = size;
        heaps += judge_tilings({}, size);
    };
    for (std::size_t size = 1; size <= judge::compiled_for::most_words; ++size) judge_size(size);
    judge_closure();
    judge_cursor();
    judge_lost_cursor();
    judge_borders();
    judge_long_lists();
    judge_size(judge::compiled_for::most_words + 1);
    std::printf("accepted: %zu heaps of up to %zu words, and larger ones\n", heaps,
                judge::compiled_for::most_words + 1);
}
