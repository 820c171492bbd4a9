// Settings that nothing beats: the Pareto front of gains and costs.
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
  bool is_up = false;  // more is better
};

// More settings are too many for anybody to choose from by tests.
inline constexpr std::size_t kMostTested = 100;

struct FrontierRequest {
  CompareRequest rows;
  std::vector<Objective> objectives;
  std::vector<Condition> under;  // on axes, or on means of metrics and costs
};

// A row beats another that is better in no objective and worse in one, by their means. An advantage
// in an objective is beyond chance where the test of equal means (over pairs of replicates where
// there are two or more, else Welch's) says so at 1 - level, with Holm's correction for all
// advantages that are tested for the row; and where there are too few replicates for a test.
struct FrontierRow {
  std::size_t row = 0;  // of the comparison
  bool is_beaten = false;
  // Places in Frontier::rows. Of a row that nothing beats: the others over which it has no
  // advantage beyond chance, so that they may beat it. Of a row that is beaten: all that beat it,
  // none of them beyond chance.
  std::vector<std::size_t> rivals;
};

struct Frontier {
  Comparison comparison;
  std::vector<Objective> objectives;
  std::vector<FrontierRow> rows;  // best in the first objective first
  std::size_t compared = 0;       // settings that could be on it
  bool is_tested = true;          // else nothing beats more than kMostTested settings: who may beat
                                  // whom was not asked
  std::size_t excluded = 0;       // by `under`
  std::size_t ineligible = 0;     // with diverged or failed runs, or without a value
};

// A cost without bound (eps_spent without a guarantee) is the worst there is; so is that of a
// setting some of whose runs have it. Throws std::invalid_argument where an objective is named
// twice or is not among runs.metrics, and for a condition on what is averaged over, or neither axis
// nor metric.
Frontier frontier(const record::StudyRuns& runs, const FrontierRequest& request);

// Rows with their numbers, objectives as estimates, and what may beat a row.
ReportTable frontier_table(const Frontier& frontier);

// number, the columns of `by`, is_beaten, rivals ("2 3"), and per objective <name>_mean,
// _half_width, _sd, _n.
record::ResultTable frontier_numbers(const Frontier& frontier);

}  // namespace skald::report
