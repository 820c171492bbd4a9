#include "grids/loaded_grid.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "grids/finding.hpp"
#include "problem/problem_constants.hpp"
#include "run/metric_set.hpp"
#include "run/run_plan.hpp"
#include "skald/parts/metrics/cost_table.hpp"
#include "system/files.hpp"
#include "system/open_plugins.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct Placed {
  std::uint32_t place;
  record::MetricRecord record;
};

// Returns "Expected calibration error ...; bins = 20".
std::string definition(const plugin_host::Plugin& plugin, const grid::MetricChoice& choice) {
  std::string text = plugin.descriptor->info.summary;
  if (choice.name == plugin.descriptor->info.name) return text;
  for (const auto& [option, value] : choice.plugin.options) {
    text += "; " + option + " = " + options::display(value);
  }
  return text;
}

Placed placed(const plugin_host::Plugin& plugin, std::string name, std::string definition) {
  record::MetricRecord record = metric_record(plugin);
  record.name = std::move(name);
  record.definition = std::move(definition);
  return {plugin.descriptor->metric.place, std::move(record)};
}

// Returns all metrics that come with Skald and those that the grid lists, in the order in which
// they are shown.
std::vector<record::MetricRecord> declared_metrics(const grid::Grid& grid,
                                                   plugin_host::PluginHost& host) {
  std::vector<Placed> all;
  const auto is_new = [&](const std::string& name) {
    return std::ranges::none_of(all,
                                [&](const Placed& known) { return known.record.name == name; });
  };
  const auto may_have = [](const auto& entry) { return entry.may_have(Kind::metric); };
  for (const plugin_host::CatalogEntry& entry : host.catalog(may_have)) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind != Kind::metric || !is_shipped(plugin)) continue;
      const Info& info = plugin.descriptor->info;
      all.push_back(placed(plugin, info.name, info.summary));
    }
  }
  // All cells have the same metrics.
  for (const grid::Cell* cell : {grid.cells.data(), grid.references.data()}) {
    if (cell == nullptr) continue;
    for (const grid::MetricChoice& choice : cell->metrics) {
      if (!is_new(choice.name)) continue;
      const plugin_host::Plugin& plugin =
          host.find(Kind::metric, choice.plugin.plugin, choice.plugin.library);
      all.push_back(placed(plugin, choice.name, definition(plugin, choice)));
    }
  }
  std::sort(all.begin(), all.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.place, a.record.name) < std::tie(b.place, b.record.name);
  });
  std::vector<record::MetricRecord> records;
  for (Placed& metric : all) records.push_back(std::move(metric.record));
  return records;
}

// In bytes. A parsed grid may take fifty times the memory of its text.
constexpr std::size_t kLargestGrid = std::size_t{1} << 24;  // 16 MiB

// Returns the errors of the grid, and the refusals of plugins that it names.
std::vector<Finding> faults_of(const LoadedGrid& loaded,
                               const std::vector<json::Diagnostic>& diagnostics,
                               plugin_host::PluginHost& host) {
  std::vector<Finding> faults;
  for (const json::Diagnostic& diagnostic : diagnostics) {
    faults.push_back(
        {Finding::Severity::error, diagnostic, "", json::excerpt(diagnostic.place, loaded.text)});
  }
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    const bool is_named = loaded.text.find('"' + entry.name + '"') != std::string::npos;
    if (entry.plugins.empty() && is_named)
      faults.push_back(note_on(loaded.file, "refused: " + entry.refusal));
  }
  return faults;
}

std::vector<const PluginDescriptor*> descriptors(
    const std::vector<plugin_host::CatalogEntry>& catalog) {
  std::vector<const PluginDescriptor*> plugins;
  for (const plugin_host::CatalogEntry& entry : catalog) {
    for (const plugin_host::Plugin& plugin : entry.plugins) plugins.push_back(plugin.descriptor);
  }
  return plugins;
}

// Whether a grid may name plugins of the file. A shipped file bears the name of what is in it,
// unless these are metrics; what a grid need not name is in all of them.
bool may_be_named(const plugin_host::CatalogEntry& entry, const std::string& grid) {
  return !is_shipped(entry.file) || entry.may_have(Kind::metric) || entry.name == "natural" ||
         entry.name == "none" || grid.find('"' + entry.name + '"') != std::string::npos;
}

// The grid by the plugins that it may name; if that fails, by all of them, for what the errors say.
// That saves the time in which libraries load that it does not need.
text::Result<grid::Grid, std::vector<json::Diagnostic>> read_grid(const std::string& text,
                                                                  const std::filesystem::path& file,
                                                                  plugin_host::PluginHost& host) {
  const auto named =
      descriptors(host.catalog([&](const auto& entry) { return may_be_named(entry, text); }));
  Underway underway("building cells");
  const auto read = [&](const std::vector<const PluginDescriptor*>& plugins) {
    grid::GridContext context = grid_context(file, plugins);
    context.tell = [&](std::size_t cells) { underway.at(cells); };
    return grid::read_grid(text, context);
  };
  auto result = read(named);
  return result ? std::move(result) : read(loaded_descriptors(host));
}

}  // namespace

std::vector<const PluginDescriptor*> loaded_descriptors(plugin_host::PluginHost& host) {
  return descriptors(host.catalog());
}

grid::GridContext grid_context(const std::filesystem::path& file,
                               const std::vector<const PluginDescriptor*>& plugins) {
  grid::GridContext context;
  context.file = file.string();
  context.folder = std::filesystem::absolute(file).parent_path().string();
  context.tables = {plugins, run::run_option_infos(), absent_plugins()};
  const auto constants = problem::problem_constant_names();
  context.constants.assign(constants.begin(), constants.end());
  context.reference_metrics = run::reference_metric_names();
  return context;
}

LoadedGrid load_grid(const std::filesystem::path& file, plugin_host::PluginHost& host) {
  LoadedGrid loaded;
  loaded.file = file.string();
  loaded.text = files::read_regular_file(file, kLargestGrid);
  auto result = read_grid(loaded.text, file, host);
  if (!result) throw GridFaults(faults_of(loaded, result.reason(), host));
  loaded.grid = *std::move(result);
  loaded.metrics = declared_metrics(loaded.grid, host);
  return loaded;
}

namespace {

record::Better better(Preferred preferred) {
  switch (preferred) {
    case Preferred::smaller:
      return record::Better::down;
    case Preferred::larger:
      return record::Better::up;
    case Preferred::nearest_zero:
      return record::Better::zero;
    case Preferred::neither:
      break;
  }
  return record::Better::none;
}

record::Scale scale(Scale scale) {
  switch (scale) {
    case Scale::positive:
      return record::Scale::positive;
    case Scale::share:
      return record::Scale::share;
    case Scale::count:
      return record::Scale::count;
    case Scale::real:
      break;
  }
  return record::Scale::real;
}

}  // namespace

record::MetricRecord metric_record(const plugin_host::Plugin& plugin) {
  const MetricInfo& info = plugin.descriptor->metric;
  const std::string unit = info.unit;
  return {.name = plugin.descriptor->info.name,
          .units = unit == "1" ? "" : unit,
          .definition = plugin.descriptor->info.summary,
          .better = better(info.preferred),
          .scale = scale(info.scale),
          .predictive = run::is_predictive(info.needs),
          .exact = is_exact(info.needs)};
}

}  // namespace skald
