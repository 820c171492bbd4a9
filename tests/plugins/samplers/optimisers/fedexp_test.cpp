// FedExP against published rounds, and the step at which it becomes unstable.
#include <string>
#include <vector>

#include "all_samplers/shipped_sampler.hpp"
#include "catch.hpp"
#include "optimisers/four_quadratics.hpp"

namespace skald::test {
namespace fedexp_test {

using Eigen::MatrixXd;
using Eigen::Vector3d;

TEST_CASE("FedExP's rounds of all clients are the published ones") {
  const auto distance = [](Index rounds, const Vector3d& expected) {
    return (after("fedexp", five_steps({{"epsilon", 1e-3}}), 5 * rounds) - expected).norm();
  };
  CHECK(distance(1, {.8539707136, -.5276991959, 1.078777697}) < 2e-9);
  CHECK(distance(2, {.72008557, .1591732609, .04993544822}) < 2e-9);
  CHECK(distance(4, {.81206533, -.1747666273, .7913621496}) < 2e-9);
}

// The step is 1 at least: moves that are all the same would make it 1/2.
TEST_CASE("FedExP with equal clients is FedAvg") {
  FederationData data{
      MatrixXd::Constant(2, 6, 1.5), {0, 0, 1, 1, 2, 2}, MatrixXd::Identity(2, 2).reshaped(), 3};
  const auto federation = quadratic_federation(std::move(data));
  const MatrixXd start = MatrixXd::Constant(2, 1, 7);
  const std::vector<Setting> options = five_steps({});
  CHECK(run_sampler(*federation, "fedexp", options, 20, start) ==
        run_sampler(*federation, "fedavg", options, 20, start));
}

// At FedAvg's fixed point eta = s / (2 epsilon) with s = sum w_c |Delta_c|^2 = .6671529311, and the
// mean map contracts as long as eta times the largest eigenvalue, .5216856914, is below 2.
TEST_CASE("FedExP leaves FedAvg's fixed point if epsilon is below a bound that is known") {
  const double bound = .6671529311 * .5216856914 / 4;
  const auto distance = [&](double epsilon) {
    const Vector3d start = kFedAvgRest + Vector3d::Constant(1e-6);
    return (after("fedexp", five_steps({{"epsilon", epsilon}}), 5 * 3000, start) - kFedAvgRest)
        .norm();
  };
  CHECK(distance(1.02 * bound) < 1e-9);
  CHECK(distance(.98 * bound) > .01);
}

TEST_CASE("FedExP refuses clients as units") {
  CHECK_THROWS_WITH(after("fedexp", {{"unit", "client"}, {"weights", "uniform"}}, 10),
                    Catch::Contains("the server needs the norm of every client's move"));
}

using namespace ledger_terms;

const ShippedSampler fedexp = ShippedSampler("fedexp")
                                  .conforms({{"K", 3}, {"lr", 0.3}})
                                  .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                    return both_ways(C * T / 3, C * T / 3, C * T);
                                  });

}  // namespace fedexp_test
}  // namespace skald::test
