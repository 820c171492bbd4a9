// Adds published values to charts.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"

namespace skald::report {

// A row of a published table: pairs of a name (an axis, a metric, or anything else) and its value.
using PublishedRow = std::vector<std::pair<std::string, record::SqlValue>>;

// Adds the published values of the chart's metric, multiplied by `scale`. A row with a value on the
// x axis is drawn as a point; without one, as a line across a curve chart, or as a point at every
// position of points and bars. A row belongs to the panels and series that agree with it on all
// axes that it names. It is left out if it gives an axis of the study, other than x, a value that
// no run has. Returns the number of rows added. For curves, points, bars and trade-offs.
std::size_t add_published(Chart& chart, const record::StudyRuns& runs,
                          const std::vector<PublishedRow>& rows, double scale);

}  // namespace skald::report
