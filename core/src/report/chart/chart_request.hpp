// Charts of a study, and their options.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "report/chart/plane_law.hpp"
#include "report/chart/recorded_point.hpp"

namespace skald::report {

// What error bars and bands show: the 95 % interval of the mean (Student's t), the range from the
// smallest to the largest replicate, or nothing.
enum class Band { interval, min_max, none };

// Parses "95", "min-max" or "none"; throws std::invalid_argument for any other word.
Band band(std::string_view name);

// What runs have beside their final values, by the run's row id.
using ReadPoints = std::function<std::vector<RecordedPoint>(std::int64_t run)>;  // by iteration
using ReadDraws = std::function<PlaneDraws(std::int64_t run)>;
using ReadLaw = std::function<PlaneLaw(std::int64_t run)>;

// What to draw. The chart shows the first metric of the runs that it is made from.
struct ChartRequest {
  const ChartKind* kind = &ChartKind::curve;
  std::string title;
  ChartAxis x;                  // empty name: chosen automatically; units as for metrics and costs
  std::vector<std::string> by;  // axes that distinguish series; empty: all that vary
  std::vector<std::string> over;  // axes averaged over within each replicate
  std::string facet;              // axis over which panels differ; empty: one panel, or chosen
  Band band = Band::interval;
  bool is_log_x = false, is_log_y = false;
  bool may_choose_log = true;              // allows a logarithmic x axis if its values span decades
  bool has_replicates = true;              // the notes state the number of replicates per mean
  bool has_exact = false;                  // the second metric holds exact values of the first
  ReadPoints points;                       // of a curve; called once for each run that ended ok
  ReadDraws draws;                         // of a chart of draws
  ReadLaw law;                             // the law that draws are to follow; empty: not shown
  std::array<std::string, 2> coordinates;  // the titles of the coordinates of draws
};

// Returns the chart; without panels if there is nothing to draw. Throws std::invalid_argument as
// compare() does.
Chart make_chart(const record::StudyRuns& runs, const ChartRequest& request);

inline constexpr std::size_t kMostSeries = 16;  // per panel
inline constexpr std::size_t kMostPanels = 12;

}  // namespace skald::report
