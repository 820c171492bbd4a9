#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/estimate.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

// The values of a series, replicate by replicate.
struct Sample {
  ChartSeries* series;
  std::vector<double> values;
};

// Returns the edges of bins of equal width, by the rule of Freedman and Diaconis (1981); at
// most 60 bins.
std::vector<double> bin_edges(std::vector<double> all) {
  constexpr double most = 60;
  std::sort(all.begin(), all.end());
  const double range = all.back() - all.front();
  if (range <= 0) return {all.front() - 0.5, all.front() + 0.5};
  const double spread = quantile(all, 0.75) - quantile(all, 0.25);
  const double width = 2 * spread / std::cbrt(static_cast<double>(all.size()));
  const double bins = width > 0 ? std::clamp(std::ceil(range / width), 1.0, most) : 10;
  std::vector<double> edges;
  for (double bin = 0; bin <= bins; ++bin) edges.push_back(all.front() + range * bin / bins);
  edges.back() = all.back();
  return edges;
}

void add_bins(Sample& sample, const std::vector<double>& edges) {
  for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
    const bool is_last = bin + 2 == edges.size();
    ChartPoint& point = sample.series->points.emplace_back();
    point.x_low = edges[bin];
    point.x_high = edges[bin + 1];
    point.x = (point.x_low + point.x_high) / 2;
    point.n = std::count_if(sample.values.begin(), sample.values.end(), [&](double value) {
      return value >= point.x_low && (value < point.x_high || (is_last && value == point.x_high));
    });
    point.y = static_cast<double>(point.n) / static_cast<double>(sample.values.size());
  }
}

Chart histogram_chart(const record::StudyRuns& runs, const ChartRequest& request) {
  const ChartAxes axes = choose_axes(runs, request, "");
  const DealtSettings dealt = deal(runs, request, axes);
  Chart chart = begin_chart(runs, request, axes);
  chart.x = {chart.y.name, chart.y.units, request.is_log_x, {}, {}};
  chart.y = {"share of runs", "", request.is_log_y, {}, {}};
  // Creates all series first: samples hold pointers to them.
  for (const DealtRow& row : dealt.rows) series_of(chart, panel_of(chart, row.facet), row.by);
  std::vector<Sample> samples;
  std::vector<double> all;
  std::int64_t non_finite = 0;
  for (const DealtRow& row : dealt.rows) {
    Sample sample{&series_of(chart, panel_of(chart, row.facet), row.by), {}};
    for (const auto* run : row.runs) {
      if (run->status != record::RunStatus::ok) continue;
      if (std::isfinite(run->metrics[0])) {
        sample.values.push_back(run->metrics[0]);
      } else {
        ++non_finite;
      }
    }
    all.insert(all.end(), sample.values.begin(), sample.values.end());
    samples.push_back(std::move(sample));
  }
  if (!all.empty()) {
    const std::vector<double> edges = bin_edges(all);
    for (Sample& sample : samples) {
      if (!sample.values.empty()) add_bins(sample, edges);
    }
    chart.notes.push_back("Final values of " + text::counted(std::ssize(all), "run") + ".");
  }
  add_note(chart, left_out_note(dealt.comparison));
  if (non_finite > 0) {
    chart.notes.push_back(std::to_string(non_finite) + " final values are not finite.");
  }
  finish_series(chart, request, record::Better::none);
  return chart;
}

}  // namespace

// Common bins by the rule of Freedman and Diaconis (1981).
const ChartKind ChartKind::histogram{.name = "histogram",
                                     .words = "a histogram",
                                     .x = ChartX::own,
                                     .marks = ChartMarks::steps,
                                     .make = histogram_chart};

}  // namespace skald::report
