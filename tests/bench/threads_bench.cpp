// What a second thread brings a run: rounds per second on two threads, as a multiple of those on
// one.
//
// A machine that others use gives two threads two processors only now and then. Each run is
// therefore timed in short blocks, stretches of them on one thread and on two in turn, and the best
// block of each counts: `speedup` is their ratio. `cpu_overhead` is the processor time of all
// blocks on two threads, in relation to that on one, which no other program can lower.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "grid/grid.hpp"
#include "load_plugin.hpp"
#include "problem/problem_constants.hpp"
#include "run/experiment.hpp"
#include "threads/team.hpp"

namespace {

using namespace skald;
using Clock = std::chrono::steady_clock;

struct NoRecorder final : Recorder {
  void record(const char*, double) override {}
  void record_vector(const char*, std::span<const double>) override {}
};

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

grid::Cell cell_of(const std::string& sections, plugin_host::PluginHost& host) {
  std::vector<const PluginDescriptor*> descriptors;
  for (const plugin_host::CatalogEntry& entry : host.catalog()) {
    for (const plugin_host::Plugin& plugin : entry.plugins)
      descriptors.push_back(plugin.descriptor);
  }
  grid::GridContext context;
  context.folder = "/";
  context.tables = {descriptors, run::run_option_infos()};
  const auto constants = problem::problem_constant_names();
  context.constants.assign(constants.begin(), constants.end());
  const std::string text = "{\"name\": \"threads\", \"seed\": 1," + sections +
                           ", \"partition\": {\"plugin\": \"natural\"}, \"metrics\": []}";
  const auto grid = grid::read_grid(text, context);
  if (!grid) throw std::runtime_error(json::render(grid.reason().front(), text));
  return grid->cells.at(0);
}

double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A run on so many threads, and its best and total times.
class Timed {
 public:
  Timed(const Case& test, int threads, plugin_host::PluginHost& host)
      : test_(test),
        experiment_(cell_of(test.cell, host), 0, host),
        cores_(threads - 1),
        team_(cores_),
        context_{experiment_.problem(),
                 experiment_.random(),
                 experiment_.mechanism(),
                 experiment_.ledger(),
                 recorder_,
                 0,
                 &team_},
        theta_(Eigen::MatrixXd::Zero(experiment_.problem().dimension(),
                                     static_cast<Index>(experiment_.run().chains))) {
    experiment_.start(recorder_, view(theta_), team_.slots());
    for (int i = 0; i < 3; ++i) advance();
  }

  void time_blocks(int blocks) {
    const double cpu = processor_time();
    for (int block = 0; block < blocks; ++block) {
      const auto begin = Clock::now();
      advance();
      best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    processor += processor_time() - cpu;
  }

  double best = std::numeric_limits<double>::infinity();  // seconds
  double processor = 0;                                   // seconds of all blocks

 private:
  void advance() {
    experiment_.sampler().advance(context_, test_.iterations, view(theta_));
    context_.iteration += test_.iterations;
  }

  const Case& test_;
  run::Experiment experiment_;
  NoRecorder recorder_;
  threads::FixedCores cores_;
  threads::Team team_;
  Context context_;
  Eigen::MatrixXd theta_;
};

void two_threads(benchmark::State& state, const Case& test) {
  const std::array<std::filesystem::path, 1> places{test::plugin_folder()};
  plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  Timed one(test, 1, host), two(test, 2, host);
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
