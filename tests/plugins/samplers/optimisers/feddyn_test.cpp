// FedDyn against its recurrence and its fixed point.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace feddyn_test {

using Eigen::Vector3d;

TEST_CASE("FedDyn's rounds of all clients are the published ones") {
  const std::vector<Setting> options = five_steps({{"alpha", .5}});
  const auto distance = [&](Index rounds, const Vector3d& expected) {
    return (after("feddyn", options, 5 * rounds) - expected).norm();
  };
  CHECK(distance(1, {.5703482776, -.3958442553, .7450275739}) < 2e-10);
  CHECK(distance(2, {.4165404568, .05875606095, .1477137791}) < 2e-10);
  CHECK(distance(5, {.5543839128, .2784577012, .244348367}) < 2e-10);
}

TEST_CASE("FedDyn finds the optimum for any number of steps and any cohorts") {
  const int K = GENERATE(1, 5);
  const int S = GENERATE(2, 4);
  const std::vector<Setting> options{{"K", K}, {"S", S}, {"lr", .1}, {"alpha", .5}};
  CHECK((after("feddyn", options, 3000 * K) - kOptimum).norm() < 1e-9);
  CHECK((after("feddyn", with(options, {{"weights", "uniform"}}), 3000 * K) - kUniformOptimum)
            .norm() < 1e-9);
}

// The limit does not tell whether the server divides by the clients of the round or by all.
TEST_CASE("FedDyn's server counts on the clients that did not take part") {
  const double alpha = .5, lr = .1;
  const auto losses = four_quadratics();
  std::array<Vector3d, 4> moves;
  for (std::size_t c = 0; c < 4; ++c) {
    const double a_c = alpha / (4 * shares_of_rows()[c]);
    Vector3d y = kStart;
    for (int k = 0; k < 5; ++k) y -= lr * (losses[c].gradient(y) + a_c * (y - kStart));
    moves[c] = y - kStart;
  }
  const Vector3d found = after("feddyn", five_steps({{"alpha", alpha}, {"S", 2}}), 5);
  int matches = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) {
      const Vector3d sum = moves[i] + moves[j], h = -alpha / 4 * sum;
      matches += (found - (kStart + sum / 2 - h / alpha)).norm() < 1e-12;
    }
  }
  CHECK(matches == 1);
}

using namespace ledger_terms;

const ShippedSampler feddyn = ShippedSampler("feddyn")
                                  .conforms({{"K", 3}, {"lr", 0.3}})
                                  .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                    return both_ways(C * T / 3, C * T / 3, C * T);
                                  });

}  // namespace feddyn_test
}  // namespace skald::test
