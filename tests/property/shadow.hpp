// tests/property/shadow.hpp: a mutator that remembers, apart from the heap, what it must hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <strata/layer2_functional/well_formed_heap.hpp>

#include "shapes.hpp"

namespace test {

/// The objects that the mutator has made, where they are and what it last wrote to their fields.
template <layout L>
class shadow {
    using W = word_of<L>;

public:
    struct field {
        W word;
        std::optional<std::size_t> object{};  ///< that the word points to
    };
    struct object {
        shape what;
        value_of<L> x;
        W wosize, tag;
        std::vector<field> fields{};
    };

    std::vector<field> roots{};

    /// What the collector is given.
    [[nodiscard]] std::vector<W> root_words() const
    {
        std::vector<W> words;
        for (const auto& r : roots) words.push_back(r.word);
        return words;
    }

    /// A new object, as allocate must leave it; the mutator fills it at once and makes it a root.
    template <class M>
    void add(M& memory, shape what, W tag, value_of<L> x, W wosize, std::uint32_t data)
    {
        const auto number = objects_.size();
        objects_.push_back({what, x, wosize, tag, std::vector<field>(wosize)});
        for (W i = 1; i <= wosize; ++i) {
            objects_[number].fields[i - 1].word = memory.load(field_addr<L>(hd_address<L>(x), i));
            if (is_data(number, i)) set(memory, number, i, {payload(what, data + i)});
        }
        if (what == shape::closure) add_entries(memory, number);
        roots.push_back(pointer(number, data));
    }

    /// Makes some field of some reachable object data, or a pointer to another one.
    template <class M>
    void mutate(M& memory, std::uint32_t choice)
    {
        const auto from = some_reachable(choice), to = some_reachable(choice / 7);
        if (!from || !to) return;
        const auto& o = objects_[*from];
        const W i = static_cast<W>(1 + choice / 64 % o.wosize);
        if (choice % 4 == 0 && is_data(*from, i)) {
            set(memory, *from, i, {payload(o.what, choice)});
        } else if (is_value(*from, i)) {
            set(memory, *from, i, pointer(*to, choice));
        }
    }

    /// The objects that the roots reach.
    [[nodiscard]] std::set<std::size_t> reachable() const
    {
        std::set<std::size_t> seen;
        std::vector<field> todo = roots;
        while (!todo.empty()) {
            const auto f = todo.back();
            todo.pop_back();
            if (f.object && seen.insert(*f.object).second)
                for (const auto& g : objects_[*f.object].fields) todo.push_back(g);
        }
        return seen;
    }

    /// Whether every reachable object is in the heap, white, with each word as it was written.
    template <class M>
    [[nodiscard]] bool is_in(const M& memory) const
    {
        for (const auto number : reachable()) {
            const auto& o = objects_[number];
            const auto h = hd_address<L>(o.x);
            if (memory.load(h.at) != L::make_header(o.wosize, color::white, o.tag)) return false;
            for (W i = 1; i <= o.wosize; ++i)
                if (memory.load(field_addr<L>(h, i)) != o.fields[i - 1].word) return false;
        }
        return true;
    }

protected:
    std::vector<object> objects_{};

private:
    static constexpr W least_with_entry = 6;  // code, info, infix header, code, info, a variable

    [[nodiscard]] static W payload(shape what, std::uint64_t n)
    {
        const auto word = static_cast<W>(n * 0x9E3779B97F4A7C15U);
        return what == shape::opaque || has_bitmap<L> ? word : static_cast<W>(word | 1);
    }
    /// To an object, or to an entry inside a closure.
    [[nodiscard]] field pointer(std::size_t number, std::uint32_t choice) const
    {
        auto [what, x, wosize, tag, fields] = objects_[number];
        if (what == shape::closure && wosize >= least_with_entry && choice % 2 == 0)
            x.at = x.at + word<W>(3) * mword<L>();
        return {L::pointer_to(x), number};
    }
    /// Whether the mutator may write data, or a value, to field `i`.
    [[nodiscard]] bool is_data(std::size_t number, W i) const
    {
        const auto& o = objects_[number];
        if (o.what == shape::closure) return i == 1 || i > start_env(o);
        return !has_bitmap<L> || i >= 2;
    }
    [[nodiscard]] bool is_value(std::size_t number, W i) const
    {
        const auto& o = objects_[number];
        if (o.what == shape::opaque) return false;
        if (o.what == shape::closure) return i > start_env(o);
        return !has_bitmap<L> || (i >= 2 && i - 2 < word_bits<W>);
    }
    [[nodiscard]] static W start_env(const object& o)
    {
        return o.wosize >= least_with_entry ? 5 : 2;
    }

    template <class M>
    void set(M& memory, std::size_t number, W i, field f)
    {
        auto& o = objects_[number];
        if (has_bitmap<L> && i - 2 < word_bits<W>) {
            const W bit = W{1} << ((i - 2) % word_bits<W>);
            const W others = o.fields[0].word & ~bit, bits = f.object ? others | bit : others;
            // While a bit changes, the field is one that may be read either way.
            if (bits != o.fields[0].word) {
                put(memory, o, i, {L::filler()});
                put(memory, o, 1, {bits});
            }
        }
        put(memory, o, i, f);
    }
    template <class M>
    static void put(M& memory, object& o, W i, field f)
    {
        if constexpr (requires { memory.write(o.x, i, f.word); }) memory.write(o.x, i, f.word);
        else memory.store(field_addr<L>(hd_address<L>(o.x), i), f.word);
        o.fields[i - 1] = f;
    }
    template <class M>
    void add_entries(M& memory, std::size_t number)
    {
        if constexpr (has_kind<functional::closure, L>) {
            auto& o = objects_[number];
            if (o.wosize >= least_with_entry)
                put(memory, o, 3, {L::make_header(3, color::white, 249)});
            // The variables hold data by now, so the environment may begin before them.
            put(memory, o, 2, {L::make_closure_info(1, start_env(o))});
        }
    }
    [[nodiscard]] std::optional<std::size_t> some_reachable(std::uint32_t choice) const
    {
        if (roots.empty()) return std::nullopt;
        auto at = roots[choice % roots.size()].object;
        for (unsigned hop = 0; at && hop < choice / 16 % 4; ++hop) {
            const auto& fields = objects_[*at].fields;
            const auto next = fields[(choice / 64 + hop) % fields.size()].object;
            if (next) at = next;
        }
        return at;
    }
};

}  // namespace test
