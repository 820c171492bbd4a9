// Values from elsewhere, beside ours.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"

namespace skald::report {

// A row of a published table: axes, metrics and whatever else it has.
using PublishedRow = std::vector<std::pair<std::string, record::SqlValue>>;

// Adds what the rows say of the metric that the chart shows, which is multiplied by `scale`: a
// point where a row has a value of the x axis; without one, a line across a curve chart, and a
// point at every place of points and bars. A row belongs to the panels and series that agree with
// the axes that it names; where it names an axis of the study with a value that no run has, other
// than the x axis, it is left out. Returns how many rows were added. For curves, points, bars and
// trade-offs.
std::size_t add_published(Chart& chart, const record::StudyRuns& runs,
                          const std::vector<PublishedRow>& rows, double scale);

}  // namespace skald::report
