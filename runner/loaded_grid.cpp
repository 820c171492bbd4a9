#include "loaded_grid.hpp"

#include <fmt/core.h>

#include "absent_plugins.hpp"
#include "cell/run_plan.hpp"
#include "exit_code.hpp"
#include "files.hpp"
#include "metrics/metric_definitions.hpp"
#include "problem/problem_constants.hpp"

namespace skald {
namespace {

// Of a grid's text, bytes: parsed, it may take fifty times that memory.
constexpr std::size_t kLargestGrid = std::size_t{1} << 24;  // 16 MiB

// A plugin that the text names and that is there, but was refused.
void print_refusals(const std::string& text, PluginHost& host) {
  for (const CatalogEntry& entry : host.catalog()) {
    if (entry.plugin || text.find('"' + entry.name + '"') == std::string::npos) continue;
    fmt::print(stderr, "refused: {}\n", entry.refusal);
  }
}

}  // namespace

std::vector<const PluginDescriptor*> loaded_descriptors(PluginHost& host) {
  std::vector<const PluginDescriptor*> plugins;
  for (const CatalogEntry& entry : host.catalog()) {
    if (entry.plugin) plugins.push_back(entry.plugin->descriptor);
  }
  return plugins;
}

GridContext grid_context(const std::filesystem::path& file,
                         const std::vector<const PluginDescriptor*>& plugins) {
  GridContext context;
  context.file = file.string();
  context.folder = std::filesystem::absolute(file).parent_path().string();
  context.tables = {plugins, run_option_infos(), absent_plugins()};
  const auto constants = problem_constant_names();
  context.constants.assign(constants.begin(), constants.end());
  for (const MetricDefinition& metric : metric_definitions()) {
    context.metrics.emplace_back(metric.name);
  }
  return context;
}

LoadedGrid load_grid(const std::filesystem::path& file, PluginHost& host) {
  LoadedGrid loaded;
  loaded.text = read_regular_file(file, kLargestGrid);
  const auto plugins = loaded_descriptors(host);
  auto result = read_grid(loaded.text, grid_context(file, plugins));
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
    for (const Diagnostic& fault : *faults) fmt::print(stderr, "{}", render(fault, loaded.text));
    print_refusals(loaded.text, host);
    fmt::print(stderr, "{} error{}\n", faults->size(), faults->size() == 1 ? "" : "s");
    throw UsageError("");
  }
  loaded.grid = std::move(std::get<Grid>(result));
  return loaded;
}

}  // namespace skald
