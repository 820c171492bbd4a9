#include "web/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "charts/gnuplot.hpp"
#include "record/costs.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "web/chart_json.hpp"
#include "web/html_text.hpp"
#include "web/picture.hpp"

namespace skald {
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
