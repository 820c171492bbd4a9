// The density of draws in two coordinates, over a grid of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/chart_request.hpp"

namespace skald::report {

// Two coordinates of the draws of a parameter vector, in the order in which they were kept.
struct PlaneDraws {
  std::vector<double> x, y;
};
using ReadDraws = std::function<PlaneDraws(std::int64_t run)>;

// Returns a chart with one panel per value of the facet (by default, of the one axis that varies),
// which shows the draws of all replicates that ended ok. All panels have the same 40 x 40 cells,
// which extend 3.5 standard deviations of all draws to each side of their mean; a note reports the
// share of draws outside. `x` and `y` are the titles of the coordinates. Throws
// std::invalid_argument as compare() does.
Chart draws_chart(const record::StudyRuns& runs, const ChartRequest& request, const ReadDraws& read,
                  const std::string& x, const std::string& y);

}  // namespace skald::report
