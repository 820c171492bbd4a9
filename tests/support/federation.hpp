// A federation in memory, and runs of algorithms on it.
#pragma once

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "problem/federated_problem.hpp"
#include "problem/federated_table.hpp"
#include "problem/gaussian_view.hpp"
#include "problem/metered_random.hpp"
#include "random/philox_random.hpp"
#include "reference_models.hpp"
#include "skald/sampler.hpp"

namespace skald::test {

// Rows x_r with their clients; `precision` holds one P (d^2 x 1), or one per row, or nothing.
struct FederationData {
  Eigen::MatrixXd points;
  std::vector<std::int32_t> client;
  Eigen::MatrixXd precision;
  Index clients = 1;
};

// Owns table, model, problem and ledger.
class Federation {
 public:
  Federation(FederationData data, std::unique_ptr<Model> model)
      : data_(std::move(data)),
        arrays_{{"precision", view(std::as_const(data_.precision))}},
        model_(std::move(model)) {
    Table table;
    table.features = view(std::as_const(data_.points));
    table.train = data_.points.cols();
    if (data_.precision.size() > 0) table.arrays = arrays_;
    table_.emplace(table, data_.client, data_.clients);
    model_->bind(table_->table());
    problem_.emplace(*table_, *model_, ledger_);
  }
  Federation(const Federation&) = delete;
  Federation& operator=(const Federation&) = delete;

  FederatedProblem& problem() { return *problem_; }
  const Model& model() const { return *model_; }
  const FederatedTable& table() const { return *table_; }
  Ledger& ledger() { return ledger_; }
  GaussianProblem gaussian() const { return *gaussian_view(*problem_); }
  Index dimension() const { return data_.points.rows(); }

 private:
  FederationData data_;
  std::vector<NamedArray> arrays_;
  std::unique_ptr<Model> model_;
  std::optional<FederatedTable> table_;
  Ledger ledger_;
  std::optional<FederatedProblem> problem_;
};

class NoRecorder final : public Recorder {
 public:
  void record(const char*, double) override {}
};

// Adds nothing, and keeps what it was asked to protect.
class ListeningMechanism final : public Mechanism {
 public:
  struct Message {
    Stream stream;
    std::int64_t iteration;
    double sensitivity;
    Eigen::MatrixXd value;
  };
  void prepare(const Accountant&) override {}
  NoiseLaw law() const override { return {}; }
  double delta() const override { return 0; }
  void privatize(const Random&, Stream stream, std::int64_t iteration, double sensitivity,
                 Block message) const override {
    messages.push_back({stream, iteration, sensitivity, message.matrix()});
  }

  mutable std::vector<Message> messages;
};

// One run of a sampler: starts it, then takes it on.
class SamplerRun {
 public:
  SamplerRun(Federation& federation, Sampler& sampler, const Random& random,
             const Mechanism& mechanism, Eigen::MatrixXd start)
      : sampler_(sampler),
        random_(random, federation.ledger()),
        context_{federation.problem(), random_, mechanism, federation.ledger(), recorder_},
        theta_(std::move(start)) {
    federation.ledger() = {};
    sampler_.start(context_, view(theta_));
  }
  SamplerRun(const SamplerRun&) = delete;
  SamplerRun& operator=(const SamplerRun&) = delete;

  // The estimates of all chains after so many more iterations.
  const Eigen::MatrixXd& advance(Index iterations) {
    sampler_.advance(context_, iterations, view(theta_));
    context_.iteration += iterations;
    return theta_;
  }
  // Goes on from another run's clock and state.
  void take_over(const std::vector<Eigen::MatrixXd>& state, std::int64_t iteration) {
    const auto blocks = sampler_.state();
    for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i].block.matrix() = state.at(i);
    context_.iteration = iteration;
  }
  std::vector<Eigen::MatrixXd> state() const {
    std::vector<Eigen::MatrixXd> copy;
    for (const NamedBlock& named : sampler_.state()) copy.push_back(named.block.matrix());
    return copy;
  }

 private:
  Sampler& sampler_;
  MeteredRandom random_;
  NoRecorder recorder_;
  Context context_;
  Eigen::MatrixXd theta_;
};

// Clients with n_c rows N(client mean, I), and precisions: one for all rows, or one per client.
inline FederationData random_rows(unsigned seed, Index d, const std::vector<Index>& examples,
                                  bool equal_precisions) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&](Index rows, Index cols) {
    Eigen::MatrixXd out(rows, cols);
    for (double& x : out.reshaped()) x = normal(generator);
    return out;
  };
  FederationData data;
  data.clients = static_cast<Index>(examples.size());
  Index n = 0;
  for (const Index count : examples) n += count;
  data.points.resize(d, n);
  data.precision.resize(d * d, equal_precisions ? 1 : n);
  Index row = 0;
  for (std::size_t c = 0; c < examples.size(); ++c) {
    const Eigen::MatrixXd mean = 2 * draw(d, 1);
    const Eigen::MatrixXd factor = draw(d, d);
    const Eigen::MatrixXd P =
        factor * factor.transpose() / static_cast<double>(d) + Eigen::MatrixXd::Identity(d, d) / 2;
    for (Index i = 0; i < examples[c]; ++i, ++row) {
      data.points.col(row) = mean + draw(d, 1);
      data.client.push_back(static_cast<std::int32_t>(c));
      if (!equal_precisions || row == 0) data.precision.col(row) = P.reshaped();
    }
  }
  return data;
}

inline std::unique_ptr<Federation> quadratic_federation(FederationData data, double prior = 0) {
  return std::make_unique<Federation>(std::move(data), std::make_unique<QuadraticModel>(prior));
}

}  // namespace skald::test
