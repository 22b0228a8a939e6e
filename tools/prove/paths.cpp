// tools/prove/paths.cpp: path exploration by re-execution, and the questions to the solver.
#include "paths.hpp"

#include <algorithm>
#include <ctime>

#include "show/counterexample.hpp"

namespace strata::prove {

namespace {

/// Of the processor, in seconds: how busy the machine is decides nothing.
constexpr unsigned limit = 30;
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

z3::solver new_solver(const char* logic)
{
    auto solver =
        logic ? z3::solver{context(), logic} : z3::solver{context(), z3::solver::simple()};
    z3::params settings{context()};
    settings.set("timeout", 10 * limit * 1000);  // of the clock
    settings.set("random_seed", the_report().seed);
    solver.set(settings);
    return solver;
}

void check(group& g, z3::solver& solver, const std::string& step, const std::string& what,
           const z3::expr& goal, const std::vector<z3::expr>& heavy)
{
    const auto start = now();
    solver.push();
    solver.add(!goal);
    auto answer = solver.check();
    if (answer != z3::unsat && !heavy.empty()) {
        for (const auto& e : heavy) solver.add(e);
        answer = solver.check();
    }
    ++g.conditions;
    const auto took = now() - start;
    if (took > g.longest) {
        g.longest = took;
        g.slowest = step + ": " + what;
    }
    if (answer != z3::unsat || took > limit) {
        failure f{step, what, {}, {}, answer != z3::sat};
        if (answer == z3::sat) f.drawing = show::counterexample(solver.get_model(), goal);
        g.failures.push_back(f);
    }
    solver.pop();
    the_report().progress(g);
}

path::path(std::vector<decision>& trail)
    : solver_{new_solver()}
    , trail_{trail}
    , outer_{current()}
{
    current() = this;
}

path::~path() { current() = outer_; }

bool path::decide(const z3::expr& e)
{
    const auto simple = e.simplify();
    if (simple.is_true() || simple.is_false()) return simple.is_true();
    // A condition that the code asks twice has the answer it had.
    for (const auto& [asked, answer] : decided_)
        if (z3::eq(asked, simple)) return answer;
    if (at_ == trail_.size()) {
        const auto possible = [&](const z3::expr& way) {
            solver_.push();
            solver_.add(way);
            const auto answer = solver_.check();
            solver_.pop();
            return answer != z3::unsat;
        };
        const bool yes = possible(simple);
        trail_.push_back({yes, yes && possible(!simple)});
    }
    const bool taken = trail_[at_++].taken;
    solver_.add(taken ? simple : !simple);
    decided_.emplace_back(simple, taken);
    taken_ += taken ? 'y' : 'n';
    return taken;
}

// Every use of a codec brings its lemmas; the solver need not hear them twice.
void path::fact(const z3::expr& e)
{
    if (facts_.emplace(e.id(), e).second) solver_.add(e);
}

void path::heavy_fact(const z3::expr& e)
{
    if (facts_.emplace(e.id(), e).second) heavy_.push_back(e);
}

z3::check_result path::is_met(bool fully)
{
    const auto light = solver_.check();
    if (light != z3::sat || !fully || heavy_.empty()) return light;
    solver_.push();
    for (const auto& e : heavy_) solver_.add(e);
    const auto answer = solver_.check();
    solver_.pop();
    return answer;
}

void path::oblige(const char* what, const z3::expr& e)
{
    if (!proves_obligations) return;
    if (const auto simple = e.simplify(); !simple.is_true()) goals_.push_back({what, simple});
}

void prove_step(group& g, const std::string& name, const std::function<void(path&)>& step)
{
    std::vector<path::decision> trail;
    unsigned met = 0;
    if (the_report().first && !g.failures.empty()) return;
    do {
        path here{trail};
        try {
            step(here);
        } catch (const cut&) {
        }
        const auto answer = here.is_met(the_report().deep && met == 0);
        met += answer == z3::sat;
        // Facts that contradict each other would prove anything.
        if (answer != z3::sat)
            g.failures.push_back(
                {name, "the hypotheses can be met", here.taken(), {}, answer == z3::unknown});
        for (const auto& [what, e] : here.goals()) {
            const auto before = g.failures.size();
            check(g, here.solver(), name, what, e, here.heavy());
            if (g.failures.size() > before) g.failures.back().path = here.taken();
            if (the_report().first && !g.failures.empty()) return;
        }
        while (!trail.empty() && !trail.back().open) trail.pop_back();
        if (!trail.empty()) trail.back() = {false, false};
    } while (!trail.empty());
    g.paths += met;
}

}  // namespace strata::prove
