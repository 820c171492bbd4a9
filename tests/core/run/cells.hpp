// Cells from grids, with the shipped plugins and those in tests/host.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "load_plugin.hpp"
#include "only_cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "plugin_host/search_path.hpp"
#include "run/metric_set.hpp"
#include "run/run_cell.hpp"
#include "run/run_plan.hpp"

namespace skald::test {

inline plugin_host::PluginHost& plugins() {
  static const std::vector<std::string> folders{plugin_folder(), SKALD_HOST_PLUGINS "/runner"};
  static const auto places = plugin_host::plugin_search_path(folders, "", "/nowhere/bin/skald");
  static plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  return host;
}

// Whether the sampler exists only for tests.
inline bool is_of_tests(const plugin_host::CatalogEntry& entry) {
  return entry.name == "misbehaving" || entry.name == "peeking" || entry.name == "talkative" ||
         entry.name == "tempered" || entry.name.starts_with("leaky");
}

// Returns the only cell of a grid with these sections. Throws as only_cell().
inline grid::Cell cell_of(const std::string& sections) {
  return only_cell(R"({"name": "test", "seed": 11, )" + sections + "}", plugins());
}

// Turns the request into one for a reference run, measured as in a sweep.
inline void make_reference(run::RunRequest& request) {
  request.is_reference = request.cell.is_reference = true;
  request.cell.metrics = run::reference_metrics(plugins());
}

// Makes the run write a checkpoint whenever it could, at the end of `saved`, which outlives it.
inline void save_every_state(run::RunRequest& request, std::vector<std::string>& saved) {
  request.checkpoints.is_due = [] { return true; };
  request.checkpoints.save = [&saved](std::string_view state) { saved.emplace_back(state); };
}

// Two clients with potentials theta^2 / 2 each: the posterior mean is 0. `sampler`: its options.
inline std::string walk(const std::string& sampler, const std::string& run,
                        const std::string& metrics = R"("mean_bias")",
                        const std::string& plugin = "misbehaving") {
  return R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit", "means": [[0], [0]],
                        "covariances": [[[1]], [[1]]]},
            "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
            "sampler": {"plugin": ")" +
         plugin + '"' + sampler + R"(}, "run": {)" + run + R"(}, "metrics": [)" + metrics + "]";
}

inline std::string titanic(const std::string& sampler, const std::string& more = "",
                           const std::string& run = R"("iterations": 200)") {
  return R"("dataset": {"plugin": "titanic"}, "partition": {"plugin": "iid", "clients": 2},
            "model": {"plugin": "logistic"}, "sampler": )" +
         sampler + R"(, "run": {)" + run + "}" + more;
}

}  // namespace skald::test
