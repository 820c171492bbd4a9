// FALD through its plugin: ns per client-step and chain.
#include <benchmark/benchmark.h>

#include "bench_run.hpp"

namespace {

using namespace skald;

// On as many threads as the benchmark's argument says.
void fald_on_gaussian_plugin(benchmark::State& state) {
  bench::BenchRun run(R"(
    "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
    "model": {"plugin": "gaussian"},
    "sampler": {"plugin": "fald", "p_c": 0.2, "step": 0.001},
    "run": {"iterations": 1000, "chains": 64})",
                      static_cast<int>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) run.advance(1);
  state.counters["per_client_step_and_chain"] = benchmark::Counter(
      10 * 64, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(fald_on_gaussian_plugin)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
