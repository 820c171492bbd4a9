// Everything one run is made of, built from its cell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "oracles/gaussian_problem.hpp"
#include "plugin_host/plugin_host.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "problem/federated_problem.hpp"
#include "problem/metered_random.hpp"
#include "problem/watched_problem.hpp"
#include "random/owned_random.hpp"
#include "run/federated_data.hpp"
#include "run/private_inputs.hpp"
#include "run/published_claim.hpp"
#include "run/run_plan.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

class RunAccountant;

// Data set -> partition -> model -> problem -> sampler -> mechanism, in that order: formulas over
// the problem's constants are evaluated once the problem is there.
class Experiment {
 public:
  // The cell as run_cell() describes it. The host outlives the experiment. Throws
  // std::invalid_argument where options contradict each other or the data, std::runtime_error where
  // a plugin fails; the message names the section. `shared_table_bytes`: as federate() says.
  Experiment(const grid::Cell& cell, std::uint64_t replicate, plugin_host::PluginHost& host,
             Index shared_table_bytes = kSharedTableBytes);
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  const problem::FederatedTable& federated() const { return *data_.table; }
  const Table& table() const { return federated().table(); }
  const Model& model() const { return *model_; }
  problem::FederatedProblem& problem() { return *problem_; }
  Sampler& sampler() { return *sampler_; }
  const Mechanism& mechanism() const { return *mechanism_; }
  // The streams of the run, keyed by seed and replicate, or by a secret where the mechanism is to
  // be published: all of them, for the host; and those of the sampler, metered.
  const Random& streams() const { return *streams_; }
  const problem::MeteredRandom& random() const { return *metered_; }
  Ledger& ledger() { return ledger_; }
  const RunOptions& run() const { return run_; }
  const RunPlan& plan() const { return plan_; }
  // Whether metrics describe the chains as they stand instead of all draws since burn-in: where
  // that was asked for, and of optimisers, which are judged by their current point.
  bool averages_over_chains() const;
  // T of the target exp(-U/T) that the draws are judged by: what the sampler, which has started,
  // states of its chain's law, or else its option `temp`; 1 without either, and of optimisers,
  // whose own temperature is 0.
  double temperature() const;
  // Starts the sampler at `theta` (d x chains), noting what it asks of private rows.
  void start(Recorder& recorder, Block theta);
  // The same for one chain at zero, to learn what it asks; the experiment is not to be run then.
  void rehearse_start();
  // As far as is known: what the sampler's start reads is known after start().
  const PrivateInputs& private_inputs() const { return *inputs_; }
  // What the first `iterations` of all chains reveal through the sampler's releases, with
  // everything that eps means: unit, adversary, relation, sampling, accountant.
  privacy::Guarantee released(std::int64_t iterations) const;
  // The same as releases, to be composed with those of other runs; empty without noise.
  std::vector<privacy::NoisyRelease> worst_releases(std::int64_t iterations) const;
  // What the first `iterations` reveal: eps at the mechanism's delta; +inf without noise, or where
  // a private input is neither public nor paid for.
  double eps_spent(std::int64_t iterations) const;
  // What the method's paper claims for the noise of the first `iterations` of a chain, beside eps.
  std::optional<PublishedClaim> published_claim(std::int64_t iterations) const;
  // The clients as quadratics, where they are.
  const std::optional<oracles::GaussianProblem>& gaussian() const { return gaussian_; }
  // The formulas of the cell with their values: "sampler.step", 0.0125.
  const std::vector<std::pair<std::string, double>>& formulas() const { return formulas_; }

 private:
  void build_problem(const grid::Cell& cell, std::uint64_t replicate, plugin_host::PluginHost& host,
                     Index shared_table_bytes);
  void build_algorithm(const grid::Cell& cell, plugin_host::PluginHost& host);
  void prepare_mechanism();
  void prepare_without_releases(const RunAccountant& accountant);
  void find_inputs();
  void choose_random(std::uint64_t seed, std::uint64_t replicate);

  grid::Cell cell_;  // as given, and from the problem on with its formulas' values
  Ledger ledger_;
  std::unique_ptr<const Random> streams_;
  std::optional<random::OwnedRandom> owned_;
  std::optional<problem::MeteredRandom> metered_;
  FederatedData data_;
  plugin_host::Owned<Model> model_;
  std::optional<problem::FederatedProblem> problem_;
  std::optional<problem::WatchedProblem> watched_;  // for the set-up
  std::optional<oracles::GaussianProblem> gaussian_;
  plugin_host::Owned<Sampler> sampler_;
  plugin_host::Owned<Mechanism> mechanism_;
  std::vector<options::OptionValue> run_values_;
  RunOptions run_;
  RunPlan plan_;
  std::vector<std::pair<std::string, double>> formulas_;
  std::optional<PrivateInputs> inputs_;
  std::vector<std::string> curved_;  // options whose formulas took bounds of the curvature
};

}  // namespace skald::run
