// Settings that no other setting beats: the Pareto front of gains and costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/compare.hpp"
#include "report/condition.hpp"
#include "report/decide/competition.hpp"

namespace skald::report {

struct Objective {
  std::string metric;
  bool is_up = false;  // larger is better; or else less, and of a signed error (Better::zero) the
                       // mean that is nearest to 0
};

// If more settings than this are unbeaten, the tests of which may beat which are omitted.
inline constexpr std::size_t kMostTested = 100;

struct FrontierRequest {
  CompareRequest rows;
  std::vector<Objective> objectives;
  std::vector<Condition> under = {};  // on axes, or on means of metrics and costs
  bool has_tests = true;              // false: only rows that no row beats, without rivals
};

// A row that may beat another, or beats it, and the replicates by which the two were compared.
struct Rival {
  std::size_t place = 0;  // index into Frontier::rows
  // Replicates that both have; with less than two, the test is Welch's. None if no objective is
  // finite for both, so that there is no test.
  std::optional<std::int64_t> pairs;

  bool operator==(const Rival&) const = default;
};

// A row beats another that competes with it (competing_settings()) if its means are at least as
// good in every objective and better in one; means that differ by rounding alone are equal. If the
// rows do not all have the same replicates, these are their adjusted_means(): means over unlike
// replicates cannot be compared, and differences over those that two rows share are no order (a may
// beat b, b beat c, and c beat a).
//
// An advantage in an objective is beyond chance if the test of equal means (paired if there are two
// or more pairs of replicates, otherwise Welch's) rejects equality at 5 % and has the sign of
// the advantage, with Holm's correction for all advantages tested for the row, or if there are too
// few replicates for a test.
struct FrontierRow {
  std::size_t row = 0;      // of the comparison
  std::size_t problem = 0;  // counted from 0, in the order of the rows
  bool is_beaten = false;
  // If no row beats this one: the others over which it has no advantage beyond chance, so that they
  // may beat it. Otherwise: all rows that beat it, none of them beyond chance.
  std::vector<Rival> rivals;
  std::vector<double> means;  // per objective, by which the row was compared; infinite: no bound
};

struct Frontier {
  Comparison comparison;
  std::vector<Objective> objectives;
  std::vector<std::size_t> metrics;  // of the comparison, one per objective
  // What the strictest objective measures against: by this the settings compete.
  Yardstick yardstick = Yardstick::data;
  // Problem by problem, in each sorted by the first objective, the best first.
  std::vector<FrontierRow> rows;
  std::size_t problems = 0;  // with a setting that was compared
  std::size_t compared = 0;  // settings that were compared
  bool is_tested = true;     // see kMostTested
  std::size_t excluded = 0;  // by `under`
  // With diverged or failed runs, without a value, or, if an objective averages draws, with chains
  // that are not known to agree (may_be_best()).
  std::size_t ineligible = 0;
  bool has_same_replicates = true;  // all settings that were compared
};

// An infinite cost (eps_spent without a guarantee) is the worst value, and a setting has it if one
// of its runs does. Throws std::invalid_argument if an objective is named twice or is not among
// runs.metrics, and for a condition on an axis that is averaged over or on something that is
// neither axis nor metric.
Frontier frontier(const record::StudyRuns& runs, const FrontierRequest& request);

}  // namespace skald::report
