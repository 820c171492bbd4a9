// A federation in memory, and runs of algorithms on it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "problem/federated_problem.hpp"
#include "problem/federated_table.hpp"
#include "problem/metered_random.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "reference_models.hpp"
#include "skald/sampler.hpp"

namespace skald::test {

// Rows x_r with their clients. `precision` holds one P (d^2 x 1), or one per row, or nothing; with
// `classes`, every row has a label 0..classes-1.
struct FederationData {
  Eigen::MatrixXd points;
  std::vector<std::int32_t> client;
  Eigen::MatrixXd precision;
  Index clients = 1;
  std::vector<double> labels = {};
  Index classes = 0;
};

// Owns table, model, problem and ledger.
class Federation {
 public:
  Federation(FederationData data, std::shared_ptr<Model> model);
  Federation(const Federation&) = delete;
  Federation& operator=(const Federation&) = delete;

  problem::FederatedProblem& problem() { return *problem_; }
  const Model& model() const { return *model_; }
  const problem::FederatedTable& table() const { return *table_; }
  Ledger& ledger() { return ledger_; }
  // The problem in the form that the oracles take; the model must be Gaussian.
  oracles::GaussianProblem gaussian() const;
  Index dimension() const { return model_->dimension(); }

 private:
  FederationData data_;
  std::vector<NamedArray> arrays_;
  std::shared_ptr<Model> model_;
  std::optional<problem::FederatedTable> table_;
  Ledger ledger_;
  std::optional<problem::FederatedProblem> problem_;
};

class NoRecorder final : public Recorder {
 public:
  void record(const char*, double) override {}
  void record_vector(const char*, std::span<const double>) override {}
};

// Adds no noise, and records what it was asked to protect.
class ListeningMechanism final : public Mechanism {
 public:
  struct Message {
    Stream stream;
    std::int64_t iteration;
    double sensitivity;  // L2
    Eigen::MatrixXd value;
  };
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {}; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override;

  mutable std::vector<Message> messages;
};

// One run of a sampler: starts it, then advances it.
class SamplerRun {
 public:
  SamplerRun(Federation& federation, Sampler& sampler, const Random& random,
             const Mechanism& mechanism, Eigen::MatrixXd start,
             const ClientClock* clients = nullptr);
  SamplerRun(const SamplerRun&) = delete;
  SamplerRun& operator=(const SamplerRun&) = delete;

  // Returns the estimates of all chains after that many more iterations.
  const Eigen::MatrixXd& advance(Index iterations);
  // Continues from another run's clock and state.
  void take_over(const std::vector<Eigen::MatrixXd>& state, std::int64_t iteration);
  std::vector<Eigen::MatrixXd> state() const;

 private:
  Sampler& sampler_;
  random::OwnedRandom owned_;
  problem::MeteredRandom random_;
  NoRecorder recorder_;
  Context context_;
  Eigen::MatrixXd theta_;
};

// Clients with n_c rows from N(client mean, I), and precisions: one for all rows, or one per
// client.
FederationData random_rows(unsigned seed, Index d, const std::vector<Index>& examples,
                           bool equal_precisions);

std::unique_ptr<Federation> quadratic_federation(FederationData data, double prior = 0);

}  // namespace skald::test
