// Scaffnew against its pseudocode.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace scaffnew_test {

using Eigen::Vector3d;

namespace {

// Algorithm 2, line by line, with the coins that the sampler sees.
Vector3d algorithm_2(double lr, double p_c, int iterations) {
  const auto losses = four_quadratics();
  std::array<Vector3d, 4> x, s;
  x.fill(kStart);
  s.fill(Vector3d::Zero());
  Vector3d server = kStart;
  for (int k = 0; k < iterations; ++k) {
    for (std::size_t c = 0; c < 4; ++c) x[c] -= lr * (losses[c].gradient(x[c]) - s[c]);
    Eigen::MatrixXd coin(1, 1);
    random_streams.uniform({Role::communication}, k, view(coin));
    if (coin(0, 0) >= p_c) continue;
    server.setZero();
    for (std::size_t c = 0; c < 4; ++c) server += shares_of_rows()[c] * x[c];
    for (std::size_t c = 0; c < 4; ++c) s[c] += p_c / lr * (server - x[c]);
    x.fill(server);
  }
  return server;
}

}  // namespace

TEST_CASE("Scaffnew is its pseudocode") {
  for (const int iterations : {1, 7, 40}) {
    CHECK(
        (after("scaffnew", {{"lr", .1}, {"p_c", .3}}, iterations) - algorithm_2(.1, .3, iterations))
            .norm() < 1e-12);
  }
}

using namespace ledger_terms;

const ShippedSampler scaffnew = ShippedSampler("scaffnew")
                                    .conforms({{"p_c", 0.4}, {"lr", 0.3}})
                                    .conforms({{"K", 3}, {"lr", 0.3}, {"weights", "uniform"}})
                                    .costs({{"K", 3}, {"batch", 1}}, [](const Seen&) {
                                      return both_ways(C * T / 3, C * N * T / 3, C * T * N);
                                    });

}  // namespace scaffnew_test
}  // namespace skald::test
