#include "grids/loaded_grid.hpp"

#include "grids/declared_metrics.hpp"
#include "problem/problem_constants.hpp"
#include "run/reference_metrics.hpp"
#include "run/run_plan.hpp"
#include "system/absent_plugins.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// In bytes. A parsed grid may take fifty times the memory of its text.
constexpr std::size_t kLargestGrid = std::size_t{1} << 24;  // 16 MiB

// Returns the errors of the grid, and the refusals of plugins that it names.
std::string faults_text(const std::vector<json::Diagnostic>& faults, const std::string& grid,
                        plugin_host::PluginHost& host) {
  std::string text;
  for (const json::Diagnostic& fault : faults) text += json::render(fault, grid);
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    if (!entry.plugins.empty() || grid.find('"' + entry.name + '"') == std::string::npos) continue;
    text += "refused: " + entry.refusal + "\n";
  }
  return text + std::to_string(faults.size()) + (faults.size() == 1 ? " error\n" : " errors\n");
}

}  // namespace

std::vector<const PluginDescriptor*> loaded_descriptors(plugin_host::PluginHost& host) {
  std::vector<const PluginDescriptor*> plugins;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) plugins.push_back(plugin.descriptor);
  }
  return plugins;
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
  loaded.text = files::read_regular_file(file, kLargestGrid);
  const auto plugins = loaded_descriptors(host);
  auto result = grid::read_grid(loaded.text, grid_context(file, plugins));
  if (!result) throw GridError(text::printable(faults_text(result.reason(), loaded.text, host)));
  loaded.grid = *std::move(result);
  loaded.metrics = declared_metrics(loaded.grid, host);
  return loaded;
}

}  // namespace skald
