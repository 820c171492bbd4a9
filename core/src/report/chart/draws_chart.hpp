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
#include "report/chart/plane_law.hpp"

namespace skald::report {

// Two coordinates of the draws of a parameter vector, in the order in which they were kept.
struct PlaneDraws {
  std::vector<double> x, y;
};
using ReadDraws = std::function<PlaneDraws(std::int64_t run)>;

// The law that the draws of a run are to follow, in the same coordinates.
using ReadLaw = std::function<PlaneLaw(std::int64_t run)>;

// Returns a chart with one panel per value of the facet (by default, of the one axis that varies),
// which shows the draws of all replicates that ended ok. All panels have the same 40 x 40 cells,
// which extend 3.5 standard deviations of all draws to each side of their mean; a note reports the
// share of draws outside. `x` and `y` are the titles of the coordinates. Throws
// std::invalid_argument as compare() does.
//
// If there is an `exact` law, its density stands in each cell (HeatCell::exact, in the middle of
// the cell), lines hold 50, 90 and 99 % of it, and notes report the shares of the draws within
// them. All runs of a panel must have the same law; std::invalid_argument if they do not.
Chart draws_chart(const record::StudyRuns& runs, const ChartRequest& request, const ReadDraws& read,
                  const std::string& x, const std::string& y, const ReadLaw& exact = {});

}  // namespace skald::report
