// Every sampler against the exact stationary law of the chain that it says it runs.
#include <Eigen/Dense>

#include "oracles/square_autocovariance.hpp"
#include "oracles/stationary_law.hpp"
#include "problem/stated_law.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

struct Case {
  std::string name;
  std::vector<Setting> options;
};

// The mean of independent values and its standard error.
struct Estimate {
  explicit Estimate(const Eigen::ArrayXd& values)
      : mean(values.mean()),
        error(std::sqrt((values - mean).square().sum() /
                        static_cast<double>(values.size() * (values.size() - 1)))) {}
  double mean, error;
};

// Time averages of every chain against the law. Chains start at the target, 10 relaxation times
// before the first draw. The spread between the chains is that of
// oracles/square_autocovariance.hpp.
void check_stationary(Federation& federation, const Case& test, double relaxation) {
  const Index chains = 2000, draws = 100;
  const Index d = federation.dimension();
  const auto sampler = load_plugin<Sampler>("sampler/" + test.name, test.options);
  const random::PhiloxRandom random(2024, 0);
  const oracles::GaussianProblem problem = federation.gaussian();
  MatrixXd start(d, chains);
  random.normal({Role::start}, 0, view(start));
  start = (MatrixXd(problem.covariance(1).llt().matrixL()) * start).colwise() + problem.mode();
  SamplerRun run(federation, *sampler, random, nothing, start);
  const Index thin = sampler->stride();
  const auto burn_in = static_cast<Index>(10 * relaxation);
  run.advance((burn_in + thin - 1) / thin * thin);
  Eigen::ArrayXd second = Eigen::ArrayXd::Zero(chains);
  MatrixXd mean = MatrixXd::Zero(d, chains);
  for (Index i = 0; i < draws; ++i) {
    const MatrixXd deviation = run.advance(thin).colwise() - problem.mode();
    second += deviation.colwise().squaredNorm().transpose().array() / static_cast<double>(draws);
    mean += deviation / static_cast<double>(draws);
  }
  const auto stated = problem::StatedLaw::of(*sampler, federation.problem(), problem);
  REQUIRE(stated);
  const oracles::StationaryLaw exact = stated->stationary();
  REQUIRE(exact.moments);
  const auto covariance = stated->square_autocovariance(*exact.moments);
  REQUIRE(covariance);
  const Estimate found(second);
  const double error = oracles::second_moment_standard_error(*covariance, draws, chains, thin);
  // The standard deviation of 2000 averages has a relative standard error of 1.6 %, or 3.2 % where
  // their kurtosis is 9.
  CAPTURE(found.error, error);
  CHECK(found.error / error > 0.9);
  CHECK(found.error / error < 1.1);
  const double z =
      (found.mean - oracles::second_moment(*exact.moments)) / std::max(error, found.error);
  CAPTURE(found.mean, oracles::second_moment(*exact.moments), z, error, found.error);
  // Means over 2000 chains are normal to the precision that matters: P(|z| > 6) = 2e-9.
  CHECK(std::abs(z) < 6);
  for (Index i = 0; i < d; ++i) {
    const Estimate coordinate(mean.row(i).transpose().array());
    const double z_mean = (coordinate.mean - exact.moments->mean(i)) / coordinate.error;
    CAPTURE(i, coordinate.mean, z_mean);
    CHECK(std::abs(z_mean) < 6);
  }
}

}  // namespace

TEST_CASE("samplers follow their oracles on two unequal clients") {
  const auto federation = quadratic_federation(two_clients());
  const std::vector<Case> cases = {
      {"ula", {}},
      {"ula", {{"temp", 0.5}}},
      {"fald", {{"p_c", 0.5}, {"rho", 0.0}}},
      {"fald", {{"p_c", 0.2}, {"rho", 0.5}, {"estimate", "average"}}},
      {"fald", {{"p_c", 0.2}, {"rho", 1.0}}},
      {"fald", {{"p_c", 0.3}, {"rho", 0.5}, {"weights", "examples"}, {"estimate", "average"}}},
      {"fald", {{"K", 3}, {"rho", 0.0}}},
      {"fald", {{"K", 5}, {"rho", 0.5}, {"estimate", "average"}}},
      {"fald", {{"K", 5}, {"rho", 1.0}, {"weights", "examples"}, {"temp", 0.7}}},
      {"vr_fald", {{"p_c", 0.5}, {"q_cv", 0.5}, {"rho", 0.0}}},
      {"vr_fald", {{"p_c", 0.2}, {"q_cv", 0.1}, {"rho", 0.5}, {"estimate", "average"}}},
      {"vr_fald", {{"p_c", 0.2}, {"q_cv", 0.2}, {"rho", 1.0}, {"weights", "examples"}}},
      {"scaffnew_langevin", {{"p_c", 0.5}, {"rho", 0.0}}},
      {"scaffnew_langevin", {{"p_c", 0.2}, {"rho", 0.6}, {"estimate", "average"}}},
      {"scaffnew_langevin", {{"p_c", 0.2}, {"rho", 1.0}, {"weights", "examples"}}},
      {"scaffnew_langevin", {{"K", 4}, {"rho", 0.3}, {"weights", "examples"}}},
      {"qlsd", {{"compressor", "sparsifier"}, {"keep", 0.7}}},
      {"qlsd_pp", {{"compressor", "sparsifier"}, {"keep", 0.5}}},
      {"marina_langevin", {{"compressor", "sparsifier"}, {"keep", 0.5}, {"p_full", 0.3}}},
      {"elf", {{"compressor", "sparsifier"}, {"direction", "up"}}},
      {"elf", {{"compressor", "sparsifier"}, {"direction", "both"}, {"keep", 0.7}}}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Case test = cases[i];
    test.options.emplace_back("step", 0.05);
    INFO(test.name << ", case " << i);
    check_stationary(*federation, test, 1 / (0.05 * 4));
  }
}

TEST_CASE("minibatches of rows with equal Hessians add the noise that the oracle says") {
  const auto federation = quadratic_federation(random_rows(31, 2, {3, 6, 9}, true));
  const oracles::GaussianProblem problem = federation->gaussian();
  const double step = 0.05 * problem.step_bound();
  const std::vector<Case> cases = {
      {"sgld", {{"batch", 2}}},
      {"sgld", {{"batch", 18}}},
      {"fald", {{"K", 1}, {"batch", 2}}},
      {"fald", {{"p_c", 0.3}, {"batch", 1}, {"rho", 0.5}}},
      {"fald", {{"K", 4}, {"batch", 5}, {"weights", "examples"}, {"estimate", "average"}}},
      {"vr_fald", {{"p_c", 0.3}, {"q_cv", 0.3}, {"batch", 1}, {"weights", "examples"}}},
      {"scaffnew_langevin", {{"p_c", 0.3}, {"batch", 1}, {"rho", 0.5}}}};
  for (Case test : cases) {
    test.options.emplace_back("step", step);
    INFO(test.name);
    check_stationary(*federation, test, 1 / (step * problem.smallest_curvature()));
  }
}

TEST_CASE("the toy's equal clients: K, rho and heterogeneity leave no trace at communications") {
  const auto federation = quadratic_federation(random_rows(32, 2, {4, 4, 4}, true));
  const oracles::GaussianProblem problem = federation->gaussian();
  const double step = 0.1 * problem.step_bound();
  for (const double rho : {0.0, 1.0}) {
    const Case test{"fald", {{"K", 10}, {"rho", rho}, {"step", step}}};
    const auto sampler = load_plugin<Sampler>("sampler/fald", test.options);
    const auto ula = load_plugin<Sampler>("sampler/ula", {{"step", step}});
    LangevinLaw of_fald, of_ula;
    REQUIRE(sampler->law(of_fald));
    REQUIRE(ula->law(of_ula));
    CHECK(oracles::second_moment(*oracles::stationary_law(problem, of_fald).moments) ==
          Approx(oracles::second_moment(*oracles::stationary_law(problem, of_ula).moments))
              .epsilon(1e-12));
    check_stationary(*federation, test, 1 / (step * problem.smallest_curvature()));
  }
}

TEST_CASE("samplers say which rows and weights they use") {
  const auto federation = quadratic_federation(random_rows(33, 2, {2, 6}, true));
  const random::PhiloxRandom random(1, 0);
  const auto law_of = [&](const std::string& name, std::vector<Setting> options) {
    const auto sampler = load_plugin<Sampler>("sampler/" + name, std::move(options));
    SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 1));
    LangevinLaw law;
    REQUIRE(sampler->law(law));
    if (!law.weights.empty()) CHECK(law.weights[0] == (law.temp == 2 ? 0.25 : 0.5));
    law.weights = {};
    return law;
  };
  CHECK(law_of("sgld", {{"batch", 3}}).batch == 3);
  CHECK_FALSE(law_of("sgld", {{"batch", 3}}).full_batch);
  CHECK(law_of("sgld", {{"batch", 8}}).full_batch);
  CHECK(law_of("fald", {{"K", 2}, {"batch", 6}}).full_batch);
  CHECK_FALSE(law_of("fald", {{"K", 2}, {"batch", 3}}).full_batch);  // client 1 alone
  CHECK(law_of("fald", {{"K", 2}, {"batch", 3}}).batch == 3);
  CHECK(law_of("fald", {{"K", 2}}).batch == 0);
  CHECK(law_of("fald", {{"K", 2}}).at_communication);
  CHECK_FALSE(law_of("fald", {{"K", 2}, {"estimate", "average"}}).at_communication);
  CHECK(law_of("vr_fald", {{"p_c", 0.5}, {"q_cv", 0.25}, {"batch", 1}}).q_cv == 0.25);
  law_of("vr_fald", {{"p_c", 0.5}, {"weights", "examples"}, {"temp", 2.0}});
}
