#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr std::size_t kCells = 40;  // per axis
constexpr double kReach = 3.5;      // in standard deviations

struct Moments {
  double sum = 0, squares = 0, n = 0;
  void add(const std::vector<double>& values, double origin) {
    for (const double value : values) {
      sum += value - origin;
      squares += (value - origin) * (value - origin);
    }
    n += static_cast<double>(values.size());
  }
  double mean() const { return sum / n; }
  double deviation() const { return std::sqrt(std::max(squares / n - mean() * mean(), 0.0)); }
};

ChartAxis cells_of(const Moments& moments, double origin, const std::string& title) {
  const double deviation = moments.deviation();
  const double reach = kReach * (deviation > 0 ? deviation : 1);
  ChartAxis axis;
  axis.name = title;
  axis.step = 2 * reach / static_cast<double>(kCells);
  axis.first = origin + moments.mean() - reach + axis.step / 2;
  return axis;
}

// Returns the index of the cell that contains the value; kCells if it is outside.
std::size_t place_of(double value, const ChartAxis& axis) {
  const double place = std::floor((value - axis.first) / axis.step + 0.5);
  const bool is_inside = place >= 0 && place < static_cast<double>(kCells);
  return is_inside ? static_cast<std::size_t>(place) : kCells;
}

// Fills the cells of a panel with the density of its draws. Returns the number of draws outside.
std::int64_t count(const PlaneDraws& draws, const Chart& chart, ChartPanel& panel) {
  std::array<std::int64_t, kCells * kCells> counts{};
  std::int64_t outside = 0;
  for (std::size_t i = 0; i < draws.x.size(); ++i) {
    const std::size_t column = place_of(draws.x[i], chart.x), row = place_of(draws.y[i], chart.y);
    const bool is_inside = column < kCells && row < kCells;
    if (is_inside) ++counts[row * kCells + column];
    outside += !is_inside;
  }
  const double scale = static_cast<double>(draws.x.size()) * chart.x.step * chart.y.step;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    HeatCell& cell = panel.cells.emplace_back();
    cell.column = i % kCells;
    cell.row = i / kCells;
    cell.n = counts[i];
    cell.value = static_cast<double>(counts[i]) / scale;
  }
  return outside;
}

PlaneDraws draws_of(const DealtRow& row, const ReadDraws& read) {
  PlaneDraws all;
  for (const auto* run : row.runs) {
    if (run->status != record::RunStatus::ok) continue;
    const PlaneDraws draws = read(run->id);
    all.x.insert(all.x.end(), draws.x.begin(), draws.x.end());
    all.y.insert(all.y.end(), draws.y.begin(), draws.y.end());
  }
  return all;
}

constexpr std::array kShares{0.5, 0.9, 0.99};

PlaneLaw law_of(const DealtRow& row, const ReadLaw& read) {
  std::optional<PlaneLaw> law;
  for (const auto* run : row.runs) {
    if (run->status != record::RunStatus::ok) continue;
    const PlaneLaw its = read(run->id);
    if (law && *law != its) {
      throw std::invalid_argument(
          "runs of one panel have different posteriors, since their data or temperatures differ; a "
          "\"seed\" in the grid's \"dataset\" gives all replicates the same data, --facet and "
          "--where part the settings");
    }
    law = its;
  }
  return *law;
}

std::string percent(double share, int digits) { return text::fixed_text(100 * share, digits); }

// Returns "50.1, 90.0, 99.0": the shares of the draws within the lines, in per cent.
std::string shares_within(const PlaneLaw& law, const PlaneDraws& draws) {
  std::string text;
  for (const double share : kShares) {
    const double reach = squared_reach(share);
    std::int64_t within = 0;
    for (std::size_t i = 0; i < draws.x.size(); ++i) {
      within += squared_distance(law, draws.x[i], draws.y[i]) <= reach;
    }
    const double found = static_cast<double>(within) / static_cast<double>(draws.x.size());
    text += (text.empty() ? "" : ", ") + percent(found, 1);
  }
  return text;
}

// Adds the exact density to the cells of a panel, and its lines.
void add_law(const PlaneLaw& law, const Chart& chart, ChartPanel& panel) {
  for (HeatCell& cell : panel.cells) {
    cell.exact = density_at(law, chart.x.first + static_cast<double>(cell.column) * chart.x.step,
                            chart.y.first + static_cast<double>(cell.row) * chart.y.step);
  }
  for (const double share : kShares) {
    ChartSeries& line = panel.series.emplace_back();
    line.name = percent(share, 0) + " % of the exact density";
    line.source = ChartSource::exact;
    line.points = line_around(law, share);
  }
}

std::string lines_note(const std::vector<std::string>& shares) {
  std::string text = "Lines hold ";
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const bool is_last = i + 1 == kShares.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + percent(kShares[i], 0);
  }
  text += " % of the exact posterior; within them lie ";
  for (std::size_t i = 0; i < shares.size(); ++i) text += (i == 0 ? "" : "; ") + shares[i];
  return text + " % of the draws.";
}

// The facet is the requested one, or the single axis that distinguishes settings.
ChartAxes axes_of(const record::StudyRuns& runs, const ChartRequest& request) {
  ChartAxes axes{request.facet, {}, ""};
  if (!axes.facet.empty()) return axes;
  const auto varying = varying_axes(runs, request);
  if (!varying.empty()) axes.facet = varying.front();
  return axes;
}

std::string counted_draws(const std::vector<PlaneDraws>& panels, std::int64_t outside) {
  std::size_t least = panels.front().x.size(), most = 0, all = 0;
  for (const PlaneDraws& draws : panels) {
    least = std::min(least, draws.x.size());
    most = std::max(most, draws.x.size());
    all += draws.x.size();
  }
  std::string text = std::to_string(least);
  if (most != least) text += " to " + std::to_string(most);
  text += panels.size() > 1 ? " draws in each panel" : " draws";
  if (outside == 0) return text + ".";
  const double share = 100 * static_cast<double>(outside) / static_cast<double>(all);
  return text + ", " + text::number_text(share, 2) + " % of them outside.";
}

Chart draws_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  const DealtSettings dealt = deal(runs, request, axes_of(runs, request));
  Chart chart = begin_chart(runs, request, axes_of(runs, request));
  std::vector<PlaneDraws> all;
  all.reserve(dealt.rows.size());
  double origin_x = 0, origin_y = 0;  // near the draws, to avoid cancellation in squares
  Moments of_x, of_y;
  for (const DealtRow& row : dealt.rows) {
    all.push_back(draws_of(row, request.draws));
    if (all.back().x.empty()) continue;
    if (of_x.n == 0) {
      origin_x = all.back().x.front();
      origin_y = all.back().y.front();
    }
    of_x.add(all.back().x, origin_x);
    of_y.add(all.back().y, origin_y);
  }
  if (of_x.n == 0) return chart;
  chart.x = cells_of(of_x, origin_x, request.coordinates[0]);
  chart.y = cells_of(of_y, origin_y, request.coordinates[1]);
  chart.value.name = "density of draws";
  std::int64_t outside = 0;
  std::vector<std::string> shares;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].x.empty()) continue;
    ChartPanel& panel = panel_of(chart, dealt.rows[i].facet);
    outside += count(all[i], chart, panel);
    if (!request.law) continue;
    const PlaneLaw law = law_of(dealt.rows[i], request.law);
    add_law(law, chart, panel);
    const std::string& title = panel.title;
    shares.push_back(shares_within(law, all[i]) + (title.empty() ? "" : " (" + title + ")"));
  }
  chart.notes.push_back(counted_draws(all, outside));
  if (!shares.empty()) chart.notes.push_back(lines_note(shares));
  add_note(chart, left_out_note(dealt.comparison));
  return chart;
}

}  // namespace

// One panel per value of the facet (by default, of the one axis that varies), which shows the draws
// of all replicates that ended ok. All panels have the same 40 x 40 cells, which extend 3.5
// standard deviations of all draws to each side of their mean; a note reports the share of draws
// outside.
//
// If there is an exact law, its density stands in each cell (HeatCell::exact, in the middle of the
// cell), lines hold 50, 90 and 99 % of it, and notes report the shares of the draws within them.
// All runs of a panel must have the same law; std::invalid_argument if they do not.
const ChartKind ChartKind::draws{.name = "draws",
                                 .words = "draws",
                                 .x = ChartX::own,
                                 .marks = ChartMarks::cells,
                                 .needs_runs = true,
                                 .has_exact = true,
                                 .make = draws_chart};

}  // namespace skald::report
