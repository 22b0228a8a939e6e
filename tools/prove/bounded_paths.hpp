// tools/prove/bounded_paths.hpp: every feasible path of a whole program, not only of one step.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "condition.hpp"

namespace strata::prove {

/// Runs a program once for each feasible path. Few variables have to do with each other, so the
/// solver is asked only about those that a branch depends on, and each question once.
class bounded_paths : public chooser {
public:
    explicit bounded_paths(std::vector<z3::expr> hypotheses);
    bounded_paths(const bounded_paths&) = delete;
    bounded_paths& operator=(const bounded_paths&) = delete;
    ~bounded_paths() override;

    /// Calls `run` on every path until it says false. How many paths there were.
    unsigned each(const std::function<bool()>& run);
    bool decide(const z3::expr& e) override;
    void fact(const z3::expr&) override {}
    void heavy_fact(const z3::expr&) override {}
    void oblige(const char*, const z3::expr&) override {}

    /// The hypotheses and the branches of this path.
    [[nodiscard]] const std::vector<z3::expr>& known() const { return known_; }
    /// Numbers that lead along this path.
    [[nodiscard]] z3::model witness() const;
    /// The branches of this path, as `y` and `n`.
    [[nodiscard]] std::string taken() const;

private:
    struct decision {
        bool taken, open, trivial;
    };
    [[nodiscard]] bool is_known(const z3::expr& e) const;
    /// Whether `e` can hold on this path.
    [[nodiscard]] bool is_possible(const z3::expr& e) const;
    /// What the variables of `e` depend on, and `e`.
    [[nodiscard]] std::vector<z3::expr> slice(const z3::expr& e) const;

    std::vector<z3::expr> known_;  ///< the hypotheses, then the branches of this path
    std::size_t hypotheses_;
    std::vector<decision> trail_{};
    std::size_t at_ = 0;
    chooser* outer_;
};

}  // namespace strata::prove
