// All parts of one run, built from its cell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/client_world.hpp"
#include "grid/cell.hpp"
#include "oracles/gaussian_problem.hpp"
#include "plugin_host/plugin_host.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "problem/federated_problem.hpp"
#include "problem/metered_random.hpp"
#include "problem/watched_problem.hpp"
#include "random/owned_random.hpp"
#include "run/accounts/known_accounts.hpp"
#include "run/accounts/stored_columns.hpp"
#include "run/audit/attack.hpp"
#include "run/checks/check_cell.hpp"
#include "run/cost_watch.hpp"
#include "run/federated_data.hpp"
#include "run/private_inputs.hpp"
#include "run/published_claim.hpp"
#include "run/run_plan.hpp"
#include "run/start/start_run.hpp"
#include "skald/sampler.hpp"
#include "text/wire.hpp"

namespace skald::run {

// What a run has cost, counted where nobody but its algorithm reads it.

// The entries tell who takes part in a round, and how many rows they have: what eps may take for
// secret. Nobody reads them but the algorithm that enters them. Schedules, budgets, messages and
// records ask Experiment::told_costs(), which leaves such entries out. A copy is a state to go back
// to; checkpoints, which stay with the run, keep it.
class SealedLedger {
 public:
  void save(text::WireWriter& wire) const { wire.put(entries_); }
  void restore(text::WireReader& wire) { wire.read(entries_); }
  // Takes what the algorithm has entered by that iteration; throws as CostWatch::accept().
  void accept(std::int64_t iteration) { watch_.accept(entries_, iteration); }

 private:
  friend class Experiment;
  Ledger entries_;
  CostWatch watch_;
};

// A sampler at work on a run, with what it is given: a ledger too, which therefore stays in here.
class WorkingSampler {
 public:
  // The number of iterations done.
  std::int64_t iteration() const { return context_.iteration; }
  // Continues after that iteration, as if so many had been done.
  void go_on_after(std::int64_t iteration) { context_.iteration = iteration; }
  void start(Block theta) { sampler_.start(context_, theta); }
  void advance(Index iterations, Block theta) {
    sampler_.advance(context_, iterations, theta);
    context_.iteration += iterations;
  }

 private:
  friend class Experiment;
  WorkingSampler(Sampler& sampler, Context context)
      : sampler_(sampler), context_(std::move(context)) {}

  Sampler& sampler_;
  Context context_;
};

class RunAccountant;

// Builds data set, partition, model, problem, sampler and mechanism, in that order. Formulas over
// the problem's constants are evaluated once the problem has been built.
class Experiment {
 public:
  // `cell` is as run_cell() describes it. The host must outlive the experiment. Throws
  // std::invalid_argument if options contradict each other or the data, and std::runtime_error if a
  // plugin fails; the message names the section. For `shared_table_bytes`, see federate(). With a
  // `stand_in`, formulas are still those of the run; with `other_rows`, they are of these.
  Experiment(const grid::Cell& cell, std::uint64_t replicate, plugin_host::PluginHost& host,
             Index shared_table_bytes = kSharedTableBytes, const StandIn& stand_in = {},
             const OtherRows& other_rows = {});
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  const problem::FederatedTable& federated() const { return *data_.table; }
  const Table& table() const { return federated().table(); }
  const Dataset& dataset() const { return *data_.dataset; }
  const FederatedData& data() const { return data_; }
  const Model& model() const { return *model_; }
  problem::FederatedProblem& problem() { return *problem_; }
  Sampler& sampler() { return *sampler_; }
  const Mechanism& mechanism() const { return *mechanism_; }
  // The run's random streams, keyed by seed and replicate, or by a secret if the mechanism's output
  // is to be published. streams() has all of them, for the host; random() has the sampler's,
  // metered.
  const Random& streams() const { return *streams_; }
  const problem::MeteredRandom& random() const { return *metered_; }
  // What the run has cost; told_costs() is what may be read of it.
  SealedLedger& ledger() { return ledger_; }
  // The clock of the section `clients`; null: the run has none.
  const ClientClock* clock() const { return clock_ ? &*clock_ : nullptr; }
  const RunOptions& run() const { return run_; }
  const RunPlan& plan() const { return plan_; }
  // Sets plan().burn_in, for a run whose budgets end it before the plan does.
  void end_burn_in(std::int64_t iteration) { plan_.burn_in = iteration; }
  // The run from whose end the chains start; null: they start at starting_point().
  StartRun* start_run() { return start_run_ ? &*start_run_ : nullptr; }
  bool has_start_run() const { return start_run_.has_value(); }
  // What that run has cost of ledger(); set by who does it.
  SealedLedger& start_costs() { return start_costs_; }
  // Whether metrics describe the current states of the chains instead of all draws since burn-in:
  // if the cell asks for it, and for optimisers, which are judged by their current point.
  bool averages_over_chains() const;
  // T of the target exp(-U/T) that the draws are compared with: what the sampler declares; 1 for
  // optimisers.
  double temperature() const;
  // Starts the sampler at `theta` (d x chains), on this thread, for sections with that many slots,
  // and records what its start reads of private rows.
  void start(Recorder& recorder, Block theta, Index slots = 1);
  // The sampler with what it works with; all are borrowed. Nothing has been started.
  WorkingSampler at_work(const Random& random, const Mechanism& mechanism, Recorder& recorder,
                         Threads* threads = nullptr);
  // Whether several threads may use the problem and the mechanism at once.
  bool is_thread_safe() const { return model_->is_thread_safe() && mechanism_->is_thread_safe(); }
  // Starts the sampler with one chain at zero, only to learn what it reads; the experiment cannot
  // be run afterwards.
  void rehearse_start();
  // The inputs known so far; what the sampler's start reads is known after start().
  const PrivateInputs& private_inputs() const { return *inputs_; }
  // What the last states alone reveal; null: more is published (run.publish), or nothing claimed.
  const ShownEndAccount* shown_end() const { return shown_end_ ? &*shown_end_ : nullptr; }
  // Returns what the first `iterations` of all chains reveal through the sampler's releases, with
  // everything that determines the meaning of eps: unit, adversary, relation, sampling, accountant.
  privacy::Guarantee released(std::int64_t iterations) const;
  // Same, as releases that can be composed with those of other runs; empty without noise.
  std::vector<privacy::NoisyRelease> worst_releases(std::int64_t iterations) const;
  // The client whose releases reveal the most; -1 if they are the server's, or if there are none.
  Index worst_client() const;
  // What has to be true in the world for eps to hold; see RunAccountant::premises().
  std::string premises() const;
  // Why the mechanism's delta says little of as few units as there are; nothing if it does not.
  std::optional<std::string> large_delta() const;
  // Returns what the first `iterations` reveal, as eps at the mechanism's delta; +inf without
  // noise, or if a private input is neither public nor paid for.
  double eps_spent(std::int64_t iterations) const;
  // Whether eps_spent() is finite at every iteration at which releases have bounds.
  bool is_covered() const;
  // The costs that a run with a finite eps does not keep, since they tell what it takes for secret.
  const std::vector<std::string_view>& withheld_costs() const;
  // What schedules, budgets, messages and records may read of the costs so far, totals over all
  // chains: NaN for those withheld.
  Ledger told_costs() const { return told(ledger_); }
  // The same of costs of this run that are kept elsewhere.
  Ledger told(const SealedLedger& costs) const;
  // An eps of the first `iterations` that holds whatever decides how many there are: by an
  // odometer, at the mechanism's delta. Nothing where the releases have no Renyi bounds.
  std::optional<double> odometer(std::int64_t iterations) const;
  // See run::long_steps(); none if that takes too long.
  std::vector<std::string> long_steps(plugin_host::PluginHost& host, Patience patience) const;
  // Returns what the method's paper claims for the noise of the first `iterations` of a chain,
  // which may differ from eps.
  std::optional<PublishedClaim> published_claim(std::int64_t iterations) const;
  // The clients as quadratics, if they are quadratic.
  const std::optional<oracles::GaussianProblem>& gaussian() const { return gaussian_; }
  // The formulas of the cell and their values: "sampler.step", 0.0125.
  const std::vector<std::pair<std::string, double>>& formulas() const { return formulas_; }

 private:
  void build_problem(const grid::Cell& cell, std::uint64_t replicate, plugin_host::PluginHost& host,
                     Index shared_table_bytes, const StandIn& stand_in,
                     const OtherRows& other_rows);
  void build_algorithm(const grid::Cell& cell, plugin_host::PluginHost& host);
  void build_clock(const grid::Cell& cell, plugin_host::PluginHost& host);
  void build_start(std::uint64_t replicate, plugin_host::PluginHost& host);
  // What the sampler releases until then.
  RunAccountant accountant(std::int64_t iterations) const;
  bool has_even_clients() const;  // whether all of them have as many rows
  std::string why_nothing_is_released() const;
  Index units() const;  // that neighbouring data sets differ in one of
  void require_telling_delta() const;
  void account_shown_end(plugin_host::PluginHost& host);
  void prepare_mechanism();
  void prepare_without_releases(const RunAccountant& accountant);
  void find_inputs();
  void choose_random(std::uint64_t seed, std::uint64_t replicate);

  grid::Cell cell_;  // as given; once the problem is built, with the values of its formulas
  SealedLedger ledger_;
  std::unique_ptr<const Random> streams_;
  std::optional<random::OwnedRandom> owned_;
  std::optional<problem::MeteredRandom> metered_;
  FederatedData data_;
  plugin_host::Owned<Model> model_;
  std::unique_ptr<Model> stand_in_;  // null: none
  std::optional<problem::FederatedProblem> problem_;
  std::optional<problem::WatchedProblem> watched_;  // used during set-up
  std::optional<oracles::GaussianProblem> gaussian_;
  plugin_host::Owned<Sampler> sampler_;
  std::string no_eps_;  // why the sampler has none; see Info
  plugin_host::Owned<Mechanism> mechanism_;
  std::vector<options::OptionValue> run_values_;
  RunOptions run_;
  RunPlan plan_;
  std::vector<std::pair<std::string, double>> formulas_;
  std::optional<clients::ClientWorld> clock_;
  bool counts_passes_ = false;  // under a clock: clients work in passes over their rows
  std::optional<StartRun> start_run_;
  SealedLedger start_costs_;
  std::optional<ShownEndAccount> shown_end_;  // of the whole run
  std::optional<PrivateInputs> inputs_;
  mutable std::optional<std::vector<std::string_view>> withheld_;  // with these inputs, once asked
  std::vector<std::string> counted_;  // options whose formulas used the number of rows
  std::vector<std::string> curved_;   // those whose formulas used bounds of the curvature
};

}  // namespace skald::run
