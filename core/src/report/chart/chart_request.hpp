// Charts of a study, and their options.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"
#include "report/chart/chart.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::report {

// What a run has recorded at an iteration.

// NaN if not a number, or not recorded.
struct RecordedPoint {
  std::int64_t iteration = 0;
  double x = 0;
  double y = 0;
  double exact = kNotANumber;
};

// Returns after which iteration a metric of the run starts anew (record::kRestartEvent); nothing:
// nowhere, or it is not of averages over draws.
std::optional<std::int64_t> restart_of(const record::StudyRuns::Run& run, std::string_view metric);

// Returns the values of a run at x, between its records by a straight line: x must not fall along
// it. NaN before the first and beyond the last record.
RecordedPoint interpolated(const std::vector<RecordedPoint>& run, double x);

// Draws in two coordinates and their Gaussian law, as lines and numbers of a chart.

// Two coordinates of the draws of a parameter vector, in the order in which they were kept.
struct PlaneDraws {
  std::vector<double> x, y;
};

// The law that draws are to follow: mean and covariance, which is positive definite.
struct PlaneLaw {
  double mean_x = 0, mean_y = 0;
  double xx = 1, xy = 0, yy = 1;

  bool operator==(const PlaneLaw&) const = default;
};

// Returns the squared Mahalanobis distance of a point from the mean.
double squared_distance(const PlaneLaw& law, double x, double y);
// Returns the density at a point.
double density_at(const PlaneLaw& law, double x, double y);

// Returns the squared distance within which the law holds a probability of `share`, in (0, 1):
// -2 log(1 - share), of chi-square with two degrees of freedom.
double squared_reach(double share);
// Returns a closed line of constant density within which the law holds that probability: 121
// points, of which the last is the first again.
std::vector<ChartPoint> line_around(const PlaneLaw& law, double share);

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
