#include "web/figures.hpp"

#include <fmt/format.h>

#include "web/chart_json.hpp"
#include "web/html_text.hpp"

namespace skald {

std::string figure_html(std::string_view kind, const PageChart& chart, std::size_t number) {
  std::string notes;
  for (const std::string& note : chart.choices.front().notes) {
    notes += "<li>" + html_line(note) + "</li>";
  }
  return fmt::format(
      "<figure id=\"figure-{0}\" data-figure=\"{0}\" data-key=\"{3} "
      "{1}\"><figcaption><h3>{1}</h3></figcaption>"
      "<div class=\"controls\"></div><div class=\"legend\" role=\"group\" aria-label=\"Curves of "
      "{1}\"></div><div class=\"panels\"></div><ul class=\"notes\">{2}</ul>"
      "<p class=\"spoken muted\" role=\"status\"></p>"
      "<details><summary>Numbers of this chart</summary><div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-label=\"Numbers of {1}\"></div></details></figure>\n",
      number, html_line(chart.metric), notes, kind);
}

std::string figures_json(const std::vector<PageChart>& charts, std::size_t most_points) {
  const auto choice_json = [&](const report::Chart& chart) {
    return chart_json(chart, most_points);
  };
  return json_array(
      charts, [&](const PageChart& chart) { return json_array(chart.choices, choice_json, ",\n"); },
      ",\n");
}

}  // namespace skald
