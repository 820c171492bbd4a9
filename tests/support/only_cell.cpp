#include "only_cell.hpp"

#include <stdexcept>
#include <vector>

#include "json/diagnostic.hpp"
#include "problem/problem_constants.hpp"
#include "run/run_plan.hpp"

namespace skald::test {

grid::Cell only_cell(const std::string& text, plugin_host::PluginHost& host) {
  std::vector<const PluginDescriptor*> descriptors;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      descriptors.push_back(plugin.descriptor);
    }
  }
  grid::GridContext context;
  context.folder = "/";
  context.tables = {descriptors, run::run_option_infos()};
  const auto constants = problem::problem_constant_names();
  context.constants.assign(constants.begin(), constants.end());
  const auto grid = grid::read_grid(text, context);
  if (!grid) throw std::runtime_error(json::render(grid.reason().front(), text));
  return grid->cells.at(0);
}

}  // namespace skald::test
