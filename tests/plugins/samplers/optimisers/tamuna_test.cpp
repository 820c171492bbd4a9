// TAMUNA against the moments of its random linear map, its fixed point and Scaffnew.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace tamuna_test {

using Eigen::Vector3d;

const std::vector<Setting> kThreeOfFour{{"K", 3}, {"lr", .1}, {"S", 3}, {"copies", 2}};

// The expectations are of E[M x M] over the 24 ordered cohorts. Chains are independent, and five
// standard errors of their mean are allowed: a false alarm has probability 6e-7.
TEST_CASE("TAMUNA's mean squared errors are those of its random linear map") {
  constexpr Index chains = 20000;
  const auto federation = four_clients();
  const auto tamuna = load_plugin<Sampler>("sampler/tamuna", kThreeOfFour);
  SamplerRun run(*federation, *tamuna, random_streams, nothing, kStart.replicate(1, chains));
  const auto mean_square = [&](Index rounds) {
    const MatrixXd theta = run.advance(3 * rounds);
    const Eigen::ArrayXd squares = (theta.colwise() - kOptimum).colwise().squaredNorm();
    const double mean = squares.mean();
    const double error = std::sqrt((squares - mean).square().mean() / chains);
    return std::pair(mean, 5 * error);
  };
  const std::vector<std::pair<Index, double>> after_rounds{
      {1, 2.273440328}, {1, 1.244440566}, {8, .02099925029}};
  for (const auto& [rounds, expected] : after_rounds) {
    CAPTURE(rounds, expected);
    const auto [mean, tolerance] = mean_square(rounds);
    CHECK(std::abs(mean - expected) < tolerance);
    CHECK(tolerance < .06 * expected);
  }
}

TEST_CASE("TAMUNA finds the optimum for any number of steps, cohorts and masks") {
  const int K = GENERATE(1, 3);
  const auto [S, copies] = GENERATE(table<int, int>({{2, 2}, {3, 2}, {4, 2}, {4, 3}, {4, 4}}));
  CAPTURE(K, S, copies);
  const std::vector<Setting> options{{"K", K}, {"lr", .1}, {"S", S}, {"copies", copies}};
  CHECK((after("tamuna", options, 1500 * K) - kOptimum).norm() < 1e-9);
  CHECK((after("tamuna", with(options, {{"weights", "uniform"}}), 1500 * K) - kUniformOptimum)
            .norm() < 1e-9);
}

TEST_CASE("the sum of TAMUNA's controls stays 0") {
  const auto federation = four_clients();
  const auto tamuna = load_plugin<Sampler>("sampler/tamuna", kThreeOfFour);
  SamplerRun run(*federation, *tamuna, random_streams, nothing, MatrixXd(kStart));
  run.advance(3 * 20);
  for (const NamedBlock& block : tamuna->state()) {
    if (std::string(block.name) != "controls") continue;
    const MatrixXd controls = block.block.matrix();
    CHECK(controls.rowwise().norm().minCoeff() > .1);
    CHECK(controls.rowwise().sum().norm() < 1e-13);
    return;
  }
  FAIL("no state is called controls");
}

TEST_CASE("with all clients and no masks TAMUNA is Scaffnew") {
  const int K = GENERATE(1, 4);
  const std::vector<Setting> options{{"K", K}, {"lr", .1}, {"weights", "uniform"}};
  const Vector3d scaffnew = after("scaffnew", options, 10 * K);
  CHECK((after("tamuna", with(options, {{"copies", 4}}), 10 * K) - scaffnew).norm() < 1e-13);
}

using namespace ledger_terms;

const ShippedSampler tamuna =
    ShippedSampler("tamuna")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .costs({{"K", 3}, {"S", 3}, {"batch", 1}}, [](const Seen&) {
          return Cost{C * T / 3, C * T / 3 * 2 * F, C * T / 3 * (3 + 2) * F, C * T * 3};
        });

}  // namespace tamuna_test
}  // namespace skald::test
