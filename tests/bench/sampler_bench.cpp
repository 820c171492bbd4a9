// Samplers through their plugins, beside bare loops over the same arithmetic and the same streams:
// ns per client-step and chain.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <vector>

#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "run/experiment.hpp"
#include "threads/team.hpp"

namespace {

using namespace skald;

constexpr Index kClients = 10, kDimension = 20, kChains = 64;
constexpr double kStep = 1e-3, kCommunication = 0.2;

struct NoRecorder final : Recorder {
  void record(const char*, double) override {}
  void record_vector(const char*, std::span<const double>) override {}
};

grid::PluginChoice choice(Kind kind, const char* plugin, std::vector<options::NamedValue> options) {
  grid::PluginChoice made;
  made.kind = kind;
  made.plugin = plugin;
  made.options = std::move(options);
  return made;
}

// Every option of the plugin, those of `given` set and the others left to their defaults.
std::vector<options::NamedValue> with_defaults(plugin_host::PluginHost& host, Kind kind,
                                               const char* plugin,
                                               const std::vector<options::NamedValue>& given) {
  std::vector<options::NamedValue> all;
  for (const OptionInfo& option : host.find(kind, plugin).options()) {
    all.emplace_back(option.name, std::monostate{});
    for (const auto& [name, value] : given) {
      if (name == option.name) all.back().second = value;
    }
  }
  return all;
}

grid::Cell fald_cell(plugin_host::PluginHost& host) {
  const auto part = [&](Kind kind, const char* plugin, std::vector<options::NamedValue> given) {
    return choice(kind, plugin, with_defaults(host, kind, plugin, given));
  };
  grid::Cell cell;
  cell.plugins = {
      part(Kind::dataset, "gaussian_clients", {{"clients", kClients}, {"dimension", kDimension}}),
      part(Kind::partition, "natural", {}), part(Kind::model, "gaussian", {}),
      part(Kind::sampler, "fald", {{"p_c", kCommunication}, {"step", kStep}}),
      part(Kind::privacy, "none", {})};
  for (const OptionInfo& option : run::run_option_infos()) {
    cell.run.emplace_back(option.name, std::monostate{});
    if (std::string_view(option.name) == "iterations") cell.run.back().second = std::int64_t{1000};
    if (std::string_view(option.name) == "chains") cell.run.back().second = std::int64_t{kChains};
  }
  cell.seed = 1;
  return cell;
}

void report_per_step(benchmark::State& state) {
  state.counters["per_client_step_and_chain"] = benchmark::Counter(
      static_cast<double>(kClients * kChains),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// On as many threads as the benchmark's argument says.
void fald_on_gaussian_plugin(benchmark::State& state) {
  const std::array<std::filesystem::path, 1> places{test::plugin_folder()};
  plugin_host::PluginHost host(places);
  run::Experiment experiment(fald_cell(host), 0, host);
  NoRecorder recorder;
  threads::FixedCores cores(static_cast<int>(state.range(0)) - 1);
  threads::Team team(cores);
  Context context{experiment.problem(),
                  experiment.random(),
                  experiment.mechanism(),
                  experiment.ledger(),
                  recorder,
                  0,
                  &team};
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(kDimension, kChains);
  experiment.sampler().start(context, view(theta));
  for ([[maybe_unused]] auto _ : state) {
    experiment.sampler().advance(context, 1, view(theta));
    ++context.iteration;
  }
  benchmark::DoNotOptimize(theta.data());
  report_per_step(state);
}
BENCHMARK(fald_on_gaussian_plugin)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

// The same federation written down in one loop with Eigen.
void fald_on_gaussian_bare(benchmark::State& state) {
  const random::PhiloxRandom random(1, 0);
  std::vector<Eigen::MatrixXd> curvature, local;
  std::vector<Eigen::VectorXd> minimiser;
  for (Index c = 0; c < kClients; ++c) {
    const Eigen::MatrixXd b = Eigen::MatrixXd::Random(kDimension, kDimension);
    curvature.push_back(b * b.transpose() / kDimension);
    minimiser.push_back(Eigen::VectorXd::Random(kDimension));
    local.push_back(Eigen::MatrixXd::Zero(kDimension, kChains));
  }
  Eigen::MatrixXd difference(kDimension, kChains), gradient(kDimension, kChains);
  Eigen::MatrixXd coins(1, kChains);
  Eigen::VectorXd mean(kDimension);
  const double noise = std::sqrt(2 * kStep * kClients);
  std::int64_t k = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (Index c = 0; c < kClients; ++c) {
      const auto i = static_cast<std::size_t>(c);
      difference = local[i].colwise() - minimiser[i];
      gradient.noalias() = curvature[i] * difference;
      local[i] -= kStep * kClients * gradient;
      random.add_normal({Role::noise, c}, k, noise, view(local[i]));
    }
    random.uniform({Role::communication}, k, view(coins));
    for (Index j = 0; j < kChains; ++j) {
      if (coins(0, j) >= kCommunication) continue;
      mean.setZero();
      for (const Eigen::MatrixXd& theta : local) mean += theta.col(j) / kClients;
      for (Eigen::MatrixXd& theta : local) theta.col(j) = mean;
    }
    ++k;
  }
  benchmark::DoNotOptimize(local.front().data());
  report_per_step(state);
}
BENCHMARK(fald_on_gaussian_bare);

}  // namespace

BENCHMARK_MAIN();
