// What FedPA's updates cost beside FedAvg's, by dimension: one client and round of 5 epochs of 100
// steps with batches of 10 of 200 rows, least squares (Al-Shedivat et al., 2021, table 1).
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"

namespace {

using namespace skald;
using namespace skald::test;

constexpr Index kRows = 200, kBatch = 10, kEpoch = 100, kEpochs = 5;

// Row (x, y): 1/2 (x' theta - y)^2.
class LeastSquares final : public Model {
 public:
  void bind(const Table& table) override { table_ = table; }
  Index dimension() const override { return table_.features.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        const auto x = table_.features.column(rows.row(j, r));
        out.column(j) += (x.dot(theta.column(j)) - 1) * x;
      }
    }
  }
  void potential(const Rows&, ConstBlock, std::span<double>) const override {}

 private:
  Table table_;
};

std::unique_ptr<Federation> least_squares(Index d) {
  FederationData data;
  data.points.resize(d, kRows);
  const PhiloxRandom random(1, 0);
  random.normal({Role::dataset}, 0, view(data.points));
  data.points /= std::sqrt(static_cast<double>(d));
  data.client.assign(static_cast<std::size_t>(kRows), 0);
  return std::make_unique<Federation>(std::move(data), std::make_unique<LeastSquares>());
}

void rounds(benchmark::State& state, const std::string& name, std::vector<Setting> options) {
  const auto federation = least_squares(state.range(0));
  options.insert(options.end(), {{"batch", static_cast<int>(kBatch)}, {"lr", 0.1}});
  const auto sampler = load_plugin<Sampler>("sampler/" + name, options);
  const PhiloxRandom random(1, 0);
  const ListeningMechanism nothing;
  SamplerRun run(*federation, *sampler, random, nothing,
                 Eigen::MatrixXd::Zero(federation->dimension(), 1));
  for (auto _ : state) {
    benchmark::DoNotOptimize(run.advance(sampler->stride()).data());
    nothing.messages.clear();
  }
}

void fedavg(benchmark::State& state) {
  rounds(state, "fedavg", {{"K", static_cast<int>(kEpochs * kEpoch)}});
}
// One sample per epoch.
void fedpa(benchmark::State& state, const std::string& solver) {
  rounds(state, "fedpa",
         {{"ell", static_cast<int>(kEpochs)},
          {"burn_steps", 0},
          {"avg_steps", static_cast<int>(kEpoch)},
          {"solver", solver}});
}
void fedpa_recursion(benchmark::State& state) { fedpa(state, "recursion"); }
void fedpa_dense(benchmark::State& state) { fedpa(state, "dense"); }

BENCHMARK(fedavg)->Arg(100)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(fedpa_recursion)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fedpa_dense)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
