// Cells from grids, with the shipped plugins and those in tests/host.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "grid/grid.hpp"
#include "load_plugin.hpp"
#include "plugin_host/plugin_host.hpp"
#include "plugin_host/search_path.hpp"
#include "problem/problem_constants.hpp"
#include "run/reference_metrics.hpp"
#include "run/run_cell.hpp"
#include "run/run_plan.hpp"

namespace skald::test {

inline plugin_host::PluginHost& plugins() {
  static const std::vector<std::string> folders{plugin_folder(),
                                                std::string(SKALD_HOST_PLUGINS) + "/runner"};
  static const auto places = plugin_host::plugin_search_path(folders, "", "/nowhere/bin/skald");
  static plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  return host;
}

// Whether the sampler exists only for tests.
inline bool is_of_tests(const plugin_host::CatalogEntry& entry) {
  return entry.name == "misbehaving" || entry.name == "peeking" || entry.name == "talkative" ||
         entry.name.starts_with("leaky");
}

// Returns the only cell of the grid. Throws std::runtime_error that says what is wrong with the
// grid.
inline grid::Cell cell_of(const std::string& sections) {
  std::vector<const PluginDescriptor*> descriptors;
  for (const plugin_host::CatalogEntry& entry : plugins().catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins)
      descriptors.push_back(plugin.descriptor);
  }
  grid::GridContext context;
  context.folder = "/";
  context.tables = {descriptors, run::run_option_infos()};
  const auto constants = problem::problem_constant_names();
  context.constants.assign(constants.begin(), constants.end());
  const std::string text = R"({"name": "test", "seed": 11, )" + sections + "}";
  auto result = grid::read_grid(text, context);
  if (!result) throw std::runtime_error(json::render(result.reason().front(), text));
  return result->cells.at(0);
}

// Turns the request into one for a reference run, measured as in a sweep.
inline void make_reference(run::RunRequest& request) {
  request.is_reference = request.cell.is_reference = true;
  request.cell.metrics = run::reference_metrics(plugins());
}

// Two clients with potentials theta^2 / 2 each: the posterior mean is 0.
inline std::string walk(const std::string& sampler, const std::string& run,
                        const std::string& metrics = R"("mean_bias")") {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[0], [0]],
                        "covariances": [[[1]], [[1]]]},
            "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
            "sampler": {"plugin": "misbehaving")" +
         sampler + R"(}, "run": {)" + run + R"(}, "metrics": [)" + metrics + "]";
}

inline std::string titanic(const std::string& sampler, const std::string& more = "",
                           const std::string& run = R"("iterations": 200)") {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "logistic"}, "sampler": )" +
         sampler + R"(, "run": {)" + run + "}" + more;
}

}  // namespace skald::test
