// Softmax regression of the shape of MNIST through its plugin, beside what cannot be done without:
// the gradient of a batch of 200 beside its gather and two matrix products, and FedAvg (100 clients
// of 600 rows, 10 per round, 5 steps of batch 10) beside a direct loop in single precision.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <vector>

#include "bare_softmax.hpp"
#include "federation.hpp"
#include "load_plugin.hpp"
#include "threads/team.hpp"

namespace {

using namespace skald;
using namespace skald::test;

constexpr Index kFeatures = 784, kClasses = 10, kClients = 100, kExamples = 600, kBatch = 200;
constexpr Index kRows = kClients * kExamples;

double pixel(Index r, Index k) {
  const auto wave = static_cast<std::uint32_t>(r * 7919 + k * 104729) * 2654435761U;
  return wave % 5 == 0 ? static_cast<double>(wave >> 24) / 255 : 0;
}
std::int32_t label(Index r) { return static_cast<std::int32_t>(r % kClasses); }

// The federation of the benchmark, made once.
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
    Eigen::MatrixXd x(kFeatures, kRows);
    std::vector<double> y(static_cast<std::size_t>(kRows));
    std::vector<std::int32_t> client(static_cast<std::size_t>(kRows));
    for (Index r = 0; r < kRows; ++r) {
      for (Index k = 0; k < kFeatures; ++k) x(k, r) = pixel(r, k);
      y[static_cast<std::size_t>(r)] = label(r);
      client[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(r / kExamples);
    }
    Table table;
    table.features = view(std::as_const(x));
    table.target = y;
    table.classes = kClasses;
    table.train = kRows;
    table_ = std::make_unique<problem::FederatedTable>(table, client, kClients);
  }
  std::unique_ptr<problem::FederatedTable> table_;
};

template <class T>
std::vector<T> bare_data() {
  std::vector<T> data(static_cast<std::size_t>(kRows * bare::features), T{1});
  for (Index r = 0; r < kRows; ++r) {
    for (Index k = 0; k < kFeatures; ++k)
      data[static_cast<std::size_t>(r * bare::features + k)] = static_cast<T>(pixel(r, k));
  }
  return data;
}

// Batches that change from call to call, as training has them.
std::vector<std::int32_t> batches(Index count) {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(count * kBatch));
  std::uint32_t state = 1;
  for (std::int32_t& row : rows) {
    state = state * 1664525U + 1013904223U;
    row = static_cast<std::int32_t>(state % static_cast<std::uint32_t>(kRows));
  }
  return rows;
}

std::shared_ptr<Model> softmax(const char* arithmetic) {
  const auto model = load_plugin<Model>("model/softmax", {{"arithmetic", arithmetic}});
  model->bind(Digits::get().table());
  return model;
}

void softmax_gradient(benchmark::State& state, const char* arithmetic) {
  const auto model = softmax(arithmetic);
  const auto rows = batches(100);
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Constant(model->dimension(), 1, 0.01);
  Eigen::MatrixXd out = theta;
  Index next = 0;
  for ([[maybe_unused]] auto _ : state) {
    model->gradient({0, kBatch, rows.data() + (next++ % 100) * kBatch, 1}, view(theta), view(out));
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(softmax_gradient, double, "double")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(softmax_gradient, float, "float")->Unit(benchmark::kMicrosecond);

template <class T>
void bare_products(benchmark::State& state) {
  const auto data = bare_data<T>();
  const auto rows = batches(100);
  const std::vector<T> weights(static_cast<std::size_t>(bare::classes * bare::features),
                               static_cast<T>(0.01));
  const std::vector<T> residuals(static_cast<std::size_t>(bare::classes * kBatch),
                                 static_cast<T>(0.1));
  std::vector<T> out = weights;
  Index next = 0;
  for ([[maybe_unused]] auto _ : state) {
    bare::products<T>(data.data(), rows.data() + (next++ % 100) * kBatch, kBatch, weights.data(),
                      residuals.data(), out.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK_TEMPLATE(bare_products, double)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(bare_products, float)->Unit(benchmark::kMicrosecond);

void report_rounds(benchmark::State& state) {
  state.counters["rounds_per_second"] =
      benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

// On as many threads as the benchmark's argument says.
void fedavg(benchmark::State& state, const char* arithmetic) {
  const auto model = softmax(arithmetic);
  Ledger ledger;
  problem::FederatedProblem problem(Digits::get().federated(), *model, ledger);
  const auto sampler =
      load_plugin<Sampler>("sampler/fedavg", {{"K", 5}, {"S", 10}, {"batch", 10}, {"lr", 0.05}});
  const auto mechanism = load_plugin<Mechanism>("privacy/none");
  const random::PhiloxRandom random(1, 0);
  NoRecorder recorder;
  threads::FixedCores cores(static_cast<int>(state.range(0)) - 1);
  threads::Team team(cores);
  Context context{problem, random, *mechanism, ledger, recorder, 0, &team};
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(problem.dimension(), 1);
  sampler->start(context, view(theta));
  for ([[maybe_unused]] auto _ : state) {
    sampler->advance(context, 5, view(theta));
    context.iteration += 5;
  }
  report_rounds(state);
}
BENCHMARK_CAPTURE(fedavg, double, "double")
    ->Unit(benchmark::kMicrosecond)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime();
BENCHMARK_CAPTURE(fedavg, float, "float")
    ->Unit(benchmark::kMicrosecond)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime();

void fedavg_bare_float(benchmark::State& state) {
  const auto data = bare_data<float>();
  std::vector<std::int32_t> labels;
  for (Index r = 0; r < kRows; ++r) labels.push_back(label(r));
  std::vector<float> theta(static_cast<std::size_t>(bare::classes * bare::features));
  int round = 0;
  for ([[maybe_unused]] auto _ : state)
    bare::fedavg_round(data.data(), labels.data(), round++, theta.data());
  report_rounds(state);
}
BENCHMARK(fedavg_bare_float)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
