// Gradients of the models, through their libraries: seconds per chain, and per row where that is
// what matters.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <vector>

#include "load_plugin.hpp"
#include "skald/model.hpp"

namespace {

using namespace skald;

// A table with its model, and a block of chains.
struct Case {
  Eigen::MatrixXd features, precision, theta, out;
  std::vector<double> target;
  std::vector<NamedArray> arrays;
  std::shared_ptr<Model> model;

  Case(const char* name, Index d, Index rows, Index chains) : Case(name, wave(d, rows), chains) {}
  Case(const char* name, Eigen::MatrixXd x, Index chains) : features(std::move(x)) {
    const Index d = features.rows(), rows = features.cols();
    theta = wave(d, chains);
    out = theta;
    const Eigen::MatrixXd b = wave(d, d);
    const Eigen::MatrixXd p = b * b.transpose() + Eigen::MatrixXd::Identity(d, d);
    precision = p.reshaped();
    for (Index r = 0; r < rows; ++r) target.push_back(static_cast<double>(r % 2));
    arrays = {{"precision", view(std::as_const(precision))}};
    Table table;
    table.features = view(std::as_const(features));
    table.target = target;
    table.classes = 2;
    table.train = rows;
    table.arrays = arrays;
    model = test::load_plugin<Model>(name);
    model->bind(table);
  }
  static Eigen::MatrixXd wave(Index rows, Index cols) {
    Eigen::MatrixXd m(rows, cols);
    for (Index i = 0; i < m.size(); ++i) m(i) = std::sin(12.9898 * static_cast<double>(i + 1));
    return m;
  }
  void measure(benchmark::State& state, const Rows& rows, double units) {
    for ([[maybe_unused]] auto _ : state) {
      model->gradient(rows, view(std::as_const(theta)), view(out));
      benchmark::ClobberMemory();
    }
    using benchmark::Counter;
    state.counters["time_per_unit"] =
        Counter(units, Counter::kIsIterationInvariantRate | Counter::kInvert);
  }
};

// A unit: one chain. Arguments: dimension, rows of the client, chains.
void gaussian_gradient(benchmark::State& state) {
  Case c("model/gaussian", state.range(0), state.range(1), state.range(2));
  c.measure(state, Rows::range(0, state.range(1)), static_cast<double>(state.range(2)));
}
BENCHMARK(gaussian_gradient)
    ->Args({2, 1, 64})
    ->Args({2, 1000, 64})
    ->Args({4, 1, 64})
    ->Args({20, 1, 64})
    ->Args({20, 1, 1})
    ->Args({100, 1, 64});

// A unit: one row of one chain. Arguments: dimension, chains.
void logistic_full_gradient(benchmark::State& state) {
  Case c("model/logistic", state.range(0), 1760, state.range(1));
  c.measure(state, Rows::range(0, 1760), 1760 * static_cast<double>(state.range(1)));
}
BENCHMARK(logistic_full_gradient)->Args({4, 1})->Args({4, 64})->Args({50, 64});

// A unit: one row of one chain, each chain with rows of its own. Arguments: dimension, chains,
// batch.
void logistic_batch_gradient(benchmark::State& state) {
  const Index chains = state.range(1);
  const Index batch = state.range(2);
  Case c("model/logistic", state.range(0), 1760, chains);
  std::vector<std::int32_t> index(static_cast<std::size_t>(chains * batch));
  for (std::size_t i = 0; i < index.size(); ++i)
    index[i] = static_cast<std::int32_t>(7919 * i % 1760);
  c.measure(state, Rows{0, batch, index.data(), chains}, static_cast<double>(chains * batch));
}
BENCHMARK(logistic_batch_gradient)->Args({4, 64, 1})->Args({4, 64, 10})->Args({50, 64, 10});

// Rows of 14 indicators among 123 features, as in a9a: as such, or before full rows, among which
// they are held in full as well.
constexpr Index kIndicatorRows = 16000;
Eigen::MatrixXd indicators(bool held_in_full) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(123, kIndicatorRows);
  for (Index r = 0; r < kIndicatorRows; ++r) {
    for (Index i = 0; i < 14; ++i) x(8 * i + 7919 * (r + i) % 8, r) = 1;
  }
  if (!held_in_full) return x;
  Eigen::MatrixXd with_full_rows = Case::wave(123, 2 * kIndicatorRows);
  with_full_rows.leftCols(kIndicatorRows) = x;
  return with_full_rows;
}

// A unit: one row. Arguments: whether the rows are held in full.
void logistic_full_gradient_of_indicators(benchmark::State& state) {
  Case c("model/logistic", indicators(state.range(0) != 0), 1);
  c.measure(state, Rows::range(0, kIndicatorRows), static_cast<double>(kIndicatorRows));
}
BENCHMARK(logistic_full_gradient_of_indicators)->Arg(0)->Arg(1);

// A unit: one row of one of 10 chains, each with 10 rows of its own. Arguments: as above.
void logistic_batch_gradient_of_indicators(benchmark::State& state) {
  Case c("model/logistic", indicators(state.range(0) != 0), 10);
  std::vector<std::int32_t> index(100);
  for (std::size_t i = 0; i < index.size(); ++i)
    index[i] = static_cast<std::int32_t>(7919 * i % kIndicatorRows);
  c.measure(state, Rows{0, 10, index.data(), 10}, 100);
}
BENCHMARK(logistic_batch_gradient_of_indicators)->Arg(0)->Arg(1);

}  // namespace

BENCHMARK_MAIN();
