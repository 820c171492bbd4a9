#include "plugin_host/describe.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "options/bounds.hpp"
#include "options/default_value.hpp"
#include "options/kind.hpp"
#include "options/option_table.hpp"
#include "plugin_host/need_names.hpp"

namespace skald::plugin_host {
namespace {

constexpr std::size_t columns = 6;
using Row = std::array<std::string, columns>;

// Returns the number of characters of a UTF-8 text: all bytes except continuation bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

constexpr const char* kSimulation =
    "Noise drawn from a run's seed only simulates a release: every result shows the seed, and\n"
    "whoever has it can remove the noise. Cells with the same seed even share their normals. To\n"
    "publish, draw the noise from the operating system (discrete_gaussian, \"release\": true).\n\n";

std::string default_column(const OptionInfo& option) {
  if (option.optional) return "optional";
  return option.has_default ? options::default_text(option) : "required";
}

std::string values_column(const OptionInfo& option) {
  if (*option.choices) return option.choices;
  if (!*option.automatic) return options::bounds_symbols(option);
  return options::bounds_symbols(option) + ", or auto: " + option.automatic;
}

Row row(const OptionInfo& option) {
  return {option.name,
          option.symbol,
          std::string(options::name_of(option.type)),
          default_column(option),
          values_column(option),
          option.doc};
}

std::array<std::size_t, columns> widths(const std::vector<Row>& rows) {
  std::array<std::size_t, columns> widest{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < columns; ++c) widest[c] = std::max(widest[c], width(row[c]));
  }
  return widest;
}

// A column that would be empty in every row is omitted.
std::string option_table(std::span<const OptionInfo> options) {
  std::vector<Row> rows;
  for (const OptionInfo& option : options) rows.push_back(row(option));
  const std::array<std::size_t, columns> filled = widths(rows);
  rows.insert(rows.begin(), {"option", "symbol", "type", "default", "values", "meaning"});
  const std::array<std::size_t, columns> widest = widths(rows);

  std::string text;
  for (const Row& row : rows) {
    text += "  ";
    for (std::size_t c = 0; c + 1 < columns; ++c) {
      if (filled[c] > 0) text += row[c] + std::string(widest[c] + 2 - width(row[c]), ' ');
    }
    text += row.back() + "\n";
  }
  return text;
}

std::string threads_line(const Info& info) {
  if (info.side_by_side == nullptr) return "threads    one; nothing works side by side\n";
  return std::string("threads    run.threads; ") + info.side_by_side + " work side by side\n";
}

std::string preference(Preferred preferred) {
  switch (preferred) {
    case Preferred::smaller:
      return "smaller is better";
    case Preferred::larger:
      return "larger is better";
    case Preferred::neither:
      return "neither smaller nor larger is better";
  }
  return "";
}

std::string metric_lines(const MetricInfo& metric) {
  std::string text =
      std::string("unit       ") + metric.unit + ", " + preference(metric.preferred) + "\n";
  if (metric.needs != Need::nothing) text += "needs      " + needs_text(metric.needs) + "\n";
  if (metric.sparse) text += "records    1, 2, 4, 8, ... and the last\n";
  return text;
}

}  // namespace

std::string describe(const Plugin& plugin) {
  const PluginDescriptor& descriptor = *plugin.descriptor;
  const Info& info = descriptor.info;
  std::string text = std::string(options::name_of(descriptor.kind)) + " " + info.name + " " +
                     info.version + "\n" + info.summary + "\n\n";
  if (*info.reference) text += std::string("reference  ") + info.reference + "\n";
  if (descriptor.kind == Kind::metric) text += metric_lines(descriptor.metric);
  if (descriptor.kind == Kind::sampler) text += threads_line(info);
  text += "numerics   revision " + std::to_string(info.numerics_revision) + "\n";
  text += std::string("built for  ") + descriptor.abi_tag + ", " + descriptor.build_info + "\n";
  text += "file       " + plugin.file.string() + "\n\n";
  if (descriptor.kind == Kind::privacy) text += kSimulation;
  if (descriptor.option_count == 0) return text + "no options\n";
  return text + "options\n" + option_table(plugin.options());
}

}  // namespace skald::plugin_host
