// tools/prove/bounded_paths.cpp: paths by re-execution; the solver's answers are remembered.
#include "bounded_paths.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "part_word.hpp"
#include "paths.hpp"

namespace strata::prove {

namespace {

/// The variables of an expression, one bit each.
std::uint64_t variables(const z3::expr& e)
{
    static std::unordered_map<unsigned, std::pair<z3::expr, std::uint64_t>> known;
    static std::map<std::string, unsigned> numbers;
    if (const auto found = known.find(e.id()); found != known.end()) return found->second.second;
    std::uint64_t all = 0;
    if (e.is_const() && e.decl().decl_kind() == Z3_OP_UNINTERPRETED)
        all = std::uint64_t{1}
              << numbers.emplace(e.decl().name().str(), numbers.size()).first->second;
    for (unsigned i = 0; i < e.num_args(); ++i) all |= variables(e.arg(i));
    known.emplace(e.id(), std::pair{e, all});  // it lives on, so its number is its own
    return all;
}

/// Whether all of them can hold together.
bool can_hold(const std::vector<z3::expr>& all)
{
    static std::map<std::vector<unsigned>, bool> answers;
    static z3::solver solver = new_solver();
    std::vector<unsigned> key;
    key.reserve(all.size());
    for (const auto& e : all) key.push_back(e.id());
    std::sort(key.begin(), key.end());
    const auto [answer, is_new] = answers.emplace(key, true);
    if (is_new) {
        solver.push();
        for (const auto& e : all) solver.add(e);
        answer->second = solver.check() != z3::unsat;
        solver.pop();
    }
    return answer->second;
}

}  // namespace

bounded_paths::bounded_paths(std::vector<z3::expr> hypotheses)
    : known_{std::move(hypotheses)}
    , hypotheses_{known_.size()}
    , outer_{current()}
{
    if (!can_hold(known_)) throw std::logic_error("hypotheses that nothing satisfies");
    current() = this;
}

bounded_paths::~bounded_paths() { current() = outer_; }

unsigned bounded_paths::each(const std::function<bool()>& run)
{
    unsigned paths = 0;
    do {
        const settled_here path;
        at_ = 0;
        known_.erase(known_.begin() + std::ptrdiff_t(hypotheses_), known_.end());
        ++paths;
        if (!run()) break;
        while (!trail_.empty() && !trail_.back().open) trail_.pop_back();
        if (!trail_.empty()) trail_.back() = {false, false, false};
    } while (!trail_.empty());
    return paths;
}

bool bounded_paths::decide(const z3::expr& e)
{
    if (e.is_true() || e.is_false()) return e.is_true();
    if (at_ == trail_.size()) {
        const auto simple = e.simplify();
        if (simple.is_true() || simple.is_false()) {
            trail_.push_back({simple.is_true(), false, true});
        } else if (is_known(e) || is_known(!e)) {
            trail_.push_back({is_known(e), false, true});
        } else {
            const bool yes = is_possible(e);  // if not, no is: the path so far is feasible
            trail_.push_back({yes, yes && is_possible(!e), false});
        }
    }
    const auto& d = trail_[at_++];
    if (!d.trivial) known_.push_back(d.taken ? e : !e);
    return d.taken;
}

std::vector<z3::expr> bounded_paths::slice(const z3::expr& e) const
{
    std::vector<z3::expr> found{e};
    std::vector<std::uint64_t> of_known;
    for (const auto& k : known_) of_known.push_back(variables(k));
    auto of = variables(e);
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < known_.size(); ++i)
            if ((of_known[i] & of) != 0) {
                of |= of_known[i];
                of_known[i] = 0;
                more = true;
                found.push_back(known_[i]);
            }
    }
    return found;
}

bool bounded_paths::is_known(const z3::expr& e) const
{
    const auto same = [&](const auto& k) {
        return static_cast<Z3_ast>(k) == static_cast<Z3_ast>(e);
    };
    return std::any_of(known_.begin(), known_.end(), same);
}

bool bounded_paths::is_possible(const z3::expr& e) const { return can_hold(slice(e)); }

z3::model bounded_paths::witness() const
{
    auto solver = new_solver("QF_BV");
    for (const auto& e : known_) solver.add(e);
    if (solver.check() != z3::sat) throw std::logic_error("a path that nothing leads along");
    return solver.get_model();
}

std::string bounded_paths::taken() const
{
    std::string all;
    for (std::size_t i = 0; i < at_; ++i)
        if (!trail_[i].trivial) all += trail_[i].taken ? 'y' : 'n';
    return all;
}

}  // namespace strata::prove
