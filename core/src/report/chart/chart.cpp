#include "report/chart/chart.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/chart/dealt_settings.hpp"
#include "report/chart/paper_symbols.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/table_writer.hpp"

namespace skald::report {
namespace {

// Returns for each axis the one whose number papers write behind the name of its choice, as alpha's
// in "Dirichlet 0.1"; axes.size() if there is none.
std::vector<std::size_t> parameters_of(const std::vector<std::string>& axes,
                                       const std::vector<record::SqlValue>& values) {
  std::vector<std::size_t> parameters(axes.size(), axes.size());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto* choice = std::get_if<std::string>(&values[a]);
    const std::string_view parameter = choice == nullptr ? "" : paper_parameter(*choice);
    if (parameter.empty()) continue;
    for (std::size_t b = 0; b < axes.size(); ++b) {
      const std::string_view option = std::string_view(axes[b]).substr(axes[b].rfind('.') + 1);
      if (option == parameter && is_finite_number(values[b])) parameters[a] = b;
    }
  }
  return parameters;
}

}  // namespace

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
  const std::vector<std::size_t> parameters = parameters_of(axes, values);
  std::string name;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (std::holds_alternative<std::monostate>(values[a])) continue;
    if (std::ranges::find(parameters, a) != parameters.end()) continue;
    if (!name.empty()) name += ", ";
    const auto* text = std::get_if<std::string>(&values[a]);
    const bool is_formula = text != nullptr && text->starts_with('=');
    if (text == nullptr || is_formula) name += paper_symbol(axes[a]) + " = ";
    name += is_formula        ? paper_formula(*text)
            : text != nullptr ? paper_name(*text)
                              : format_value(values[a]);
    if (parameters[a] < axes.size()) name += " " + format_value(values[parameters[a]]);
  }
  if (!name.empty() || axes.empty()) return name;
  return "no " + paper_symbol(axes.front());
}

std::vector<std::string> short_notes(const std::vector<std::string>& notes) {
  const auto fit = [](const std::vector<std::string>& some) {
    return note_lines(some, kWidthOfOnePanel).size() <= 2;
  };
  std::vector<std::string> kept;
  std::string all;
  for (const std::string& note : notes) {
    std::string longer = all + (all.empty() ? "" : " ") + note;
    if (!kept.empty() && !fit({longer})) break;
    kept.push_back(note);
    all = std::move(longer);
  }
  return fit(kept) ? kept : std::vector<std::string>{all};
}

}  // namespace skald::report
