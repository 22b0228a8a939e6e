// tools/prove/merge.hpp: what shipped code answers on every path, as one formula.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "condition.hpp"

namespace strata::prove {

/// Follows one path after the other; asks which are feasible only if it is given a solver.
class merging : public chooser {
public:
    explicit merging(std::vector<std::pair<z3::expr, bool>>& trail, z3::solver* solver = nullptr)
        : trail_{trail}
        , solver_{solver}
        , outer_{current()}
    {
        current() = this;
    }
    merging(const merging&) = delete;
    merging& operator=(const merging&) = delete;
    ~merging() override { current() = outer_; }

    bool decide(const z3::expr& e) override
    {
        const auto simple = e.simplify();
        if (simple.is_true() || simple.is_false()) return simple.is_true();
        for (std::size_t i = 0; i < at_; ++i)
            if (z3::eq(trail_[i].first, simple)) return trail_[i].second;
        if (at_ == trail_.size()) {
            if (is_impossible(!simple)) return true;
            if (is_impossible(simple)) return false;
            trail_.emplace_back(simple, true);
        }
        return trail_[at_++].second;
    }
    void fact(const z3::expr& e) override
    {
        if (outer_) outer_->fact(e);
    }
    void heavy_fact(const z3::expr& e) override
    {
        if (outer_) outer_->heavy_fact(e);
    }
    void oblige(const char*, const z3::expr&) override {}  // a specification accesses nothing

    [[nodiscard]] z3::expr path() const
    {
        auto all = context().bool_val(true);
        for (const auto& [e, taken] : trail_) all = all && (taken ? e : !e);
        return all;
    }

private:
    [[nodiscard]] bool is_impossible(const z3::expr& e) const
    {
        if (!solver_) return false;
        z3::expr_vector all{context()};
        all.push_back(path() && e);
        return solver_->check(all) == z3::unsat;
    }

    std::vector<std::pair<z3::expr, bool>>& trail_;
    z3::solver* solver_;
    std::size_t at_ = 0;
    chooser* outer_;
};

/// Calls `use(path, f())` for every path through `f`.
template <class F, class Use>
void for_each_path(F f, Use use, z3::solver* solver = nullptr)
{
    std::vector<std::pair<z3::expr, bool>> trail;
    do {
        z3::expr path = context().bool_val(true);
        {
            merging here{trail, solver};
            auto answer = f();
            path = here.path();
            use(path, std::move(answer));
        }
        while (!trail.empty() && !trail.back().second) trail.pop_back();
        if (!trail.empty()) trail.back().second = false;
    } while (!trail.empty());
}

/// A name for a long expression. The solver reasons about names much faster than about cases.
inline z3::expr named(const z3::expr& e)
{
    static std::map<unsigned, std::pair<z3::expr, z3::expr>> names;
    const auto c = context().constant(("v" + std::to_string(e.id())).c_str(), e.get_sort());
    names.emplace(e.id(), std::pair{e, c});  // the expression lives on, so its number is its own
    fact(c == e);
    return c;
}

/// When `f` answers true.
template <class F>
[[nodiscard]] z3::expr holds(F f)
{
    auto all = context().bool_val(false);
    for_each_path([&] { return static_cast<bool>(f()); },
                  [&](const z3::expr& path, bool yes) {
                      if (yes) all = all || path;
                  });
    all = all.simplify();
    return all.is_const() ? all : named(all);
}

/// The word that `f` answers, where `solver`, if given, has what is known.
template <class F>
[[nodiscard]] auto value(F f, z3::solver* solver = nullptr)
{
    std::vector<std::pair<z3::expr, decltype(f())>> answers;
    for_each_path(
        f, [&](const z3::expr& path, auto w) { answers.emplace_back(path, w); }, solver);
    auto merged = answers.back().second.e;
    for (auto a = answers.rbegin() + 1; a != answers.rend(); ++a)
        merged = z3::ite(a->first, a->second.e, merged);
    if (!solver && answers.size() > 1) merged = named(merged);
    return decltype(f()){merged};
}

}  // namespace strata::prove
