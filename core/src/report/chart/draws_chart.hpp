// Where draws are, in two coordinates: their density over the cells of a grid.
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

// Draws of two coordinates of a parameter vector, in the order in which they were kept.
struct PlaneDraws {
  std::vector<double> x, y;
};
using ReadDraws = std::function<PlaneDraws(std::int64_t run)>;

// A panel per value of the facet, with the draws of all replicates that ended ok; without a facet,
// per value of the one axis that varies. The cells, of the same 40 x 40 in all panels, reach 3.5
// standard deviations of all draws to each side of their mean; what lies farther out is counted and
// told in a note. `x`, `y`: titles of the coordinates. Throws std::invalid_argument as compare()
// does.
Chart draws_chart(const record::StudyRuns& runs, const ChartRequest& request, const ReadDraws& read,
                  const std::string& x, const std::string& y);

}  // namespace skald::report
