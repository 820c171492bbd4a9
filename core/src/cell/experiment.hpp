// Everything one run is made of, built from its cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cell/federated_data.hpp"
#include "cell/run_plan.hpp"
#include "grid/cell.hpp"
#include "oracles/gaussian_problem.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_problem.hpp"
#include "problem/metered_random.hpp"
#include "random/philox_random.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Data set -> partition -> model -> problem -> sampler -> mechanism, in that order: formulas over
// the problem's constants are evaluated once the problem is there.
class Experiment {
 public:
  // The cell as run_cell() describes it. The host outlives the experiment. Throws
  // std::invalid_argument where options contradict each other or the data, std::runtime_error where
  // a plugin fails; the message names the section.
  Experiment(const Cell& cell, std::uint64_t replicate, PluginHost& host);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  const FederatedTable& federated() const { return *data_.table; }
  const Table& table() const { return federated().table(); }
  const Model& model() const { return *model_; }
  FederatedProblem& problem() { return *problem_; }
  Sampler& sampler() { return *sampler_; }
  const Mechanism& mechanism() const { return *mechanism_; }
  const MeteredRandom& random() const { return metered_; }
  Ledger& ledger() { return ledger_; }
  const RunOptions& run() const { return run_; }
  const RunPlan& plan() const { return plan_; }
  // Whether metrics describe the chains as they stand instead of all draws since burn-in: where
  // that was asked for, and of optimisers, which are judged by their current point.
  bool averages_over_chains() const;
  // What the first `iterations` reveal: eps at the mechanism's delta; +inf without noise.
  double eps_spent(std::int64_t iterations) const;
  // The same with everything that eps means: unit, adversary, relation, sampling, accountant; empty
  // where no privacy is claimed.
  std::string privacy_statement(std::int64_t iterations) const;
  // The clients as quadratics, where they are.
  const std::optional<GaussianProblem>& gaussian() const { return gaussian_; }
  // The formulas of the cell with their values: "sampler.step", 0.0125.
  const std::vector<std::pair<std::string, double>>& formulas() const { return formulas_; }

 private:
  void build_problem(const Cell& cell, std::uint64_t replicate, PluginHost& host);
  void build_algorithm(const Cell& cell, PluginHost& host);

  Ledger ledger_;
  PhiloxRandom random_;
  MeteredRandom metered_;
  FederatedData data_;
  Owned<Model> model_;
  std::optional<FederatedProblem> problem_;
  std::optional<GaussianProblem> gaussian_;
  Owned<Sampler> sampler_;
  Owned<Mechanism> mechanism_;
  std::vector<PluginValue> run_values_;
  RunOptions run_;
  RunPlan plan_;
  std::vector<std::pair<std::string, double>> formulas_;
};

}  // namespace skald
