// What FedPA's updates cost beside FedAvg's, by dimension: one client and round of 5 epochs of 100
// steps with batches of 10 of 200 rows, least squares (Al-Shedivat et al., 2021, table 1).
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
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
  const random::PhiloxRandom random(1, 0);
  random.normal({Role::dataset}, 0, view(data.points));
  data.points /= std::sqrt(static_cast<double>(d));
  data.client.assign(static_cast<std::size_t>(kRows), 0);
  return std::make_unique<Federation>(std::move(data), std::make_unique<LeastSquares>());
}

// One client's rounds under one algorithm.
class Rounds {
 public:
  Rounds(Federation& federation, const std::string& name, std::vector<Setting> options)
      : sampler_(load_plugin<Sampler>("sampler/" + name, with_common(std::move(options)))),
        run_(federation, *sampler_, random_, nothing_,
             Eigen::MatrixXd::Zero(federation.dimension(), 1)) {}

  // Seconds of the processor that one round takes: other work on the machine does not count.
  double seconds() {
    const double begin = processor_time();
    benchmark::DoNotOptimize(run_.advance(sampler_->stride()).data());
    nothing_.messages.clear();
    return processor_time() - begin;
  }

 private:
  static std::vector<Setting> with_common(std::vector<Setting> options) {
    options.insert(options.end(), {{"batch", static_cast<int>(kBatch)}, {"lr", 0.1}});
    return options;
  }
  static double processor_time() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  std::shared_ptr<Sampler> sampler_;
  random::PhiloxRandom random_{1, 0};
  ListeningMechanism nothing_;
  SamplerRun run_;
};

std::vector<Setting> fedpa_options(const std::string& solver) {
  return {{"ell", static_cast<int>(kEpochs)},  // one sample per epoch
          {"burn_steps", 0},
          {"avg_steps", static_cast<int>(kEpoch)},
          {"solver", solver}};
}

// The median and, between its neighbours sqrt(n) ranks away, its 95 % interval.
struct Median {
  double value, low, high;
};
Median median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const auto ranked = [&](double rank) {
    return values[static_cast<std::size_t>(std::clamp(rank, 0.0, n - 1))];
  };
  return {ranked(n / 2), ranked(n / 2 - std::sqrt(n)), ranked(n / 2 + std::sqrt(n))};
}

double smallest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

// Rounds of both algorithms in turn, so that both see the machine in the same moods. Two overheads:
// of the fastest round over the fastest, which other work disturbs least, and the median over
// pairs.
void fedpa_beside_fedavg(benchmark::State& state, const std::string& solver) {
  const auto federation = least_squares(state.range(0));
  Rounds fedavg(*federation, "fedavg", {{"K", static_cast<int>(kEpochs * kEpoch)}});
  Rounds fedpa(*federation, "fedpa", fedpa_options(solver));
  std::vector<double> of_fedavg, of_fedpa, ratios;
  for ([[maybe_unused]] auto _ : state) {
    const bool first = ratios.size() % 2 == 0;
    const double a = first ? fedavg.seconds() : 0;
    const double b = fedpa.seconds();
    of_fedavg.push_back(first ? a : fedavg.seconds());
    of_fedpa.push_back(b);
    ratios.push_back(b / of_fedavg.back());
    state.SetIterationTime(b);
  }
  state.counters["fedavg_ms"] = 1e3 * smallest(of_fedavg);
  state.counters["fedpa_ms"] = 1e3 * smallest(of_fedpa);
  state.counters["overhead_percent"] = 100 * (smallest(of_fedpa) / smallest(of_fedavg) - 1);
  const Median ratio = median(ratios);
  state.counters["overhead_of_pairs_percent"] = 100 * (ratio.value - 1);
  state.counters["low_percent"] = 100 * (ratio.low - 1);
  state.counters["high_percent"] = 100 * (ratio.high - 1);
}
void recursion(benchmark::State& state) { fedpa_beside_fedavg(state, "recursion"); }
void dense(benchmark::State& state) { fedpa_beside_fedavg(state, "dense"); }

BENCHMARK(recursion)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond)
    ->MinTime(5)
    ->UseManualTime();
// Its data do not fit into the caches, so its times vary most.
BENCHMARK(recursion)->Arg(100000)->Unit(benchmark::kMillisecond)->MinTime(40)->UseManualTime();
BENCHMARK(dense)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace

BENCHMARK_MAIN();
