// A federation of the shape of MNIST: 100 clients of 600 rows of 784 features, a fifth of them not
// 0, 10 classes.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bench_run.hpp"
#include "federation.hpp"
#include "labelled_rows.hpp"
#include "limits/softmax_rounds.hpp"
#include "load_plugin.hpp"

namespace skald::bench {

inline constexpr Index kFeatures = 784, kClasses = 10, kClients = 100, kExamples = 600;
inline constexpr Index kRows = kClients * kExamples;
inline constexpr int kSteps = 5;  // of a client in a round

inline std::int32_t label(Index r) { return static_cast<std::int32_t>(r % kClasses); }

// The federation, made once.
class Digits {
 public:
  static Digits& get() {
    static Digits digits;
    return digits;
  }
  const Table& table() const { return table_->table(); }
  const problem::FederatedTable& federated() const { return *table_; }

 private:
  Digits() {
    const LabelledRows rows(kFeatures, kRows, kClasses, pixel);
    std::vector<std::int32_t> client;
    for (Index r = 0; r < kRows; ++r) client.push_back(static_cast<std::int32_t>(r / kExamples));
    table_ = std::make_unique<problem::FederatedTable>(rows.table, client, kClients);
  }
  std::unique_ptr<problem::FederatedTable> table_;
};

// The same rows as a bare loop holds them, each followed by a 1.
template <class T>
std::vector<T> bare_data() {
  std::vector<T> data(static_cast<std::size_t>(kRows * bare::features), T{1});
  for (Index r = 0; r < kRows; ++r) {
    for (Index k = 0; k < kFeatures; ++k)
      data[static_cast<std::size_t>(r * bare::features + k)] = static_cast<T>(pixel(r, k));
  }
  return data;
}

inline std::vector<std::int32_t> bare_labels() {
  std::vector<std::int32_t> labels;
  for (Index r = 0; r < kRows; ++r) labels.push_back(label(r));
  return labels;
}

inline std::shared_ptr<Model> softmax(const char* arithmetic) {
  const auto model = test::load_plugin<Model>("model/softmax", {{"arithmetic", arithmetic}});
  model->bind(Digits::get().table());
  return model;
}

// FedAvg by the plugin, or by another one with these options: 10 clients per round, steps of batch
// 10, of which FedAvg's clients make 5.
class FedAvgOnDigits {
 public:
  FedAvgOnDigits(const char* arithmetic, int threads,
                 const PluginDescriptor& fedavg = test::plugin_descriptor("sampler/fedavg"),
                 const std::vector<test::Setting>& more = {{"K", kSteps}})
      : model_(softmax(arithmetic)),
        problem_(Digits::get().federated(), *model_, ledger_),
        sampler_(test::make_plugin<Sampler>(fedavg, with(more))),
        cores_(threads - 1),
        team_(cores_),
        theta_(Eigen::MatrixXd::Zero(problem_.dimension(), 1)) {
    sampler_->start(context_, view(theta_));
  }
  void round() {
    const Index steps = sampler_->stride();
    sampler_->advance(context_, steps, view(theta_));
    context_.iteration += steps;
  }
  const Eigen::MatrixXd& theta() const { return theta_; }

 private:
  static std::vector<test::Setting> with(std::vector<test::Setting> more) {
    for (const test::Setting& setting :
         std::initializer_list<test::Setting>{{"S", 10}, {"batch", 10}, {"lr", 0.05}})
      more.push_back(setting);
    return more;
  }

  std::shared_ptr<Model> model_;
  Ledger ledger_;
  problem::FederatedProblem problem_;
  std::shared_ptr<Sampler> sampler_;
  std::shared_ptr<Mechanism> mechanism_ = test::load_plugin<Mechanism>("privacy/none");
  random::PhiloxRandom random_{1, 0};
  NoRecorder recorder_;
  threads::FixedCores cores_;
  threads::Team team_;
  Context context_{problem_, random_, *mechanism_, ledger_, recorder_, 0, &team_};
  Eigen::MatrixXd theta_;
};

}  // namespace skald::bench
