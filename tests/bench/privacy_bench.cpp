#include <benchmark/benchmark.h>

#include "privacy/accounting.hpp"

namespace {

using namespace skald::privacy;

NoisyRelease poisson(double z, double rate, std::int64_t steps) {
  return {z, Sampling::poisson, rate, steps};
}

// Arguments: 1000 z, 1e5 rate, steps.
NoisyRelease from(const benchmark::State& state) {
  return poisson(static_cast<double>(state.range(0)) / 1000,
                 static_cast<double>(state.range(1)) / 1e5, state.range(2));
}

void pld_query(benchmark::State& state) {
  const NoisyRelease release = from(state);
  AccountingOptions options;
  options.pld.bracket = false;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(epsilon({&release, 1}, 1e-5, Accounting::pld, options).epsilon);
  }
}

// Rare losses and a small delta, which leave the least to approximate. Argument: 1000 z.
void pld_of_rare_samples(benchmark::State& state) {
  const NoisyRelease release = poisson(static_cast<double>(state.range(0)) / 1000, 1e-4, 100000);
  AccountingOptions options;
  options.pld.bracket = false;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(epsilon({&release, 1}, 1e-8, Accounting::pld, options).epsilon);
  }
}

void pld_bracket(benchmark::State& state) {
  const NoisyRelease release = from(state);
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(epsilon({&release, 1}, 1e-5, Accounting::pld).epsilon_low);
  }
}

void rdp_query(benchmark::State& state) {
  const NoisyRelease release = from(state);
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(epsilon({&release, 1}, 1e-5, Accounting::rdp).epsilon);
  }
}

void pld_calibration(benchmark::State& state) {
  const NoisyRelease unit = poisson(1, 0.01, 10000);
  const auto target = static_cast<double>(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(noise_multiplier({&unit, 1}, {target, 1e-5}, Accounting::pld));
  }
}

void settings(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMillisecond);
  for (const int steps : {1, 100, 10000}) bench->Args({1000, 1000, steps});
  for (const int steps : {1, 100, 10000}) bench->Args({1000, 10000, steps});
  bench->Args({4000, 1000, 10000});
  bench->Args({600, 1000, 10000});
}

BENCHMARK(pld_query)->Apply(settings);
BENCHMARK(pld_of_rare_samples)->Unit(benchmark::kMillisecond)->Arg(600)->Arg(1000)->Arg(2000);
BENCHMARK(pld_bracket)->Apply(settings);
BENCHMARK(rdp_query)->Apply(settings);
BENCHMARK(pld_calibration)->Unit(benchmark::kMillisecond)->Arg(1)->Arg(3)->Arg(8);

}  // namespace

BENCHMARK_MAIN();
