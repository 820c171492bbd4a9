// Compares settings with a baseline by differences within replicates, which share data and noise.
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
  Comparison comparison;
  // For each row, the row that it is compared with: itself if it is a baseline, none if no baseline
  // matches it.
  std::vector<std::optional<std::size_t>> baseline_of;
  // For each row that is compared with another, and each metric: row - baseline, or row / baseline
  // where ratios were asked for and all values are positive (ratio_scales_of()), over the
  // replicates that both have. Empty for all other rows.
  std::vector<std::vector<Difference>> differences;
  // Rows whose eps protects something else, or from somebody else, than that of their baseline.
  std::size_t unlike = 0;
};

// Returns what is to be said of these rows; "" if there are none.
std::string unlike_note(const BaselineComparison& comparison);

// The rows that fulfil all conditions, which are on axes, are baselines. A row is compared only
// with baselines on the same problem (Yardstick::data), and only in metrics that measure against
// the same target. A single baseline is compared with every such row. Of several, a row is compared
// with the one that agrees with it on all other axes; if there is none, with the one that agrees on
// all other axes on which the baseline has a value; if there is none, on all other axes on which
// both have a value. Throws std::invalid_argument for a condition on something that is not an axis
// or is averaged over, if no row or every row fulfils the conditions, if nothing is compared, and
// if several baselines match a row equally well; the message names them. Axes whose values follow
// from those on the axes of the conditions, as they vary together, are no other axes.
BaselineComparison compare_with_baseline(const record::StudyRuns& runs,
                                         const CompareRequest& request,
                                         const std::vector<Condition>& baseline,
                                         bool has_ratios = false);

// Baselines show their means, other rows their differences: "+0.012 ± 0.004 (9 of 10)" is the
// difference, its interval, and the number of pairs whose difference has the same sign;
// "×1.52 [1.2, 1.93] (5 of 5)" is a ratio.
ReportTable baseline_table(const BaselineComparison& comparison);

// The columns of `by`, is_baseline, baseline (the row compared with: "sampler = fald, K = 5"),
// those of add_row_columns(), and per metric <name>_difference (or the ratio, where is_ratio is 1),
// _half_width, _sd, _n, _same_sign, _is_ratio, _low, _high.
record::ResultTable baseline_numbers(const BaselineComparison& comparison);

}  // namespace skald::report
