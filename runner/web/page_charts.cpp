#include "web/page_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "charts/gnuplot.hpp"
#include "charts/recorded_points.hpp"
#include "record/costs.hpp"
#include "report/chart/chart_request.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "web/chart_json.hpp"
#include "web/html_text.hpp"
#include "web/picture.hpp"

namespace skald {
namespace {

using record::StudyRuns;
using report::Chart;
using report::ChartKind;
using report::ChartRequest;

constexpr std::string_view kExact = "exact_";

bool is_ok(const StudyRuns::Run& run) { return run.status == record::RunStatus::ok; }

// Returns the runs with all their metrics, and with the costs that are not among these.
StudyRuns with_costs(const store::StoreReader& reader, const std::string& study,
                     const StudyRuns& runs) {
  std::vector<std::string> names;
  for (const Cost& cost : kCosts) {
    if (!report::metric_index(runs, cost.name)) names.emplace_back(cost.name);
  }
  if (names.empty()) return runs;
  StudyRuns all = runs;
  const StudyRuns costs = reader.study_runs(study, names);
  all.metrics.insert(all.metrics.end(), costs.metrics.begin(), costs.metrics.end());
  for (std::size_t r = 0; r < all.runs.size(); ++r) {
    const std::vector<double>& more = costs.runs[r].metrics;
    all.runs[r].metrics.insert(all.runs[r].metrics.end(), more.begin(), more.end());
  }
  return all;
}

// Returns whether the final values of runs that ended ok differ.
bool varies(const StudyRuns& runs, std::size_t metric) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const auto& run : runs.runs) {
    const double value = run.metrics[metric];
    if (!is_ok(run) || !std::isfinite(value)) continue;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  return least < greatest;
}

bool is_exact(const StudyRuns& runs, const std::string& name) {
  return name.rfind(kExact, 0) == 0 && report::metric_index(runs, name.substr(kExact.size()));
}

class Charts {
 public:
  Charts(const store::StoreReader& reader, const std::string& study, const StudyRuns& runs)
      : reader_(reader), shown_(runs.metrics.size()), runs_(with_costs(reader, study, runs)) {
    for (const std::string_view x : {"iteration", "rounds", "bits_up", "gradient_evaluations",
                                     "eps_spent", "simulated_seconds"}) {
      if (x == "iteration" || is_recorded_along(reader, runs_, std::string(x))) {
        along_.emplace_back(x);
      }
    }
    if (!runs_.runs.empty()) varying_ = report::varying_axes(runs_, {});
  }

  PageCharts all() {
    PageCharts charts;
    if (std::none_of(runs_.runs.begin(), runs_.runs.end(), is_ok)) return charts;
    const std::vector<std::size_t> metrics = drawn_metrics(charts);
    charts.metrics.reserve(metrics.size());
    for (const std::size_t m : metrics) add(charts.metrics, of_metric(m));
    for (const std::size_t m : metrics) add(charts.heat, heat(m));
    for (const std::size_t m : metrics) add(charts.tradeoff, tradeoff(m));
    return charts;
  }

 private:
  static void add(std::vector<PageChart>& charts, PageChart chart) {
    if (!chart.choices.empty()) charts.push_back(std::move(chart));
  }

  // Returns the metrics to draw, costs last. Exact values are drawn together with their estimates.
  std::vector<std::size_t> drawn_metrics(PageCharts& charts) const {
    std::vector<std::size_t> metrics;
    for (std::size_t m = 0; m < shown_; ++m) {
      if (varies_somewhere(m) && !is_exact(runs_, name(m))) metrics.push_back(m);
    }
    std::stable_partition(metrics.begin(), metrics.end(),
                          [this](std::size_t m) { return !record::is_cost(name(m)); });
    if (metrics.size() > kMostCharts) {
      charts.notes.push_back(std::to_string(metrics.size() - kMostCharts) +
                             " more metrics are in the table and not drawn; skald plot draws any "
                             "of them.");
      metrics.resize(kMostCharts);
    }
    return metrics;
  }

  const std::string& name(std::size_t metric) const { return runs_.metrics[metric].name; }

  bool varies_somewhere(std::size_t metric) const {
    return varies(runs_, metric) || is_recorded_along(reader_, runs_, name(metric));
  }

  // Returns curves if the metric was recorded along runs, otherwise its final values over the axis
  // with the most values.
  PageChart of_metric(std::size_t metric) const {
    PageChart chart{name(metric), {}};
    std::vector<std::size_t> metrics{metric};
    const auto exact = report::metric_index(runs_, std::string(kExact) + name(metric));
    if (exact) metrics.push_back(*exact);
    const StudyRuns runs = report::with_metrics(runs_, metrics);
    ChartRequest request;
    request.title = name(metric);
    request.has_exact = exact.has_value();
    if (!is_recorded_along(reader_, runs_, name(metric))) {
      request.kind = &ChartKind::points;
      if (has_several_settings()) keep(chart, report::make_chart(runs, request));
      return chart;
    }
    for (const std::string& x : along_) {
      if (x == name(metric)) continue;
      request.x.name = x;
      const auto own = report::metric_index(runs_, x);
      request.x.units = x == "iteration" ? "" : runs_.metrics[*own].units;
      RecordedPoints points(reader_, name(metric), x, exact ? name(*exact) : "");
      request.points = [&points](std::int64_t run) { return points.of(run); };
      keep(chart, report::make_chart(runs, request));
    }
    return chart;
  }

  bool has_several_settings() const { return !varying_.empty(); }

  // Returns a heat map over two numeric axes. A third axis, if it has few values, distinguishes
  // panels.
  PageChart heat(std::size_t metric) const {
    PageChart chart{name(metric), {}};
    std::vector<std::string> numeric, others;
    for (const std::string& axis : varying_) (is_numeric(axis) ? numeric : others).push_back(axis);
    if (record::is_cost(name(metric)) || numeric.size() < 2 || varying_.size() > 3) return chart;
    ChartRequest request;
    request.kind = &ChartKind::heat;
    request.title = name(metric);
    request.x.name = report::longest_axis(runs_, numeric);
    std::erase(numeric, request.x.name);
    request.by = {report::longest_axis(runs_, numeric)};
    std::erase(numeric, request.by.front());
    if (varying_.size() == 3) request.facet = others.empty() ? numeric.front() : others.front();
    if (!request.facet.empty() &&
        report::values_of(runs_, request.facet).size() > report::kMostPanels) {
      return chart;
    }
    keep(chart, report::make_chart(report::with_metrics(runs_, {metric}), request));
    return chart;
  }

  bool is_numeric(const std::string& axis) const {
    const auto values = report::values_of(runs_, axis);
    return std::count_if(values.begin(), values.end(), report::is_finite_number) >= 2 &&
           std::none_of(values.begin(), values.end(), [](const record::SqlValue& value) {
             return std::holds_alternative<std::string>(value);
           });
  }

  PageChart tradeoff(std::size_t metric) const {
    PageChart chart{name(metric), {}};
    const bool has_direction = runs_.metrics[metric].better != record::Better::none;
    if (record::is_cost(name(metric)) || !has_direction || !has_several_settings()) return chart;
    for (const std::string_view cost :
         {"bits_up", "rounds", "gradient_evaluations", "eps_spent", "bits_down"}) {
      const auto c = report::metric_index(runs_, cost);
      if (!c || !varies(runs_, *c)) continue;
      ChartRequest request;
      request.kind = &ChartKind::tradeoff;
      request.title = name(metric);
      request.x.name = cost;
      request.x.units = runs_.metrics[*c].units;
      keep(chart, report::make_chart(report::with_metrics(runs_, {metric, *c}), request));
    }
    return chart;
  }

  static void keep(PageChart& into, Chart chart) {
    if (!chart.panels.empty()) into.choices.push_back(std::move(chart));
  }

  const store::StoreReader& reader_;
  std::size_t shown_;  // number of leading metrics that `compare` shows
  StudyRuns runs_;
  std::vector<std::string> along_;    // choices of x for curves
  std::vector<std::string> varying_;  // axes that distinguish settings
};

}  // namespace

PageCharts page_charts(const store::StoreReader& reader, const std::string& study,
                       const record::StudyRuns& runs) {
  return Charts(reader, study, runs).all();
}

namespace {

// The page has the title and the notes beside the picture.
std::string script_of(report::Chart chart, bool is_log) {
  chart.title.clear();
  chart.notes.clear();
  chart.y.is_log |= is_log;
  return report::gnuplot_script(chart, report::PictureFormat::page);
}

// Returns whether all values have a place on a logarithmic axis and span it.
bool spans_log(const PageChart& figure, const report::Chart& chart) {
  if (chart.kind->has_cells() || chart.y.is_log || record::is_cost(figure.metric)) return false;
  if (chart.y.scale == record::Scale::share) return false;
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const report::ChartPanel& panel : chart.panels) {
    for (const report::ChartSeries& series : panel.series) {
      for (const report::ChartPoint& point : series.points) {
        least = std::min(least, point.y);
        greatest = std::max(greatest, point.y);
      }
    }
  }
  return least > 0 && greatest >= report::kManyTimes * least;
}

}  // namespace

Figures::Figures(std::vector<PageChart> charts, std::size_t most_points)
    : charts_(std::move(charts)) {
  std::vector<std::string> scripts;
  for (std::size_t f = 0; f < charts_.size(); ++f) {
    PageChart& figure = charts_[f];
    for (std::size_t c = 0; c < figure.choices.size(); ++c) {
      report::Chart& chart = figure.choices[c];
      chart = thinned(std::move(chart), most_points);
      for (const bool is_log : {false, true}) {
        if (is_log && !spans_log(figure, chart)) continue;
        pictures_.push_back({f, c, is_log, ""});
        scripts.push_back(script_of(chart, is_log));
      }
    }
  }
  try {
    std::vector<std::string> drawn = draw_all_by_gnuplot(scripts);
    for (std::size_t p = 0; p < drawn.size(); ++p) pictures_[p].svg = std::move(drawn[p]);
  } catch (const NoGnuplot&) {
    has_gnuplot_ = false;
    std::erase_if(pictures_, [](const Picture& picture) { return picture.is_log; });
  }
}

std::string Figures::choice_html(const Picture& picture) const {
  std::string notes;
  for (const std::string& note : charts_[picture.figure].choices[picture.choice].notes) {
    notes += "<li>" + html_line(note) + "</li>";
  }
  if (!notes.empty()) notes = "<ul class=\"notes\">" + notes + "</ul>";
  const std::string_view missing =
      has_gnuplot_ ? "gnuplot fails at this picture; its numbers are below" : kNoGnuplot;
  const std::string shown = picture.svg.empty()
                                ? fmt::format("<p class=\"muted\">No picture: {}.</p>", missing)
                                : "<div class=\"picture\" tabindex=\"0\" role=\"group\">" +
                                      page_picture(picture.svg) + "</div>";
  const bool is_first = picture.choice == 0 && !picture.is_log;
  return fmt::format("<div class=\"choice\" data-choice=\"{}\"{}{}>{}{}</div>", picture.choice,
                     picture.is_log ? " data-log" : "", is_first ? "" : " hidden", shown, notes);
}

std::string Figures::html(std::string_view kind, std::size_t number) const {
  std::string choices;
  for (const Picture& picture : pictures_) {
    if (picture.figure == number) choices += choice_html(picture);
  }
  return fmt::format(
      "<figure id=\"figure-{0}\" data-figure=\"{0}\" data-key=\"{3} "
      "{1}\"><figcaption><h3>{1}</h3></figcaption><div class=\"controls\"></div>{2}"
      "<p class=\"spoken muted\" role=\"status\"></p>"
      "<details><summary>Numbers of this chart</summary><div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Numbers of {1}\"></div></details></figure>\n",
      number, html_line(charts_.at(number).metric), choices, kind);
}

std::string Figures::symbols() const {
  const auto drawn = std::find_if(pictures_.begin(), pictures_.end(),
                                  [](const Picture& picture) { return !picture.svg.empty(); });
  return drawn == pictures_.end() ? "" : picture_symbols(drawn->svg);
}

std::string Figures::json() const {
  return json_array(
      charts_,
      [](const PageChart& figure) { return json_array(figure.choices, chart_json, ",\n"); }, ",\n");
}

}  // namespace skald
