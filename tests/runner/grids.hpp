// Grids that tests of the runner share.
#pragma once

#include <string>
#include <vector>

namespace skald::test {

// A small grid with four axes: 12 cells, 2 replicates.
inline const std::string kFourAxes = R"json({ "name": "small", "seed": 3, "replicates": 2,
  "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "dirichlet", "clients": 4, "alpha": 1, "min_size": 20},
  "model": {"plugin": "logistic", "prior_precision": 1},
  "sampler": {"plugin": "fald", "batch": 1, "step": "= 1 / (n * N)"},
  "privacy": {"plugin": "none"},
  "run": {"iterations": 200, "chains": 2, "record_every": 50},
  "metrics": ["accuracy", "brier", "nll", "ece", "rounds", "bits_up", "eps_spent"],
  "axes": [
    {"sampler.plugin": ["fald", "fedavg"]},
    {"when": {"sampler.plugin": "fald"}, "zip": {"K": [5, null], "p_c": [null, 0.2]}},
    {"when": {"sampler.plugin": "fald"}, "rho": [0, 1]},
    {"when": {"sampler.plugin": "fedavg"}, "K": [5, 20], "lr": [0.1], "clip": [1]},
    {"when": {"sampler.plugin": "fedavg"}, "privacy.plugin": ["none", "gaussian"]},
    {"when": {"privacy.plugin": "gaussian"}, "eps": [0.5, 3, "inf"]}
  ]
})json";

// Returns a grid with one cell per element of the JSON list `values` of the option `axis` of the
// sampler "misbehaving" (tests/host). `run` has further members of the section "run".
inline std::string walk_grid(const std::string& axis, const std::string& values,
                             const std::string& run = "", const std::string& more = "") {
  return R"({ "name": "walk", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "misbehaving"}, "metrics": ["mean_bias", "gradient_evaluations"],
  "run": {"iterations": 60, "record_every": 20)" +
         (run.empty() ? "" : ", " + run) + R"(}, )" + more + R"json(
  "axes": [{")json" +
         axis + R"json(": )json" + values + "}] }";
}

// Returns skald VERB grid.json --db DATABASE, with the plugin "misbehaving" at hand.
// SKALD_HOST_PLUGINS is the folder into which the build put it.
inline std::vector<std::string> walk_command(const std::string& verb, const std::string& database,
                                             const std::vector<std::string>& more = {}) {
  std::vector<std::string> command{verb,
                                   "grid.json",
                                   "--db",
                                   database,
                                   "--plugin-path",
                                   std::string(SKALD_HOST_PLUGINS) + "/runner",
                                   "--allow-writable-plugins"};
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

}  // namespace skald::test
