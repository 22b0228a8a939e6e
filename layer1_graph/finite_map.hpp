// layer1_graph/finite_map.hpp: a map with a finite domain, as a value: Larch's FiniteMappingAux.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <strata/concepts/contract.hpp>
#include <strata/layer1_graph/ordered_set.hpp>

namespace strata::graph {

/// Pairs in the order of their keys, no key twice. Empty is Larch's `{}`.
template <class D, class R>
class finite_map {
public:
    /// What `d` is mapped to, or nullptr. O(log n).
    [[nodiscard]] constexpr const R* find(const D& d) const
    {
        const auto at = place_of(d);
        return at < pairs_.size() && pairs_[at].first == d ? &pairs_[at].second : nullptr;
    }
    /// Expects  the map is defined for `d`. Larch: `apply`.
    [[nodiscard]] constexpr const R& operator[](const D& d) const
    {
        const auto* r = find(d);
        expects(r != nullptr, "a map is applied where it is defined");
        return *r;
    }
    constexpr void bind(const D& d, R r)
    {
        const auto at = place_of(d);
        if (at < pairs_.size() && pairs_[at].first == d) pairs_[at].second = std::move(r);
        else
            pairs_.insert(pairs_.begin() + static_cast<std::ptrdiff_t>(at),
                          std::pair<D, R>{d, std::move(r)});
    }
    constexpr void unbind(const D& d)
    {
        if (find(d) != nullptr)
            pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(place_of(d)));
    }

    [[nodiscard]] constexpr const std::vector<std::pair<D, R>>& pairs() const { return pairs_; }
    [[nodiscard]] constexpr bool empty() const { return pairs_.empty(); }
    [[nodiscard]] constexpr std::size_t size() const { return pairs_.size(); }

    friend constexpr bool operator==(const finite_map&, const finite_map&) = default;

private:
    [[nodiscard]] constexpr std::size_t place_of(const D& d) const
    {
        const auto less = [](const auto& pair, const D& key) { return pair.first < key; };
        return static_cast<std::size_t>(std::lower_bound(pairs_.begin(), pairs_.end(), d, less) -
                                        pairs_.begin());
    }

    std::vector<std::pair<D, R>> pairs_;
};

template <class D, class R>
[[nodiscard]] constexpr bool is_defined(const finite_map<D, R>& m, const D& d)
{
    return m.find(d) != nullptr;
}

/// The map in which `d` is mapped to `r`. Larch: `bind`.
template <class D, class R>
[[nodiscard]] constexpr finite_map<D, R> bind(finite_map<D, R> m, const D& d, R r)
{
    m.bind(d, std::move(r));
    return m;
}

/// What `from` was mapped to has `to` for its key; nothing changes if there was nothing. Larch:
/// `rebind`.
template <class D, class R>
[[nodiscard]] constexpr finite_map<D, R> rebind(finite_map<D, R> m, const D& from, const D& to)
{
    const auto* r = m.find(from);
    if (r == nullptr) return m;
    R moved = *r;
    m.unbind(from);
    m.bind(to, std::move(moved));
    return m;
}

/// The part of the map whose keys are in `set`.
template <class D, class R>
[[nodiscard]] constexpr finite_map<D, R> restricted(const finite_map<D, R>& m,
                                                    const std::vector<D>& set)
{
    finite_map<D, R> part;
    for (const auto& [d, r] : m.pairs())
        if (is_in(set, d)) part.bind(d, r);
    return part;
}

template <class D, class R>
[[nodiscard]] constexpr std::vector<D> domain(const finite_map<D, R>& m)
{
    std::vector<D> keys;
    for (const auto& pair : m.pairs()) keys.push_back(pair.first);
    return keys;
}

template <class D, class R>
[[nodiscard]] constexpr std::vector<R> range(const finite_map<D, R>& m)
{
    std::vector<R> values;
    for (const auto& pair : m.pairs()) values.push_back(pair.second);
    return as_set(std::move(values));
}

/// No two keys are mapped to the same value.
template <class D, class R>
[[nodiscard]] constexpr bool is_one_to_one(const finite_map<D, R>& m)
{
    return range(m).size() == m.size();
}

}  // namespace strata::graph
