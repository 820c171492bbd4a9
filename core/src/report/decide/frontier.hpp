// Settings that no other setting beats: the Pareto front of gains and costs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/compare.hpp"
#include "report/condition.hpp"
#include "report/report_table.hpp"

namespace skald::report {

struct Objective {
  std::string metric;
  bool is_up = false;  // larger is better
};

// If more settings than this are unbeaten, the tests of which may beat which are omitted.
inline constexpr std::size_t kMostTested = 100;

struct FrontierRequest {
  CompareRequest rows;
  std::vector<Objective> objectives;
  std::vector<Condition> under;  // on axes, or on means of metrics and costs
};

// A row beats another if its means are at least as good in every objective and better in one. An
// advantage in an objective is beyond chance if the test of equal means (paired if there are two or
// more pairs of replicates, otherwise Welch's) rejects equality at 1 - level, with Holm's
// correction for all advantages tested for the row, or if there are too few replicates for a test.
struct FrontierRow {
  std::size_t row = 0;  // of the comparison
  bool is_beaten = false;
  // Indices into Frontier::rows. If no row beats this one: the others over which it has no
  // advantage beyond chance, so that they may beat it. Otherwise: all rows that beat it, none of
  // them beyond chance.
  std::vector<std::size_t> rivals;
};

struct Frontier {
  Comparison comparison;
  std::vector<Objective> objectives;
  std::vector<FrontierRow> rows;  // sorted by the first objective, the best first
  std::size_t compared = 0;       // settings that were compared
  bool is_tested = true;          // see kMostTested
  std::size_t excluded = 0;       // by `under`
  std::size_t ineligible = 0;     // with diverged or failed runs, or without a value
};

// An infinite cost (eps_spent without a guarantee) is the worst value, and a setting has it if one
// of its runs does. Throws std::invalid_argument if an objective is named twice or is not among
// runs.metrics, and for a condition on an axis that is averaged over or on something that is
// neither axis nor metric.
Frontier frontier(const record::StudyRuns& runs, const FrontierRequest& request);

// Returns a table of numbered rows with the objectives as estimates, and the rows that may beat
// each.
ReportTable frontier_table(const Frontier& frontier);

// Returns the columns number, those of `by`, is_beaten, rivals ("2 3"), and per objective
// <name>_mean, _half_width, _sd, _n.
record::ResultTable frontier_numbers(const Frontier& frontier);

}  // namespace skald::report
