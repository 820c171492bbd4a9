// What a second thread brings a run: rounds per second on two threads, as a multiple of those on
// one.
//
// A machine that others use gives two threads two processors only now and then. Each run is
// therefore timed in short blocks, stretches of them on one thread and on two in turn, and the best
// block of each counts: `speedup` is their ratio. `cpu_overhead` is the processor time of all
// blocks on two threads, in relation to that on one, which no other program can lower.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "bench_run.hpp"

namespace {

using namespace skald;
using namespace skald::bench;
using Clock = std::chrono::steady_clock;

struct Case {
  const char* cell;  // the sections of a grid
  Index iterations;  // of a block
  int blocks;        // of a stretch, which takes some 20 ms: processor time is counted in ticks
  int stretches;
};

constexpr const char* kFald = R"(
    "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
    "model": {"plugin": "gaussian"},
    "sampler": {"plugin": "fald", "p_c": 0.2, "step": 0.001},
    "run": {"iterations": 1000, "chains": 64})";
constexpr const char* kSoftmax = R"(
    "dataset": {"plugin": "synthetic_population", "clients": 100, "examples": 50, "dimension": 784},
    "model": {"plugin": "softmax"},
    "sampler": {"plugin": "fedavg", "S": 10, "batch": 10, "lr": 0.05, "K": 5},
    "run": {"rounds": 1000})";
// One step of a round of five: a longer block has seldom two processors to itself.
constexpr const char* kLenet5 = R"(
    "dataset": {"plugin": "synthetic_population", "clients": 100, "examples": 50, "dimension": 784},
    "model": {"plugin": "lenet5"},
    "sampler": {"plugin": "fedavg", "S": 10, "batch": 10, "lr": 0.05, "K": 1},
    "run": {"rounds": 1000})";

// A run on so many threads, and its best and total times.
class Timed {
 public:
  Timed(const Case& test, int threads) : test_(test), run_(test.cell, threads) {
    for (int i = 0; i < 3; ++i) run_.advance(test.iterations);
  }

  void time_blocks(int blocks) {
    const double cpu = processor_time();
    for (int block = 0; block < blocks; ++block) {
      const auto begin = Clock::now();
      run_.advance(test_.iterations);
      best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    processor += processor_time() - cpu;
  }

  double best = std::numeric_limits<double>::infinity();  // seconds
  double processor = 0;                                   // seconds of all blocks

 private:
  const Case& test_;
  BenchRun run_;
};

void two_threads(benchmark::State& state, const Case& test) {
  Timed one(test, 1), two(test, 2);
  for ([[maybe_unused]] auto _ : state) {
    for (int stretch = 0; stretch < test.stretches; ++stretch) {
      one.time_blocks(test.blocks);
      two.time_blocks(test.blocks);
    }
    state.SetIterationTime(two.best);
  }
  const auto iterations = static_cast<double>(test.iterations);
  state.counters["one_us"] = 1e6 * one.best / iterations;
  state.counters["two_us"] = 1e6 * two.best / iterations;
  state.counters["speedup"] = one.best / two.best;
  state.counters["cpu_overhead"] = two.processor / one.processor;
}

void with_settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMicrosecond)->Iterations(1)->UseManualTime();
}
BENCHMARK_CAPTURE(two_threads, fald_on_gaussian, Case{kFald, 1, 1000, 60})->Apply(with_settings);
BENCHMARK_CAPTURE(two_threads, fedavg_on_softmax, Case{kSoftmax, 5, 40, 100})->Apply(with_settings);
BENCHMARK_CAPTURE(two_threads, fedavg_on_lenet5, Case{kLenet5, 1, 40, 20})->Apply(with_settings);

}  // namespace

BENCHMARK_MAIN();
