// tools/replay/shadow.hpp: a mutator that remembers, apart from the heap, what it must hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <strata/layer2_functional/defect.hpp>
#include <strata/layer2_functional/short_circuit.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

#include "replay/form.hpp"
#include "replay/model.hpp"

namespace replay {

/// The model of a program beside a heap: where each live object is, and the words of the variables,
/// which are the roots. A collection may move objects and write to the roots.
template <layout L>
class shadow {
    using W = word_of<L>;

public:
    shadow(std::size_t variables, W outside)
        : model_{variables}
        , roots_(variables, L::filler())
        , outside_{outside}
    {}

    [[nodiscard]] const model& graph() const { return model_; }
    [[nodiscard]] std::vector<W>& roots() { return roots_; }

    /// A new object at `x`, and what makes it one of the trace's.
    template <class GC>
    void add(GC& gc, const allocate& a, bool changes, value_of<L> x)
    {
        const auto& o = model_.add(a, changes);
        places_.push_back(x);
        const auto f = form_of<L>(o);
        if (has_bitmap<L> && bitmap_of<L>(o) != 0) gc.write(x, 1, bitmap_of<L>(o));
        for (std::uint32_t i = 1; i <= o.slots; ++i)
            gc.write(x, f.first + i - 1, word_for(o.slot(i), f.is_scanned));
        // The variables hold data by now, so the environment may begin before them.
        if (f.is_closure) {
            for (W i = f.first - 1; i >= 1; --i)
                if (i != 2) gc.write(x, i, fixed_field<L>(o, f, i));
            gc.write(x, 2, fixed_field<L>(o, f, 2));
        }
        roots_[a.variable] = word_for(*model_.held(a.variable), true);
    }
    template <class GC>
    void put(GC& gc, const object& o, std::uint32_t slot, const value& v)
    {
        const auto f = form_of<L>(o);
        const auto x = places_[o.number];
        const W i = f.first + slot - 1;
        const auto old = bitmap_of<L>(o);
        model_.put(o, slot, v);
        // While a bit changes, the field is one that may be read either way.
        if (has_bitmap<L> && bitmap_of<L>(o) != old) {
            gc.write(x, i, L::filler());
            gc.write(x, 1, bitmap_of<L>(o));
        }
        gc.write(x, i, word_for(v, f.is_scanned));
    }
    void assign(std::uint32_t variable, const std::optional<value>& v)
    {
        model_.assign(variable, v);
        roots_[variable] = v ? word_for(*v, true) : L::filler();
    }

    /// Follows the roots through the heap and the model at once. Nothing if both are the same graph
    /// with the same data; otherwise the first difference, as a sentence. Where the collector has
    /// passed by a forward block, so does the model. While a cycle is under way, objects have any
    /// colour.
    template <class M>
    [[nodiscard]] std::optional<std::string> find_difference(const M& memory, bool may_move,
                                                             bool has_colors)
    {
        walk<M> w{memory, may_move, has_colors, places_, std::vector<bool>(places_.size()),
                  {},     {},       {}};
        for (std::uint32_t v = 0; v < model_.variables(); ++v) {
            if (!model_.held(v)) continue;
            const auto held = seen_as(w, *model_.held(v), roots_[v]);
            if (!follow(w, held, roots_[v], true)) return "variable " + name(v) + w.wrong;
            model_.assign(v, held);
        }
        for (std::size_t next = 0; next < w.found.size(); ++next)
            if (!compare(w, model_.objects()[w.found[next]])) return w.wrong;
        places_ = std::move(w.places);
        return std::nullopt;
    }

private:
    template <class M>
    struct walk {
        const M& memory;
        bool may_move, has_colors;
        std::vector<value_of<L>> places;
        std::vector<bool> is_met;
        std::map<value_of<L>, std::uint32_t> at;
        std::vector<std::uint32_t> found;
        std::string wrong;
    };

    [[nodiscard]] static std::string name(std::uint32_t n) { return "number " + std::to_string(n); }

    [[nodiscard]] W word_for(const value& v, bool is_scanned) const
    {
        if (v.what == value::is::number) return number_word<L>(v.number, is_scanned);
        if (v.what == value::is::outside) return outside_;
        return pointer_word<L>(model_.objects()[v.number], places_[v.number], v.entry);
    }

    /// A value, or what it stands for if that is what the word is.
    template <class M>
    [[nodiscard]] value seen_as(const walk<M>& w, const value& v, W word) const
    {
        if constexpr (functional::short_circuits<L>) {
            const functional::one_space<L, M> heap{w.memory};
            if (!heap.has(word) || !functional::is_forward<L>(heap.load_header(word)))
                return model_.passed_by(v);
        }
        return v;
    }

    /// Whether a word is what a value must be; an object is met for the first time, or again.
    template <class M>
    [[nodiscard]] bool follow(walk<M>& w, const value& v, W word, bool is_scanned) const
    {
        const auto is_not = [&](const std::string& what) {
            w.wrong = " holds " + functional::hex(word) + ", not " + what;
            return false;
        };
        if (v.what != value::is::object)
            return word == word_for(v, is_scanned) ||
                   is_not(v.what == value::is::outside ? "a pointer out of the heap"
                                                       : "the number " + std::to_string(v.number));
        const auto& o = model_.objects()[v.number];
        const auto what = "a pointer to object " + name(v.number);
        if (!L::is_pointer(word)) return is_not(what);
        const value_of<L> x{L::target(word).at - entry_distance<L>(o, v.entry)};
        if (word != pointer_word<L>(o, x, v.entry)) return is_not(what);
        const auto [met, is_new] = w.at.try_emplace(x, v.number);
        if (met->second != v.number) return is_not(what);
        if (!is_new) return true;
        const bool is_word = within<L>(w.memory, x) && (x.at - w.memory.begin()) % mword<L>() == 0;
        if (w.is_met[v.number] || !is_word) return is_not(what);
        w.is_met[v.number] = true;
        if (!w.may_move && x != places_[v.number]) return is_not(what + " where it was");
        w.places[v.number] = x;
        w.found.push_back(v.number);
        return true;
    }
    template <class M>
    [[nodiscard]] bool compare(walk<M>& w, const object& o)
    {
        const auto h = hd_address<L>(w.places[o.number]);
        const auto f = form_of<L>(o);
        const auto differs = [&](const std::string& what) {
            w.wrong = "object " + name(o.number) + ", at " + functional::hex(h.at) + ", " + what;
            return false;
        };
        const auto header = w.memory.load(h.at);
        const auto c = w.has_colors ? color_of<L>(header) : color::white;
        if (c == color::blue || header != L::make_header(f.wosize, c, f.tag))
            return differs("has the header " + functional::hex(w.memory.load(h.at)));
        for (W i = 1; i < f.first; ++i) {
            const auto expected = has_bitmap<L> ? bitmap_of<L>(o) : fixed_field<L>(o, f, i);
            if (w.memory.load(field_addr<L>(h, i)) != expected)
                return differs("has another word in field " + std::to_string(i));
        }
        for (std::uint32_t s = 1; s <= o.slots; ++s) {
            const auto word = w.memory.load(field_addr<L>(h, f.first + s - 1));
            const auto held = o.slot(s);
            const auto seen = o.made == shape::forward ? held : seen_as(w, held, word);
            if (!follow(w, seen, word, f.is_scanned))
                return differs("slot " + std::to_string(s) + w.wrong);
            if (seen != held) model_.put(o, s, seen);
        }
        return true;
    }

    model model_;
    std::vector<value_of<L>> places_{};
    std::vector<W> roots_;
    W outside_;
};

}  // namespace replay
