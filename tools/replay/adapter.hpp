// tools/replay/adapter.hpp: what a replay needs of a collector, and the simplest way to give it.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <strata/concepts/collector.hpp>
#include <strata/layer3_imperative/segregated_fit.hpp>

#include "replay/form.hpp"

namespace replay {

using namespace strata;

/// What a replay lends to a collector.
struct lent {
    std::uint32_t words;    ///< of the heap, or of each space
    std::size_t stack = 4;  ///< entries of a mark stack, or the like
};

/// How many objects a collection leaves, beside those that are live when it is over: all that were
/// live at its start and are new, some of them, or any, because it looked at a part of the heap.
enum class leaves : std::uint8_t { exactly, at_most, any };

/// Called just before a collection or a cycle begins: what is live then is known.
using on_start = std::function<void()>;

/// Memories one after the other, with a word between them that belongs to none.
template <layout L>
class spaces {
public:
    spaces(std::size_t n, lent l)
        : stack(l.stack)
        , words_(n, std::vector<word_of<L>>(l.words, static_cast<word_of<L>>(0xAAAA'AAAA)))
        , distance_{l.words + std::size_t{1}}
    {}
    spaces(const spaces&) = delete;

    template <class M>
    [[nodiscard]] M space(std::size_t i)
    {
        return {words_[i], origin(i)};
    }
    /// The words of the first space from number `from` on.
    template <class M>
    [[nodiscard]] M part(std::size_t from, std::size_t n)
    {
        return {{words_[0].data() + from, n}, static_cast<word_of<L>>(origin(0) + from * L::mword)};
    }
    /// Something else that the collector borrows.
    template <class T>
    [[nodiscard]] T& borrowed()
    {
        return borrowed_.emplace<T>();
    }
    /// A pointer that leads behind the last space.
    [[nodiscard]] word_of<L> outside() const { return outside_word<L>(origin(words_.size())); }
    [[nodiscard]] const std::vector<std::vector<word_of<L>>>& words() const { return words_; }

    std::vector<value_of<L>> stack;

private:
    [[nodiscard]] word_of<L> origin(std::size_t i) const
    {
        return static_cast<word_of<L>>((64 + i * distance_) * L::mword);
    }

    std::vector<std::vector<word_of<L>>> words_;
    std::size_t distance_;
    std::any borrowed_{};
};

// A collector is a struct with a name and the adapter for a layout, audited or not: `on`. To add
// one is to write it, and to name it in the table of one of the .cpp files.

template <layout L>
using segregated = imperative::segregated_fit<L>;

/// A collector that stops the world, and the base of the other adapters, which hide what they do in
/// another way. An adapter has all the public members; those with roots may write them if the
/// collector moves objects.
template <class GC>
class stop_the_world {
public:
    using L = typename GC::layout_type;
    using W = word_of<L>;
    using roots = std::vector<W>;
    static constexpr bool moves = moves_objects<GC>;
    /// Whether what `collect_at_once` frees is in one piece.
    static constexpr bool compacts = moves;

    /// `make` gives the collector in its spaces, of which there are `n`.
    template <class F>
    stop_the_world(std::size_t n, lent l, F make)
        : lent_{n, l}
        , gc_(make(lent_))
    {}

    /// Before each step of the trace.
    void between(roots&) {}
    /// Before an object is allocated: what must move for it moves now.
    void make_room(roots&, const on_start&, W /*wosize*/) {}
    /// Expects  the last three: as in `collector`.
    [[nodiscard]] std::optional<value_of<L>> allocate(roots&, const on_start&, W wosize, W tag)
    {
        return gc_.allocate(wosize, tag);
    }
    void write(value_of<L> x, W i, W v)
    {
        if constexpr (requires { gc_.write(x, i, v); }) {
            gc_.write(x, i, v);
        } else {
            auto memory = gc_.memory();
            memory.store(field_addr<L>(hd_address<L>(x), i), v);
        }
    }
    /// The step of the trace: a collection, or the beginning of one.
    void collect(roots& r, const on_start& start) { collect_at_once(r, start); }
    /// Frees all that can be freed.
    void collect_at_once(roots& r, const on_start& start)
    {
        start();
        gc_.collect(r);
        complete(leaves::exactly);
    }
    [[nodiscard]] bool is_running() const { return false; }
    /// How many collections are over, and what the last of them has left.
    [[nodiscard]] int completed() const { return completed_; }
    [[nodiscard]] leaves left() const { return left_; }
    /// How many found no room, and have changed nothing that is live.
    [[nodiscard]] int given_up() const { return given_up_; }
    [[nodiscard]] decltype(auto) memory() const { return gc_.memory(); }
    [[nodiscard]] const spaces<L>& lent_spaces() const { return lent_; }

protected:
    /// A collection is over, or given up.
    void complete(leaves left, bool is_done = true)
    {
        ++completed_;
        given_up_ += !is_done;
        left_ = is_done ? left : leaves::any;
    }

    spaces<L> lent_;
    GC gc_;
    int completed_ = 0, given_up_ = 0;
    leaves left_ = leaves::exactly;
};

}  // namespace replay
