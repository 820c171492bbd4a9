// What the runner itself costs: processor time of its process for every run of a sweep, and plan on
// a database of up to 100 000 runs; and how far forecasts of plan are from what sweeps take. This
// executable is its own worker. Arguments: cells, of ten replicates each.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "commands/command_line.hpp"
#include "grids/loaded_grid.hpp"
#include "grids/sweep_runs.hpp"
#include "store/store.hpp"
#include "sweep/declaration.hpp"
#include "system/open_plugins.hpp"
#include "temporary_folder.hpp"

namespace skald {
AddCommand add_plan, add_run, add_worker;
}

namespace {

using namespace skald;

const CommandGroup kCommands[] = {{"Commands", {add_plan, add_run, add_worker}}};

// Throws where the command does not end with 0.
void skald_command(std::vector<const char*> words) {
  words.insert(words.begin(), "skald");
  words.push_back("--allow-writable-plugins");
  if (run_command_line(kCommands, static_cast<int>(words.size()), words.data()) != 0) {
    throw std::runtime_error(std::string("skald ") + words[1] + " failed");
  }
}

constexpr int kReplicates = 10;

// A trivial cell with ten metrics at twenty points, for so many steps.
std::string grid_of(std::int64_t cells) {
  return R"({ "name": "bench", "seed": 1, "replicates": )" + std::to_string(kReplicates) + R"(,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},
  "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula"}, "run": {"iterations": 20, "record_every": 1},
  "metrics": ["w2", "mean_bias", "variance_mse", "variance_bias", "rounds", "bits_up", "bits_down",
              "gradient_evaluations", "normals", "eps_spent"],
  "axes": [{"step": {"linspace": [1e-7, 1e-6, )" +
         std::to_string(cells) + "]}}] }";
}

// Of this process, or of its children that have ended.
double processor_seconds(__rusage_who who = RUSAGE_SELF) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Everything that is printed goes to the file as long as it lives.
class Redirected {
 public:
  explicit Redirected(const std::string& file) {
    const int to = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    std::fflush(stdout);
    ::dup2(to, STDOUT_FILENO);
    ::dup2(to, STDERR_FILENO);
    ::close(to);
  }
  ~Redirected() {
    std::fflush(stdout);
    ::dup2(out_, STDOUT_FILENO);
    ::dup2(err_, STDERR_FILENO);
    ::close(out_);
    ::close(err_);
  }

 private:
  int out_ = ::dup(STDOUT_FILENO), err_ = ::dup(STDERR_FILENO);
};
struct Silence : Redirected {
  Silence() : Redirected("/dev/null") {}
};

// Processor time of the runner, per run; the workers' own is theirs.
void sweep(benchmark::State& state) {
  const std::int64_t cells = state.range(0);
  for ([[maybe_unused]] auto _ : state) {
    const TemporaryFolder folder;
    const std::string file = folder.write("grid.json", grid_of(cells)).string();
    const std::string database = (folder.path() / "results.db").string();
    const double before = processor_seconds();
    {
      const Silence silence;
      skald_command({"run", file.c_str(), "--db", database.c_str(), "-j", "2"});
    }
    state.SetIterationTime((processor_seconds() - before) /
                           static_cast<double>(cells * kReplicates));
  }
}
BENCHMARK(sweep)->Arg(10)->Arg(1000)->Unit(benchmark::kMicrosecond)->Iterations(1)->UseManualTime();

// A database with every run of a grid, ten numbers each.
void fill(const std::string& grid_file, const std::string& database) {
  plugin_host::PluginHost host = open_plugins({.path = {}, .allow_writable = true});
  const LoadedGrid loaded = load_grid(grid_file, host);
  store::Store store = store::Store::open(database);
  const std::int64_t study = declare(loaded, list_runs(loaded.grid), store);
  std::vector<record::RunRecord> records;
  for (const SweepRun& run : list_runs(loaded.grid)) {
    record::RunRecord& record = records.emplace_back();
    record.hash = run.hash.text();
    record.study = study;
    record.cell = run.cell_hash();
    record.replicate = run.replicate;
    record.used.wall_seconds = 0.1;
    for (const grid::MetricChoice& metric : run.cell->metrics) {
      record.series.push_back({metric.name, {{20, 1.0}}, {1, 1, 1, 1, {}}});
    }
  }
  store.record(records);
}

void plan_with_all_runs_there(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::string file = folder.write("grid.json", grid_of(state.range(0))).string();
  const std::string database = (folder.path() / "results.db").string();
  fill(file, database);
  for ([[maybe_unused]] auto _ : state) {
    const Silence silence;
    skald_command({"plan", file.c_str(), "--db", database.c_str()});
  }
}
BENCHMARK(plan_with_all_runs_there)->Arg(10)->Arg(10'000)->Unit(benchmark::kMillisecond);

// Returns the seconds in "est. 1m40s on 2 workers (...".
double forecast_in(const std::string& text) {
  const std::size_t begin = text.find("est. ") + 5, end = text.find(" on ", begin);
  std::istringstream parts(text.substr(begin, end - begin));
  double seconds = 0, number = 0;
  for (char unit = 0; parts >> number >> unit;) {
    seconds += number * (unit == 'h' ? 3600 : unit == 'm' ? 60 : 1);
  }
  return seconds;
}

std::string forecast_grid(std::int64_t iterations, std::int64_t replicates) {
  return R"({ "name": "bench", "seed": 1, "replicates": )" + std::to_string(replicates) + R"(,
  "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
  "model": {"plugin": "gaussian"}, "sampler": {"plugin": "fald", "step": "= step_bound / 25"},
  "run": {"iterations": )" +
         std::to_string(iterations) + R"(}, "metrics": ["w2", "mean_bias", "bits_up"],
  "axes": [{"K": [1, 5]}] })";
}

// Of runs of so many iterations, so many times two. `ratio` is the forecast by what the sweep took,
// `undisturbed` by its processor time on two processors. On a quiet machine both are the same; else
// the forecast lies between them. It is an error if it is off by more than a factor of 1.5.
void forecast(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("grid.json", forecast_grid(state.range(0), state.range(1))).string();
  const std::string database = (folder.path() / "results.db").string();
  const std::string told = (folder.path() / "plan.txt").string();
  {
    const Redirected captured(told);
    skald_command({"plan", file.c_str(), "--db", database.c_str(), "-j", "2"});
  }
  std::ifstream in(told);
  const double seconds = forecast_in({std::istreambuf_iterator<char>(in), {}});
  for ([[maybe_unused]] auto _ : state) {
    const Silence silence;
    const auto busy = [] { return processor_seconds() + processor_seconds(RUSAGE_CHILDREN); };
    const double before = busy();
    const auto begun = std::chrono::steady_clock::now();
    skald_command({"run", file.c_str(), "--db", database.c_str(), "-j", "2"});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    state.SetIterationTime(taken.count());
    state.counters["forecast"] = seconds;
    state.counters["ratio"] = seconds / taken.count();
    const double undisturbed = seconds / ((busy() - before) / 2);
    state.counters["undisturbed"] = undisturbed;
    if (undisturbed < 1 / 1.5 || seconds > 1.5 * taken.count()) {
      state.SkipWithError("the forecast is off");
    }
  }
}
BENCHMARK(forecast)
    ->Args({20, 2500})      // tiny
    ->Args({20'000, 50})    // middling
    ->Args({1'000'000, 2})  // long
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseManualTime();

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "worker") {
    return run_command_line(kCommands, argc, argv);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
