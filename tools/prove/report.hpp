// tools/prove/report.hpp: what has been proved so far, by group, and what has not.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace strata::prove {

/// One condition that does not hold, or that the solver could not decide in time.
struct failure {
    std::string step, condition, path, drawing;
    bool timeout = false;
};

/// Conditions about one thing, named in the paper's words.
struct group {
    std::string name;      ///< for --only
    std::string sentence;  ///< what is proved
    unsigned conditions = 0, paths = 0;
    double seconds = 0, longest = 0;
    std::string slowest{};  ///< the condition that took longest
    std::vector<failure> failures{};
};

/// What the user asked for, and all groups that have run.
struct report {
    std::string only{};
    unsigned seed = 0, jobs = 2;
    bool deep = false, first = false;  ///< `first`: a step ends at the first failure
    bool again = false;                ///< with another seed: only what the solver decides
    std::vector<group> groups{};
    std::vector<std::function<void(group&)>> work{};

    /// Will run `prove_it`, unless --only asks for other groups. `solved`: by the solver, so that
    /// its seed might matter.
    void run(const std::string& name, const std::string& sentence,
             const std::function<void(group&)>& prove_it, bool solved = true);
    /// Runs everything, in as many processes as `jobs`, and prints a line for each group.
    void finish();
    /// Shows that the group is alive.
    void progress(const group& g) const;
    [[nodiscard]] unsigned failures() const;
};

/// The report of this run.
report& the_report();

}  // namespace strata::prove
