// Plugins in Python: what a call from the host costs, and samplers beside those in C++ that do the
// same. The import comes first, since its processes must be copies of one without Python.
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>
#include <vector>

#include "bench_run.hpp"
#include "digits.hpp"

namespace {

using namespace skald;
using namespace skald::bench;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Starts Python, imports NumPy and skald, and loads a plugin, in a process of its own. Seconds of
// its processor.
void import_of_python(benchmark::State& state) {
  if (::dlsym(RTLD_DEFAULT, "Py_IsInitialized") != nullptr)
    return state.SkipWithError("Python is in this process already");
  for ([[maybe_unused]] auto _ : state) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        test::python_descriptor("bench/py_idle");
        ::_exit(0);
      } catch (const std::exception&) {
        ::_exit(1);
      }
    }
    int status = -1;
    rusage used{};
    if (::wait4(child, &status, 0, &used) != child || status != 0)
      state.SkipWithError("Python cannot be started");
    state.SetIterationTime(seconds(used.ru_utime) + seconds(used.ru_stime));
  }
}
BENCHMARK(import_of_python)->Unit(benchmark::kMillisecond)->UseManualTime();

// advance() that does nothing: a context and a block are lent.
void call_of_sampler(benchmark::State& state) {
  BenchRun run(R"(
    "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
    "model": {"plugin": "gaussian"}, "sampler": {"plugin": "py_idle"},
    "run": {"iterations": 1000, "chains": 64})",
               1, {test::python_file("bench/py_idle")});
  for ([[maybe_unused]] auto _ : state) run.advance(1);
}
BENCHMARK(call_of_sampler);

// gradient() of one chain that returns what it has: rows and a block are lent, a block is returned.
// Arguments: rows, as a list or not.
void call_of_model(benchmark::State& state) {
  const auto model = test::load_python<Model>("bench/py_flat");
  const Eigen::MatrixXd features = Eigen::MatrixXd::Zero(20, 100);
  Table table;
  table.features = view(features);
  table.train = features.cols();
  model->bind(table);
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(20, 1);
  Eigen::MatrixXd out = theta;
  std::vector<std::int32_t> numbers(10, 7);
  const Rows rows = state.range(0) != 0 ? Rows{0, 10, numbers.data(), 1} : Rows::range(0, 10);
  for ([[maybe_unused]] auto _ : state) model->gradient(rows, view(theta), view(out));
}
BENCHMARK(call_of_model)->ArgName("listed")->Arg(0)->Arg(1);

// A round of 5 steps of 10 clients, 64 chains.
void fald_on_gaussian(benchmark::State& state, const std::string& sampler) {
  BenchRun run(R"(
    "dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": 20},
    "model": {"plugin": "gaussian"},
    "sampler": {"plugin": ")" +
                   sampler +
                   R"(", "K": 5, "step": "= step_bound / 25"},
    "run": {"iterations": 1000, "chains": 64})",
               1, {test::python_file("py_fald")});
  for ([[maybe_unused]] auto _ : state) run.advance(5);
}
void fald_on_gaussian_cpp(benchmark::State& state) { fald_on_gaussian(state, "fald"); }
void fald_on_gaussian_python(benchmark::State& state) { fald_on_gaussian(state, "py_fald"); }
BENCHMARK(fald_on_gaussian_cpp)->Unit(benchmark::kMicrosecond);
BENCHMARK(fald_on_gaussian_python)->Unit(benchmark::kMicrosecond);

// A round of 10 clients on rows of the shape of MNIST.
void fedavg_on_digits(benchmark::State& state, const PluginDescriptor& fedavg) {
  FedAvgOnDigits run("double", 1, fedavg);
  for ([[maybe_unused]] auto _ : state) run.round();
}
void fedavg_on_digits_cpp(benchmark::State& state) {
  fedavg_on_digits(state, test::plugin_descriptor("sampler/fedavg"));
}
void fedavg_on_digits_python(benchmark::State& state) {
  fedavg_on_digits(state, test::python_descriptor("py_fedavg"));
}
BENCHMARK(fedavg_on_digits_cpp)->Unit(benchmark::kMicrosecond);
BENCHMARK(fedavg_on_digits_python)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
