// Settings against a baseline: differences within replicates, which share data and noise.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/compare.hpp"
#include "report/condition.hpp"
#include "report/decide/significance.hpp"
#include "report/report_table.hpp"

namespace skald::report {

struct BaselineComparison {
  std::vector<Condition> baseline;
  Comparison comparison;
  // Per row the row that it is compared with: itself where it is a baseline, none where no baseline
  // has the same on the axes that both have.
  std::vector<std::optional<std::size_t>> baseline_of;
  // Per row with another as its baseline, and metric: row - baseline, over the replicates that both
  // have. Empty for the others.
  std::vector<std::vector<Difference>> differences;
  double level = 0.95;
};

// The rows that fulfil all conditions, which are on axes, are baselines. Where there is one, every
// row is compared with it. Where there are several, a row is compared with the one that has the
// same on all other axes; failing that, with the one that has the same on all of them on which it
// has a value; failing that, on all on which both have one. Throws std::invalid_argument for a
// condition on what is no axis or is averaged over, where no row fulfils the conditions or each
// does, and where several baselines fit a row equally well, which it names.
BaselineComparison compare_with_baseline(const record::StudyRuns& runs,
                                         const CompareRequest& request,
                                         const std::vector<Condition>& baseline);

// Baselines with their means, other rows with differences: "+0.012 ± 0.004 (9 of 10)", the
// difference with its interval, and in how many pairs it has this sign.
ReportTable baseline_table(const BaselineComparison& comparison);

// The columns of `by`, is_baseline, baseline (which the row is compared with: "sampler = fald, K =
// 5"), and per metric <name>_difference, _half_width, _sd, _n, _same_sign.
record::ResultTable baseline_numbers(const BaselineComparison& comparison);

}  // namespace skald::report
