// Skald beside loops that were written by hand for one problem alone, with Eigen and for this
// machine's processor: `times_as_fast` is the loop's time in relation to Skald's.
//
// Both take turns, so that what else the machine does strikes either. Times are of the processor,
// the medians of all turns; `low` and `high` are the quartiles of the turns' ratios.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "bench_run.hpp"
#include "digits.hpp"
#include "limits/chains.hpp"

namespace {

using namespace skald;
using namespace skald::bench;

constexpr int kTurns = 25;

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// Seconds of a block, which takes some 20 ms: processor time is counted in ticks.
double time_of(const std::function<void()>& advance, int block) {
  const double start = processor_time();
  for (int i = 0; i < block; ++i) advance();
  return processor_time() - start;
}

// One call of `skald` does as much as one of `bare`.
void in_turn(benchmark::State& state, int block, const std::function<void()>& skald,
             const std::function<void()>& bare) {
  std::vector<double> skald_times, bare_times, ratios;
  for ([[maybe_unused]] auto _ : state) {
    time_of(skald, block / 4 + 1);
    time_of(bare, block / 4 + 1);
    for (int turn = 0; turn < kTurns; ++turn) {
      skald_times.push_back(time_of(skald, block));
      bare_times.push_back(time_of(bare, block));
      ratios.push_back(bare_times.back() / skald_times.back());
    }
    state.SetIterationTime(quantile(skald_times, 0.5) / block);
  }
  state.counters["skald_us"] = 1e6 * quantile(skald_times, 0.5) / block;
  state.counters["bare_us"] = 1e6 * quantile(bare_times, 0.5) / block;
  state.counters["times_as_fast"] = quantile(ratios, 0.5);
  state.counters["low"] = quantile(ratios, 0.25);
  state.counters["high"] = quantile(ratios, 0.75);
}

// Iterations on 10 Gaussian clients.
void on_gaussians(benchmark::State& state, const std::string& sampler, int dimension, int chains,
                  int block, const std::function<std::unique_ptr<bare::Chains>(int, int)>& bare) {
  const std::string sections =
      R"("dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": )" +
      std::to_string(dimension) + R"(}, "model": {"plugin": "gaussian"}, "sampler": {"plugin": )" +
      sampler + R"(, "p_c": 0.2, "step": 0.001}, "run": {"iterations": 1000, "chains": )" +
      std::to_string(chains) + "}";
  BenchRun run(sections, 1);
  const auto loop = bare(dimension, chains);
  in_turn(
      state, block, [&] { run.advance(1); }, [&] { loop->advance(); });
}
void limits_fald(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("fald")", dimension, chains, block, bare::fald);
}
void limits_vr_fald(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("vr_fald", "q_cv": 0.05)", dimension, chains, block, bare::vr_fald);
}

// Steps of 64 chains, each with 10 rows of its own.
void limits_sgld(benchmark::State& state, int rows, int dimension, int block) {
  const std::string sections =
      R"("dataset": {"plugin": "prior_predictive", "response": "logistic", "clients": 1,
        "examples": )" +
      std::to_string(rows) + R"(, "features": )" + std::to_string(dimension) +
      R"(}, "model": {"plugin": "logistic"},
        "sampler": {"plugin": "sgld", "step": 1e-5, "batch": 10},
        "run": {"iterations": 1000, "chains": 64})";
  BenchRun run(sections, 1);
  const auto loop = bare::sgld(rows, dimension, 64);
  in_turn(
      state, block, [&] { run.advance(1); }, [&] { loop->advance(); });
}

// Rounds of 10 of 100 clients, 5 steps of 10 rows each, softmax, 784 features, 10 classes.
void on_digits(benchmark::State& state, const char* sampler,
               const std::vector<test::Setting>& options,
               void (*bare)(const float*, const std::int32_t*, int, float*, float*)) {
  FedAvgOnDigits run("float", 1, test::plugin_descriptor(sampler), options);
  const std::vector<float> data = bare_data<float>();
  const std::vector<std::int32_t> labels = bare_labels();
  constexpr auto kSize = static_cast<std::size_t>(bare::classes * bare::features);
  std::vector<float> theta(kSize), controls(101 * kSize);
  int round = 0;
  in_turn(
      state, 40, [&] { run.round(); },
      [&] { bare(data.data(), labels.data(), round++, theta.data(), controls.data()); });
}
void limits_fedavg(benchmark::State& state) {
  on_digits(state, "sampler/fedavg", {},
            [](auto* data, auto* label, int round, auto* server, auto*) {
              bare::fedavg_round(data, label, round, server);
            });
}
void limits_fedavg_clipped(benchmark::State& state) {
  on_digits(state, "sampler/fedavg", {{"clip", 1.0}},
            [](auto* data, auto* label, int round, auto* server, auto*) {
              bare::clipped_round(data, label, round, server);
            });
}
void limits_scaffold(benchmark::State& state) {
  on_digits(state, "sampler/scaffold", {}, bare::scaffold_round);
}

void with_settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMicrosecond)->Iterations(1)->UseManualTime();
}
BENCHMARK_CAPTURE(limits_fald, d20_64_chains, 20, 64, 600)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_fald, d2_300_chains, 2, 300, 1000)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_vr_fald, d20_64_chains, 20, 64, 500)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_sgld, d20, 2000, 20, 1500)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_sgld, d100, 2000, 100, 400)->Apply(with_settings);
BENCHMARK(limits_fedavg)->Apply(with_settings);
BENCHMARK(limits_fedavg_clipped)->Apply(with_settings);
BENCHMARK(limits_scaffold)->Apply(with_settings);

}  // namespace

BENCHMARK_MAIN();
