// tests/mutants/plain_well_formed.hpp: Definition 1 once more, from plain numbers, for any words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle.hpp"

namespace judge {

/// Any words at all, and whether they are a heap.
class plain_heap {
public:
    plain_heap(const plain_format& f, const image& hp)
        : f_{f}
        , hp_{hp}
        , starts_(hp.words.size())
    {
        for (std::size_t p = 0; p < size(); p += wosize(p) + 1) {
            if (f.wosize(word(p)) >= size() - p) return;
            starts_[p] = true;
        }
        tiles_ = true;
    }

    [[nodiscard]] bool well_formed() const
    {
        if (!tiles_) return false;
        for (std::size_t p = 0; p < size(); p += wosize(p) + 1)
            if (!(wosize(p) == 0 ? f_.color(word(p)) == f_.white : is_blue(p) || is_object(p)))
                return false;
        return true;
    }

    /// Whether a value is no pointer into the heap, or one to an object or an entry of a closure.
    [[nodiscard]] bool leads_well(std::uint64_t value) const
    {
        const auto offset = value - hp_.origin;
        if (!f_.is_pointer(value) || value <= hp_.origin || offset >= size() * f_.unit) return true;
        if (offset % f_.unit != 0) return false;
        const auto p = static_cast<std::size_t>(offset / f_.unit) - 1;
        if (starts_[p]) return !is_blue(p) && wosize(p) != 0;
        if (!f_.has_closures || f_.tag(word(p)) != 249 || f_.wosize(word(p)) > p) return false;
        const auto q = p - wosize(p);
        return q != p && starts_[q] && !is_blue(q) && f_.tag(word(q)) == 247 && p < q + wosize(q) &&
               2 < p - q && p - q <= f_.start_env(word(q + 2));
    }

    /// Whether a walk from `fp` along first fields passes every blue block once, and nothing else.
    [[nodiscard]] bool is_free_list(std::uint64_t fp) const
    {
        std::vector<bool> passed(size());
        for (auto x = fp; x != 0;) {
            const auto offset = x - hp_.origin;
            if (x <= hp_.origin || offset >= size() * f_.unit || offset % f_.unit != 0)
                return false;
            const auto p = static_cast<std::size_t>(offset / f_.unit) - 1;
            if (!starts_[p] || !is_blue(p) || passed[p]) return false;
            passed[p] = true;
            x = word(p + 1);
        }
        for (std::size_t p = 0; p < size(); ++p)
            if (starts_[p] && is_blue(p) && !passed[p]) return false;
        return true;
    }
    [[nodiscard]] const std::vector<bool>& starts() const { return starts_; }

private:
    [[nodiscard]] std::size_t size() const { return hp_.words.size(); }
    [[nodiscard]] std::uint64_t word(std::size_t p) const { return hp_.words[p]; }
    [[nodiscard]] std::size_t wosize(std::size_t p) const
    {
        return static_cast<std::size_t>(f_.wosize(word(p)));
    }
    [[nodiscard]] bool is_blue(std::size_t p) const { return f_.color(word(p)) == f_.blue; }

    [[nodiscard]] bool is_object(std::size_t p) const
    {
        const auto tag = f_.tag(word(p));
        std::uint64_t from = f_.has_bitmaps ? 2 : 1;
        if (f_.has_closures && tag == 249) return false;
        if (f_.has_no_scan && tag >= 251) return true;
        if (f_.has_closures && tag == 247) {
            if (wosize(p) < 2 || word(p + 2) % 2 == 0) return false;
            from = f_.start_env(word(p + 2)) + 1;
            if (from < 3 || from > wosize(p) + 1) return false;
        }
        for (auto i = from; i <= wosize(p); ++i) {
            const bool scanned = !f_.has_bitmaps || (i < 66 && (word(p + 1) >> (i - 2) & 1) != 0);
            if (scanned && !leads_well(word(p + static_cast<std::size_t>(i)))) return false;
        }
        return true;
    }

    const plain_format& f_;
    const image& hp_;
    std::vector<bool> starts_;
    bool tiles_ = false;
};

}  // namespace judge
