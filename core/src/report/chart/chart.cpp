#include "report/chart/chart.hpp"

#include <algorithm>
#include <cmath>

#include "report/chart/paper_symbols.hpp"
#include "report/table_writer.hpp"
#include "text/utf8.hpp"

namespace skald::report {

std::string_view name_of(ChartSource source) {
  if (source == ChartSource::runs) return "runs";
  if (source == ChartSource::survivors) return "survivors";
  return source == ChartSource::exact ? "exact" : "published";
}

bool has_interval(const ChartSeries& series) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [](const ChartPoint& p) { return std::isfinite(p.low); });
}

std::string axis_title(const ChartAxis& axis) {
  if (!axis.title.empty()) return axis.title;
  const bool is_pure = axis.units.empty() || axis.units == "1";
  const std::string name = paper_symbol(axis.name);
  return is_pure || axis.name.starts_with(axis.units) ? name
                                                      : name + " [" + paper_units(axis.units) + "]";
}

std::string setting_name(const std::vector<std::string>& axes,
                         const std::vector<record::SqlValue>& values) {
  std::string name;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (std::holds_alternative<std::monostate>(values[a])) continue;
    if (!name.empty()) name += ", ";
    const auto* text = std::get_if<std::string>(&values[a]);
    const bool is_formula = text != nullptr && text->starts_with('=');
    if (text == nullptr || is_formula) name += paper_symbol(axes[a]) + " = ";
    name += is_formula        ? paper_formula(*text)
            : text != nullptr ? paper_name(*text)
                              : format_value(values[a]);
  }
  if (!name.empty() || axes.empty()) return name;
  return "no " + paper_symbol(axes.front());
}

std::vector<std::string> short_notes(const std::vector<std::string>& notes) {
  constexpr std::size_t most = 148;  // letters
  std::vector<std::string> kept;
  std::size_t letters = 0;
  for (const std::string& note : notes) {
    letters += text::characters(note) + 1;
    if (letters > most && !kept.empty()) break;
    kept.push_back(note);
  }
  if (kept.size() <= 2) return kept;
  std::string all;
  for (const std::string& note : kept) all += (all.empty() ? "" : " ") + note;
  return {all};
}

}  // namespace skald::report
