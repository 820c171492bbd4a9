#include "web/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "charts/gnuplot.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "web/chart_json.hpp"
#include "web/html_text.hpp"
#include "web/picture.hpp"

namespace skald {
namespace {

// The page has the title and the notes beside the picture.
std::string script_of(report::Chart chart) {
  chart.title.clear();
  chart.notes.clear();
  return report::gnuplot_script(chart, report::PictureFormat::page);
}

}  // namespace

Figures::Figures(std::vector<PageChart> charts, std::size_t most_points)
    : charts_(std::move(charts)) {
  std::vector<std::string> scripts;
  for (PageChart& figure : charts_) {
    first_.push_back(scripts.size());
    for (report::Chart& chart : figure.choices) {
      chart = thinned(std::move(chart), most_points);
      scripts.push_back(script_of(chart));
    }
  }
  try {
    pictures_ = draw_all_by_gnuplot(scripts);
  } catch (const NoGnuplot&) {
    has_gnuplot_ = false;
    pictures_.resize(scripts.size());
  }
}

std::string Figures::choice_html(const report::Chart& chart, const std::string& picture,
                                 bool is_first) const {
  std::string notes;
  for (const std::string& note : chart.notes) notes += "<li>" + html_line(note) + "</li>";
  if (!notes.empty()) notes = "<ul class=\"notes\">" + notes + "</ul>";
  const std::string_view missing =
      has_gnuplot_ ? "gnuplot fails at this picture; its numbers are below" : kNoGnuplot;
  const std::string shown =
      picture.empty() ? fmt::format("<p class=\"muted\">No picture: {}.</p>", missing)
                      : "<div class=\"picture\" tabindex=\"0\" role=\"group\">" +
                            page_picture(picture) + "</div>";
  return fmt::format("<div class=\"choice\"{}>{}{}</div>", is_first ? "" : " hidden", shown, notes);
}

std::string Figures::html(std::string_view kind, std::size_t number) const {
  const PageChart& figure = charts_.at(number);
  std::string choices;
  for (std::size_t c = 0; c < figure.choices.size(); ++c) {
    choices += choice_html(figure.choices[c], pictures_.at(first_.at(number) + c), c == 0);
  }
  return fmt::format(
      "<figure id=\"figure-{0}\" data-figure=\"{0}\" data-key=\"{3} "
      "{1}\"><figcaption><h3>{1}</h3></figcaption><div class=\"controls\"></div>{2}"
      "<p class=\"spoken muted\" role=\"status\"></p>"
      "<details><summary>Numbers of this chart</summary><div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Numbers of {1}\"></div></details></figure>\n",
      number, html_line(figure.metric), choices, kind);
}

std::string Figures::symbols() const {
  const auto drawn = std::find_if(pictures_.begin(), pictures_.end(),
                                  [](const std::string& picture) { return !picture.empty(); });
  return drawn == pictures_.end() ? "" : picture_symbols(*drawn);
}

std::string Figures::json() const {
  return json_array(
      charts_,
      [](const PageChart& figure) { return json_array(figure.choices, chart_json, ",\n"); }, ",\n");
}

}  // namespace skald
