// tests/property/moving_shadow.hpp: a mutator that finds its objects again when they have moved.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "shadow.hpp"

namespace test {

template <layout L>
class moving_shadow : public shadow<L> {
    using W = word_of<L>;
    using typename shadow<L>::field;

public:
    /// Finds the reachable objects again after a collection that has moved some of them: by the
    /// words that the roots hold now, and then field by field. False if one object leads to two
    /// places, or two to one, or a word differs that is no pointer.
    template <class M>
    [[nodiscard]] bool follow(const M& memory, const std::vector<W>& now)
    {
        walk w;
        for (std::size_t r = 0; r < this->roots.size(); ++r)
            if (!move(w, this->roots[r], now[r])) return false;
        while (!w.unvisited.empty()) {
            auto& o = this->objects_[w.unvisited.back()];
            w.unvisited.pop_back();
            for (W i = 1; i <= o.wosize; ++i)
                if (!move(w, o.fields[i - 1], memory.load(field_addr<L>(hd_address<L>(o.x), i))))
                    return false;
        }
        return true;
    }

private:
    struct walk {
        std::vector<std::size_t> unvisited{};
        std::map<std::size_t, value_of<L>> was{};  ///< of each object that is found: where
        std::set<W> places{};
    };
    /// What `f` holds is now `word_now`.
    [[nodiscard]] bool move(walk& w, field& f, W word_now)
    {
        if (!f.object) return f.word == word_now;
        auto& o = this->objects_[*f.object];
        const bool is_new = w.was.emplace(*f.object, o.x).second;
        const auto inside = L::target(f.word).at - w.was.at(*f.object).at;
        const value_of<L> x{static_cast<W>(L::target(word_now).at - inside)};
        f.word = word_now;
        if (!is_new) return o.x == x;
        o.x = x;
        w.unvisited.push_back(*f.object);
        return w.places.insert(x.at).second;
    }
};

}  // namespace test
