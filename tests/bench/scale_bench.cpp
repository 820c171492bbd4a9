// How runs scale with the number of clients: FedAvg with S = 100 of N clients of 10 rows each, on a
// table that lies in the cache. Arguments: N.
//
// Each size is measured in a process of its own: processor time per round, and rounds per second of
// it; start_s and start_cpu_s, seconds and processor seconds from nothing to the first round;
// resident_MB, the most memory that was resident, pages of the mapped table included;
// own_MB, what of it is the process's own. At 10^6 clients the table and what the model makes of it
// take about 2 GB below TMPDIR.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench_run.hpp"
#include "cache_folder.hpp"
#include "load_plugin.hpp"
#include "only_cell.hpp"
#include "random/philox_random.hpp"
#include "run/experiment.hpp"
#include "skald/dataset.hpp"

namespace {

using namespace skald;
using bench::NoRecorder, bench::processor_time;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kLocalSteps = 5, kRounds = 300, kWarmUp = 20;

std::string grid_of(std::int64_t clients) {
  return R"({"name": "scale", "seed": 1,
    "dataset": {"plugin": "synthetic_population", "clients": )" +
         std::to_string(clients) + R"(, "examples": 10, "dimension": 7},
    "partition": {"plugin": "natural"}, "model": {"plugin": "softmax"},
    "sampler": {"plugin": "fedavg", "S": 100, "batch": 5, "lr": 0.05, "K": )" +
         std::to_string(kLocalSteps) + R"(}, "run": {"rounds": 1000}, "metrics": ["rounds"]})";
}

// A line of /proc/self/status, in bytes.
double memory(const std::string& wanted) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    double kibibytes = 0;
    words >> name >> kibibytes;
    if (name == wanted) return 1024 * kibibytes;
  }
  throw std::runtime_error("/proc/self/status has no line " + wanted);
}

struct Measured {
  double start = 0, start_cpu = 0, round_cpu = 0;  // seconds
  double resident = 0, own = 0;                    // bytes
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Measured measure(std::int64_t clients) {
  Measured measured;
  const std::array<std::filesystem::path, 1> places{test::plugin_folder()};
  plugin_host::PluginHost host(places, plugin_host::Writable::allow);
  const grid::Cell cell = test::only_cell(grid_of(clients), host);
  const auto begin = Clock::now();
  const double cpu_begin = processor_time();
  run::Experiment experiment(cell, 0, host);
  NoRecorder recorder;
  run::WorkingSampler working =
      experiment.at_work(experiment.random(), experiment.mechanism(), recorder);
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(experiment.problem().dimension(), 1);
  experiment.start(recorder, view(theta));
  measured.start = seconds_since(begin);
  measured.start_cpu = processor_time() - cpu_begin;
  const auto advance = [&](std::int64_t rounds) {
    working.advance(rounds * kLocalSteps, view(theta));
  };
  advance(kWarmUp);
  const double first_round = processor_time();
  advance(kRounds);
  measured.round_cpu = (processor_time() - first_round) / kRounds;
  measured.resident = memory("VmHWM:");
  measured.own = memory("RssAnon:");
  return measured;
}

// measure(argument) in a process of its own.
template <class Measured>
Measured apart(Measured (*measure)(std::int64_t), std::int64_t argument) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const Measured measured = measure(argument);
    _exit(write(ends[1], &measured, sizeof measured) == ssize_t{sizeof measured} ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const ssize_t size = read(ends[0], &measured, sizeof measured);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (size != ssize_t{sizeof measured}) throw std::runtime_error("the process ended early");
  return measured;
}

void clients(benchmark::State& state) {
  const test::CacheFolder cache;
  apart(measure, state.range(0));  // fills the cache
  for ([[maybe_unused]] auto _ : state) {
    const Measured measured = apart(measure, state.range(0));
    state.SetIterationTime(measured.round_cpu);
    state.counters["start_s"] = measured.start;
    state.counters["start_cpu_s"] = measured.start_cpu;
    state.counters["resident_MB"] = 1e-6 * measured.resident;
    state.counters["own_MB"] = 1e-6 * measured.own;
    state.counters["rounds_per_s"] = 1 / measured.round_cpu;
  }
}
BENCHMARK(clients)
    ->Arg(1'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(3)
    ->UseManualTime();

// Processor seconds in which a table of the data set of FedProx comes to be there, and its rows.
struct Loaded {
  double cpu = 0, rows = 0, own = 0;
};

Loaded load_fedprox(std::int64_t clients) {
  const auto set = test::load_plugin<Dataset>("dataset/synthetic_alpha_beta",
                                              {{"clients", static_cast<int>(clients)}});
  const double begin = processor_time();
  const Table table = set->load(random::PhiloxRandom(1, 0));
  return {processor_time() - begin, static_cast<double>(table.rows()), memory("RssAnon:")};
}

// Argument: clients. made_s, where the cache does not have it; found_s, where it does. For 10 000
// clients the table takes 3 GB below TMPDIR.
void fedprox_table(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const test::CacheFolder cache;
    const Loaded made = apart(load_fedprox, state.range(0));
    const Loaded found = apart(load_fedprox, state.range(0));
    state.SetIterationTime(made.cpu);
    state.counters["made_s"] = made.cpu;
    state.counters["found_s"] = found.cpu;
    state.counters["rows"] = made.rows;
    state.counters["own_MB"] = 1e-6 * made.own;
  }
}
BENCHMARK(fedprox_table)
    ->Arg(100)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseManualTime();

}  // namespace

BENCHMARK_MAIN();
