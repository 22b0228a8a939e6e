// tools/prove/paths.hpp: runs a step on every feasible path and proves what must hold after it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "condition.hpp"
#include "report.hpp"

namespace strata::prove {

/// A fresh solver with the limit and the seed of this run.
[[nodiscard]] z3::solver new_solver(const char* logic = nullptr);

/// Asks for `goal` where `solver` has the hypotheses, at first without the `heavy` ones; adds the
/// answer to the group.
void check(group& g, z3::solver& solver, const std::string& step, const std::string& what,
           const z3::expr& goal, const std::vector<z3::expr>& heavy = {});

/// One path of one step: collects hypotheses, facts, branches and obligations.
class path : public chooser {
public:
    struct decision {
        bool taken, open;
    };
    struct goal {
        std::string what;
        z3::expr e;
    };

    explicit path(std::vector<decision>& trail);
    path(const path&) = delete;
    path& operator=(const path&) = delete;
    ~path() override;

    bool decide(const z3::expr& e) override;
    void fact(const z3::expr& e) override;
    void heavy_fact(const z3::expr& e) override;
    void oblige(const char* what, const z3::expr& e) override;

    /// A hypothesis of the step.
    void assume(const z3::expr& e) { solver_.add(e); }
    /// What must hold at the end of the step.
    void ensure(const std::string& what, const z3::expr& e) { goals_.push_back({what, e}); }
    /// Whether the hypotheses of this path can be met, `fully` if those about remainders too: if
    /// not, it is no path.
    [[nodiscard]] z3::check_result is_met(bool fully);
    /// Whether what the code relies on is to be proved: not if it has been, on the same paths.
    bool proves_obligations = true;
    /// How to show a counterexample of this step.

    [[nodiscard]] z3::solver& solver() { return solver_; }
    [[nodiscard]] const std::vector<goal>& goals() const { return goals_; }
    [[nodiscard]] const std::vector<z3::expr>& heavy() const { return heavy_; }
    [[nodiscard]] const std::string& taken() const { return taken_; }

private:
    z3::solver solver_;
    std::vector<decision>& trail_;
    std::size_t at_ = 0;
    std::vector<std::pair<z3::expr, bool>> decided_{};
    std::vector<goal> goals_{};
    std::map<unsigned, z3::expr> facts_{};
    std::vector<z3::expr> heavy_{};
    std::string taken_{};
    chooser* outer_;
};

/// Thrown by a model to end a path: what happened so far is all that this proof looks at.
struct cut {};

/// Runs `step` once for each feasible path. A path whose hypotheses cannot be met is a failure.
void prove_step(group& g, const std::string& name, const std::function<void(path&)>& step);

}  // namespace strata::prove
