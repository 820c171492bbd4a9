// Skald beside loops that were written by hand for one problem alone, with Eigen and for this
// machine's processor: `times_as_fast` is the loop's time in relation to Skald's.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench_run.hpp"
#include "digits.hpp"
#include "limits/chains.hpp"
#include "limits/in_turn.hpp"

namespace {

using namespace skald;
using namespace skald::bench;

using Numbers = std::vector<double>;
Numbers numbers(const Eigen::MatrixXd& of) { return {of.data(), of.data() + of.size()}; }

// The potentials of the run's clients, from their gradients at 0 and at the unit vectors.
bare::Quadratics quadratics_of(BenchRun& run) {
  problem::FederatedProblem& problem = run.experiment().problem();
  const Index d = problem.dimension();
  bare::Quadratics clients{static_cast<int>(d), {}, {}};
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(d, d + 1), gradients = points;
  points.rightCols(d).setIdentity();
  for (Index c = 0; c < problem.clients(); ++c) {
    problem.gradient(c, view(std::as_const(points)), view(gradients));
    const Eigen::VectorXd slope = -gradients.col(0);
    const Eigen::MatrixXd curvature = gradients.rightCols(d).colwise() + slope;
    clients.slopes.insert(clients.slopes.end(), slope.begin(), slope.end());
    clients.curvatures.insert(clients.curvatures.end(), curvature.data(),
                              curvature.data() + curvature.size());
  }
  return clients;
}
bare::Logistic logistic_of(BenchRun& run) {
  const Table& table = run.experiment().table();
  return {static_cast<int>(table.features.rows),
          static_cast<int>(run.experiment().problem().clients()),
          numbers(table.features.matrix().leftCols(table.train)),
          {table.target.begin(), table.target.begin() + table.train}};
}

void beside(benchmark::State& state, int block, BenchRun& run, Index iterations,
            bare::Chains& loop) {
  const Index d = run.theta().rows();
  in_turn(state, block, {[&] { run.advance(iterations); }, [&] { return run.theta(); }},
          {[&] { loop.advance(); },
           [&]() -> Eigen::MatrixXd {
             const Numbers states = loop.states();
             return Eigen::Map<const Eigen::MatrixXd>(states.data(), d, run.theta().cols());
           }});
}

using OnQuadratics = std::unique_ptr<bare::Chains> (*)(const bare::Quadratics&, const Numbers&);
using OnLogistic = std::unique_ptr<bare::Chains> (*)(const bare::Logistic&, const Numbers&);

// On 10 Gaussian clients.
void on_gaussians(benchmark::State& state, const std::string& sampler, int dimension, int chains,
                  int block, OnQuadratics bare) {
  const std::string sections =
      R"("dataset": {"plugin": "gaussian_clients", "clients": 10, "dimension": )" +
      std::to_string(dimension) + R"(}, "model": {"plugin": "gaussian"}, "sampler": {"plugin": )" +
      sampler + R"(}, "run": {"iterations": 1000, "start": "mode", "chains": )" +
      std::to_string(chains) + "}";
  BenchRun run(sections, 1);
  const auto loop = bare(quadratics_of(run), numbers(run.theta()));
  beside(state, block, run, run.experiment().sampler().stride(), *loop);
}
void limits_fald(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("fald", "p_c": 0.2, "step": 1e-4)", dimension, chains, block, bare::fald);
}
void limits_vr_fald(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("vr_fald", "p_c": 0.2, "step": 1e-4, "q_cv": 0.05)", dimension, chains,
               block, bare::vr_fald);
}
void limits_qlsd_pp(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("qlsd_pp", "step": 0.001)", dimension, chains, block, bare::qlsd_pp);
}
void limits_fa_hmc(benchmark::State& state, int dimension, int chains, int block) {
  on_gaussians(state, R"("fa_hmc", "K": 5, "leapfrog": 10, "leap_step": 0.01)", dimension, chains,
               block, bare::fa_hmc);
}

// On rows of logistic regression, the last of whose features is 1.
void on_logistic(benchmark::State& state, const std::string& sampler, int clients, int examples,
                 int features, int chains, int block, OnLogistic bare) {
  const std::string sections =
      R"("dataset": {"plugin": "prior_predictive", "response": "logistic", "clients": )" +
      std::to_string(clients) + R"(, "examples": )" + std::to_string(examples) +
      R"(, "features": )" + std::to_string(features) +
      R"(}, "model": {"plugin": "logistic"}, "sampler": {"plugin": )" + sampler +
      R"(}, "run": {"iterations": 1000, "chains": )" + std::to_string(chains) + "}";
  BenchRun run(sections, 1);
  const auto loop = bare(logistic_of(run), numbers(run.theta()));
  beside(state, block, run, 1, *loop);
}
// Every chain has 10 rows of its own.
void limits_sgld(benchmark::State& state, int features, int block) {
  on_logistic(state, R"("sgld", "step": 1e-5, "batch": 10)", 1, 2000, features, 64, block,
              bare::sgld);
}
void limits_qlsd_pp_minibatch(benchmark::State& state, int features, int block) {
  on_logistic(state, R"("qlsd_pp", "step": 1e-5, "batch": 10)", 10, 200, features, 64, block,
              bare::qlsd_pp);
}

// Rounds of 10 of 100 clients with steps of 10 rows, softmax, 784 features, 10 classes.
void on_digits(benchmark::State& state, const char* sampler, int block,
               const std::vector<test::Setting>& options,
               void (*bare)(const float*, const std::int32_t*, int, float*, float*)) {
  FedAvgOnDigits run("float", 1, test::plugin_descriptor(sampler), options);
  const std::vector<float> data = bare_data<float>();
  const std::vector<std::int32_t> labels = bare_labels();
  constexpr auto kSize = static_cast<std::size_t>(bare::classes * bare::features);
  std::vector<float> theta(kSize), controls(101 * kSize);
  int round = 0;
  in_turn(state, block, {[&] { run.round(); }, [&] { return run.theta(); }},
          {[&] { bare(data.data(), labels.data(), round++, theta.data(), controls.data()); },
           [&]() -> Eigen::MatrixXd {
             return Eigen::Map<const Eigen::VectorXf>(theta.data(), kSize).cast<double>();
           }});
}
void limits_fedavg(benchmark::State& state) {
  on_digits(state, "sampler/fedavg", 40, {{"K", kSteps}},
            [](auto* data, auto* label, int round, auto* server, auto*) {
              bare::fedavg_round(data, label, round, server);
            });
}
void limits_fedavg_clipped(benchmark::State& state) {
  on_digits(state, "sampler/fedavg", 40, {{"K", kSteps}, {"clip", 1.0}},
            [](auto* data, auto* label, int round, auto* server, auto*) {
              bare::clipped_round(data, label, round, server);
            });
}
void limits_scaffold(benchmark::State& state) {
  on_digits(state, "sampler/scaffold", 40, {{"K", kSteps}}, bare::scaffold_round);
}
void limits_fedpa(benchmark::State& state) {
  on_digits(state, "sampler/fedpa", 4, {{"burn_steps", 10}, {"avg_steps", 10}, {"ell", 5}},
            [](auto* data, auto* label, int round, auto* server, auto*) {
              bare::fedpa_round(data, label, round, server);
            });
}

void with_settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMicrosecond)->Iterations(1)->UseManualTime();
}
BENCHMARK_CAPTURE(limits_fald, d20_64_chains, 20, 64, 600)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_fald, d2_300_chains, 2, 300, 1000)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_vr_fald, d20_64_chains, 20, 64, 500)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_qlsd_pp, d20_64_chains, 20, 64, 400)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_qlsd_pp_minibatch, d20, 20, 40)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_fa_hmc, d20_64_chains, 20, 64, 20)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_sgld, d20, 20, 1500)->Apply(with_settings);
BENCHMARK_CAPTURE(limits_sgld, d100, 100, 400)->Apply(with_settings);
BENCHMARK(limits_fedavg)->Apply(with_settings);
BENCHMARK(limits_fedavg_clipped)->Apply(with_settings);
BENCHMARK(limits_scaffold)->Apply(with_settings);
BENCHMARK(limits_fedpa)->Apply(with_settings);

}  // namespace

BENCHMARK_MAIN();
