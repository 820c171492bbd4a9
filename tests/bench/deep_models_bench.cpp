// Gradients of networks by libtorch: of a batch, clipped row by row, and clipped with one pass per
// row. Argument: rows of the batch.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "labelled_rows.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/initialisation.hpp"

namespace {

using namespace skald;

// Words are numbers of classes, but for the last.
bench::LabelledRows example(Index features, Index rows, Index classes, bool words) {
  return {features, rows, classes, [=](Index r, Index k) {
            const double wave = std::abs(std::sin(static_cast<double>(1 + r * features + k)));
            return words ? std::floor(wave * static_cast<double>(classes - 1)) : wave;
          }};
}

enum class Way { whole, clipped, single_rows };

void take_gradients(benchmark::State& state, const char* plugin,
                    std::vector<test::Setting> settings, const bench::LabelledRows& given,
                    Way way) {
  const auto model = test::load_plugin<Model>(plugin, std::move(settings));
  model->bind(given.table);
  Eigen::MatrixXd theta(model->dimension(), 1), gradient(model->dimension(), 1);
  extension<Initialisation>(*model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  const Rows rows = Rows::range(0, state.range(0));
  const ConstBlock at = view(std::as_const(theta));
  for ([[maybe_unused]] auto _ : state) {
    if (way == Way::whole) model->gradient(rows, at, view(gradient));
    if (way == Way::clipped) model->clipped_gradient(rows, 1, at, view(gradient));
    if (way == Way::single_rows) model->Model::clipped_gradient(rows, 1, at, view(gradient));
  }
}

void deep_resnet20(benchmark::State& state, Way way) {
  static const bench::LabelledRows images = example(3072, 64, 10, false);
  take_gradients(state, "model/resnet20", {{"norm", "group"}}, images, way);
}
BENCHMARK_CAPTURE(deep_resnet20, whole, Way::whole)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deep_resnet20, clipped, Way::clipped)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deep_resnet20, single_rows, Way::single_rows)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);

// 80 letters and a layer of 256 units, as for Shakespeare's plays (Reddi et al. 2021).
void deep_lstm(benchmark::State& state, Way way) {
  static const bench::LabelledRows letters = example(80, 64, 90, true);
  take_gradients(state, "model/lstm_next_word", {{"embedding", 8}, {"hidden", 256}}, letters, way);
}
BENCHMARK_CAPTURE(deep_lstm, whole, Way::whole)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deep_lstm, clipped, Way::clipped)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deep_lstm, single_rows, Way::single_rows)->Arg(32)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
