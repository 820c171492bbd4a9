// Softmax regression of the shape of MNIST through its plugin: the gradient of a batch of 200
// beside what it cannot do without, its gather and two matrix products, and FedAvg.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "digits.hpp"

namespace {

using namespace skald;
using namespace skald::bench;

constexpr Index kBatch = 200;

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
  FedAvgOnDigits run(arithmetic, static_cast<int>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) run.round();
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

}  // namespace

BENCHMARK_MAIN();
