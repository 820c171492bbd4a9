#include <Eigen/Dense>
#include <cmath>

#include "loaded.hpp"
#include "shipped_plugin.hpp"
#include "test.hpp"

namespace {

Eigen::VectorXd parameter_of(const Table& table) {
  return find_array(table, "parameter")->values.column(0);
}

// Scores of all rows at the parameter.
Eigen::VectorXd scores_of(const Table& table) {
  return table.features.matrix().transpose() * parameter_of(table);
}

}  // namespace

TEST_CASE("linear responses are those of the stated parameter, with the noise asked for") {
  const auto [data, table] =
      Loaded("prior_predictive",
             {{"clients", 20}, {"examples", 500}, {"features", 3}, {"noise", 0.5}, {"shift", 2.0}});
  REQUIRE(table.rows() == 10000);
  CHECK(table.train == 10000);
  CHECK(table.groups == 20);
  CHECK(table.classes == 0);
  REQUIRE(parameter_of(table).size() == 4);
  CHECK((table.features.matrix().row(3).array() == 1).all());
  const Eigen::Map<const Eigen::VectorXd> y(table.target.data(), 10000);
  const Eigen::VectorXd residual = y - scores_of(table);
  // Mean square .25 with the deviation .25 sqrt(2 / 1e4); 5 of them: P = 6e-7.
  CHECK(std::abs(residual.squaredNorm() / 1e4 - 0.25) < 5 * 0.25 * std::sqrt(2e-4));
  CHECK(std::abs(residual.mean()) < 5 * 0.5 / 100);
  // Rows of a client scatter around its own mean; these have the variance 4.
  double means = 0, within = 0;
  for (Index c = 0; c < 20; ++c) {
    const auto x = table.features.matrix().block(0, 500 * c, 3, 500);
    const Eigen::VectorXd mean = x.rowwise().mean();
    means += mean.squaredNorm() / 60;
    within += (x.colwise() - mean).squaredNorm() / (3 * 20 * 499);
    CHECK(table.group[static_cast<std::size_t>(500 * c)] == c);
  }
  CHECK(std::abs(means - 4) < 5 * 4 * std::sqrt(2.0 / 60));
  CHECK(std::abs(within - 1) < 5 * std::sqrt(2.0 / 3e4));
}

TEST_CASE("labels have the probabilities of the stated parameter") {
  const auto [data, table] = Loaded("prior_predictive", {{"response", "logistic"},
                                                         {"clients", 4},
                                                         {"examples", 2500},
                                                         {"features", 2},
                                                         {"intercept", false}});
  CHECK(table.classes == 2);
  REQUIRE(parameter_of(table).size() == 2);
  const Eigen::VectorXd scores = scores_of(table);
  double surprise = 0, variance = 0;  // of y - p, weighted by the score
  for (Index r = 0; r < table.rows(); ++r) {
    const double p = 1 / (1 + std::exp(-scores[r]));
    surprise += scores[r] * (table.target[static_cast<std::size_t>(r)] - p);
    variance += scores[r] * scores[r] * p * (1 - p);
  }
  CHECK(std::abs(surprise) < 5 * std::sqrt(variance));
}

TEST_CASE("parameters of replicates are draws from the prior") {
  double squares = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto [data, table] =
        Loaded("prior_predictive",
               {{"clients", 1}, {"examples", 1}, {"features", 3}, {"prior_precision", 4.0}}, seed);
    squares += parameter_of(table).squaredNorm();
  }
  CHECK(std::abs(squares / 2000 - 0.25) < 5 * 0.25 * std::sqrt(2.0 / 2000));
}

TEST_CASE("rows are scaled down before their responses are drawn") {
  const auto [data, table] = Loaded(
      "prior_predictive",
      {{"clients", 2}, {"examples", 200}, {"features", 6}, {"row_bound", 1.5}, {"noise", 1e-9}});
  const auto norms = table.features.matrix().colwise().norm().eval();
  CHECK(norms.maxCoeff() <= 1.5 * (1 + 1e-12));
  CHECK(norms.minCoeff() < 1.5);
  const Eigen::Map<const Eigen::VectorXd> y(table.target.data(), 400);
  CHECK((y - scores_of(table)).norm() < 1e-6);
  check_refused("prior_predictive", {{"row_bound", 1.0}},
                "a row with an intercept has at least the norm 1; set row_bound above 1, or "
                "intercept to false");
}

TEST_CASE("more clients leave the others as they were, here, too") {
  const auto [few, a] = Loaded("prior_predictive", {{"clients", 2}, {"shift", 1.0}});
  const auto [many, b] = Loaded("prior_predictive", {{"clients", 3}, {"shift", 1.0}});
  CHECK(parameter_of(a) == parameter_of(b));
  CHECK(a.features.matrix() == b.features.matrix().leftCols(100));
  CHECK(std::equal(a.target.begin(), a.target.end(), b.target.begin()));
}

namespace {

const ShippedPlugin shipped_prior_predictive =
    ShippedPlugin(Kind::dataset, "prior_predictive")
        .conforms({{"shift", 0.5}, {"row_bound", 2.0}})
        .conforms({{"response", "logistic"}, {"intercept", false}});

}  // namespace
