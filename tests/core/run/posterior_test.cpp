#include "run/posterior.hpp"

#include "cells.hpp"
#include "test.hpp"

using namespace skald::run;

namespace posterior_test {

TEST_CASE("the density of draws is that of the closed form, at the sampler's temperature") {
  for (const char* sampler : {R"({"plugin": "ula", "step": 0.01})",
                              R"({"plugin": "fa_ld", "step": 0.01, "K": 2, "temp": 0.25})"}) {
    CAPTURE(sampler);
    const grid::Cell cell = cell_of(
        R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                       "means": [[0, 1], [1, -1]],
                       "covariances": [[[0.5, 0.1], [0.1, 0.3]], [[1, 0], [0, 2]]]},
           "partition": {"plugin": "natural"}, "model": {"plugin": "gaussian"}, "sampler": )" +
        std::string(sampler) + R"(, "run": {"iterations": 8})");
    const auto exact = exact_posterior(cell, 0, std::array<std::int64_t, 2>{0, 1}, plugins());
    REQUIRE(exact);
    MatrixXd draws(2, 4);
    draws << 0, 1, -2, 0.3, 0, 0.5, 1, 7;
    const VectorXd found = log_posterior(cell, 0, draws, plugins());
    const MatrixXd away = draws.colwise() - exact->mean;
    const MatrixXd precision = exact->covariance.inverse();
    const VectorXd expected = -0.5 * (away.transpose() * precision * away).diagonal();
    for (Eigen::Index j = 1; j < 4; ++j) {
      CHECK(found(j) - found(0) == Approx(expected(j) - expected(0)).epsilon(1e-12));
    }
  }
}

TEST_CASE("draws of another dimension are refused") {
  const grid::Cell cell = cell_of(titanic(R"({"plugin": "ula", "step": 1e-3})"));
  CHECK_THROWS_WITH(log_posterior(cell, 0, MatrixXd::Zero(3, 1), plugins()),
                    "found draws of 3 coordinates, expected 4");
}

}  // namespace posterior_test
