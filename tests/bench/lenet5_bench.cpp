// A step of stochastic gradient descent on LeNet-5 through its plugin, with gradients clipped row
// by row or not, beside the same step written directly with libtorch, where that is. Argument: rows
// of the batch.
#ifdef SKALD_HAS_TORCH
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#endif
#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <vector>

#include "labelled_rows.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/initialisation.hpp"

namespace {

using namespace skald;

constexpr Index kRows = 6000, kPixels = 784;

bench::LabelledRows digit_rows() { return {kPixels, kRows, 10, bench::pixel}; }

void take_steps(benchmark::State& state, double clip) {
  const bench::LabelledRows digits = digit_rows();
  const auto model = test::load_plugin<Model>("model/lenet5");
  model->bind(digits.table);
  Eigen::MatrixXd theta(model->dimension(), 1), gradient(model->dimension(), 1);
  extension<Initialisation>(*model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  const Index batch = state.range(0);
  const auto rows = digits.some(batch);
  for ([[maybe_unused]] auto _ : state) {
    model->clipped_gradient({0, batch, rows.data(), 1}, clip, view(std::as_const(theta)),
                            view(gradient));
    theta -= 0.01 / static_cast<double>(batch) * gradient;
  }
}
void plugin_step(benchmark::State& state) {
  take_steps(state, std::numeric_limits<double>::infinity());
}
BENCHMARK(plugin_step)->Arg(1)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);
void clipped_plugin_step(benchmark::State& state) { take_steps(state, 1); }
BENCHMARK(clipped_plugin_step)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);

// Gradients of 16 chains, each on a batch of its own.
void chains_step(benchmark::State& state) {
  constexpr Index chains = 16;
  const bench::LabelledRows digits = digit_rows();
  const auto model = test::load_plugin<Model>("model/lenet5");
  model->bind(digits.table);
  Eigen::MatrixXd theta(model->dimension(), chains), gradient(model->dimension(), chains);
  extension<Initialisation>(*model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  const Index batch = state.range(0);
  const auto rows = digits.some(chains * batch);
  for ([[maybe_unused]] auto _ : state) {
    model->gradient({0, batch, rows.data(), chains}, view(std::as_const(theta)), view(gradient));
    theta -= 0.01 / static_cast<double>(batch) * gradient;
  }
}
BENCHMARK(chains_step)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->Arg(10)
    ->Arg(15)
    ->Unit(benchmark::kMicrosecond);

// Probabilities of 10 000 images.
void plugin_predictions(benchmark::State& state) {
  const bench::LabelledRows digits = digit_rows();
  const auto model = test::load_plugin<Model>("model/lenet5");
  model->bind(digits.table);
  Eigen::MatrixXd theta(model->dimension(), 1), p(10, 10000);
  extension<Initialisation>(*model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  std::vector<std::int32_t> rows;
  for (Index r = 0; r < p.cols(); ++r) rows.push_back(static_cast<std::int32_t>(r % kRows));
  for ([[maybe_unused]] auto _ : state)
    model->predict({0, p.cols(), rows.data(), 1}, view(std::as_const(theta)), view(p));
}
BENCHMARK(plugin_predictions)->Unit(benchmark::kMillisecond);

#ifdef SKALD_HAS_TORCH

at::Tensor parameter(std::vector<std::int64_t> shape, double scale) {
  return at::empty(shape).uniform_(-scale, scale).requires_grad_(true);
}

void direct_step(benchmark::State& state) {
  at::set_num_threads(1);
  const bench::LabelledRows digits = digit_rows();
  at::Tensor x = at::empty({kRows, 1, 28, 28}), y = at::empty({kRows}, at::kLong);
  for (Index r = 0; r < kRows; ++r) {
    for (Index k = 0; k < kPixels; ++k)
      x.data_ptr<float>()[r * kPixels + k] = static_cast<float>(digits.x(k, r));
    y.data_ptr<std::int64_t>()[r] = r % 10;
  }
  std::vector<at::Tensor> p{parameter({6, 1, 5, 5}, 0.2),    parameter({6}, 0.2),
                            parameter({16, 6, 5, 5}, 0.08),  parameter({16}, 0.08),
                            parameter({120, 256}, 1.0 / 16), parameter({120}, 1.0 / 16),
                            parameter({84, 120}, 0.09),      parameter({84}, 0.09),
                            parameter({10, 84}, 0.11),       parameter({10}, 0.11)};
  const Index batch = state.range(0);
  const auto rows = digits.some(batch);
  at::Tensor index = at::empty({batch}, at::kLong);
  for (Index i = 0; i < batch; ++i)
    index.data_ptr<std::int64_t>()[i] = rows[static_cast<std::size_t>(i)];
  for ([[maybe_unused]] auto _ : state) {
    at::Tensor a = x.index_select(0, index);
    a = at::max_pool2d(at::relu(at::conv2d(a, p[0], p[1])), 2);
    a = at::max_pool2d(at::relu(at::conv2d(a, p[2], p[3])), 2).flatten(1);
    a = at::relu(at::linear(a, p[4], p[5]));
    a = at::linear(at::relu(at::linear(a, p[6], p[7])), p[8], p[9]);
    at::cross_entropy_loss(a, y.index_select(0, index)).backward();
    const at::NoGradGuard no_gradients;
    for (at::Tensor& tensor : p) {
      tensor.sub_(tensor.grad(), 0.01);
      tensor.mutable_grad().zero_();
    }
  }
}
BENCHMARK(direct_step)->Arg(8)->Arg(64)->Unit(benchmark::kMicrosecond);
#endif

}  // namespace

BENCHMARK_MAIN();
