// A step of stochastic gradient descent through the models' plugins, with gradients clipped row by
// row or not, on data of the shape of MNIST; and the same step as private training takes it, on a
// Poisson sample of 6000 rows and with a normal number for each parameter. Arguments: rows of the
// batch (those expected, of a sample), clipped or not.
#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <vector>

#include "labelled_rows.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/initialisation.hpp"
#include "skald/model.hpp"
#include "skald/parts/federated/step_batches.hpp"

namespace {

using namespace skald;

constexpr Index kClientRows = 6000, kPixels = 784;

// A model on the images, at its start.
struct Trained {
  bench::LabelledRows images{kPixels, kClientRows, 10, bench::pixel};
  Eigen::MatrixXd theta, out;
  std::shared_ptr<Model> model;

  explicit Trained(const char* name) {
    model = test::load_plugin<Model>(name, {{"arithmetic", "float"}});
    model->bind(images.table);
    theta = Eigen::MatrixXd::Zero(model->dimension(), 1);
    if (const auto* start = extension<Initialisation>(*model))
      start->initialise(random::PhiloxRandom(1, 0), view(theta));
    out = theta;
  }
  void step(const Rows& rows, double clip, double batch) {
    model->clipped_gradient(rows, clip, view(std::as_const(theta)), view(out));
    theta -= 1e-3 / batch * out;
  }
};

double clip_of(const benchmark::State& state) {
  return state.range(1) == 0 ? std::numeric_limits<double>::infinity() : 1;
}

void step_of_batch(benchmark::State& state, const char* name) {
  Trained trained(name);
  const Index batch = state.range(0);
  const std::vector<std::int32_t> rows = trained.images.some(batch);
  for ([[maybe_unused]] auto _ : state)
    trained.step({0, batch, rows.data(), 1}, clip_of(state), static_cast<double>(batch));
}
void step_of_sample(benchmark::State& state, const char* name) {
  Trained trained(name);
  StepBatches batches(Sampling::poisson);
  const random::PhiloxRandom random(1, 0);
  Eigen::MatrixXd noise(trained.theta.rows(), 1);
  std::int64_t step = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Rows rows = batches.draw(random, ++step, 0, 0, kClientRows, state.range(0));
    trained.step(rows, clip_of(state), static_cast<double>(state.range(0)));
    random.normal({Role::noise, 0}, step, view(noise));
    trained.theta -= 1e-6 * noise;
  }
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define SKALD_STEPS(name, path)                 \
  BENCHMARK_CAPTURE(step_of_batch, name, path)  \
      ->ArgNames({"rows", "clipped"})           \
      ->ArgsProduct({{60, 600}, {0, 1}})        \
      ->Unit(benchmark::kMicrosecond);          \
  BENCHMARK_CAPTURE(step_of_sample, name, path) \
      ->ArgNames({"rows", "clipped"})           \
      ->ArgsProduct({{60, 600}, {0, 1}})        \
      ->Unit(benchmark::kMicrosecond)
// NOLINTEND(cppcoreguidelines-macro-usage)
SKALD_STEPS(softmax, "model/softmax");
SKALD_STEPS(mlp, "model/mlp");
SKALD_STEPS(lenet5, "model/lenet5");

}  // namespace

BENCHMARK_MAIN();
