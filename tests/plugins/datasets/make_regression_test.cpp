#include <Eigen/Dense>

#include "loaded.hpp"
#include "shipped_plugin.hpp"
#include "test.hpp"

namespace {

Eigen::Map<const Eigen::VectorXd> target(const Table& table) {
  return {table.target.data(), static_cast<Index>(table.target.size())};
}

// Least squares over the rows [first, first + count).
Eigen::VectorXd coefficients(const Table& table, Index first, Index count) {
  const Eigen::MatrixXd x = table.features.matrix().middleCols(first, count).transpose();
  return x.colPivHouseholderQr().solve(target(table).segment(first, count));
}

}  // namespace

TEST_CASE("make_regression is exactly linear in ten informative features") {
  const auto [data, table] = Loaded("make_regression", {{"features", 30}});
  REQUIRE(table.rows() == 500);
  CHECK(table.train == 500);
  CHECK(table.groups == 1);
  CHECK(table.classes == 0);
  REQUIRE(table.features.rows == 30);
  const Eigen::VectorXd w = coefficients(table, 0, 500);
  CHECK(w.head(10).minCoeff() > 0);
  CHECK(w.head(10).maxCoeff() < 100);
  CHECK(w.tail(20).cwiseAbs().maxCoeff() < 1e-10);
  const Eigen::VectorXd residual = target(table) - table.features.matrix().transpose() * w;
  CHECK(residual.norm() < 1e-9);
}

TEST_CASE("features are standard normal, coefficients uniform, noise as asked for") {
  const auto [data, table] = Loaded(
      "make_regression", {{"clients", 400}, {"examples", 50}, {"features", 5}, {"noise", 3.0}}, 2);
  REQUIRE(table.rows() == 20000);
  REQUIRE(table.features.rows == 5);
  CHECK(table.group[49] == 0);
  CHECK(table.group[50] == 1);
  const auto x = table.features.matrix();
  // 1e5 normals: mean square 1 with deviation sqrt(2e-5); mean 0 with sqrt(1e-5). Five deviations.
  CHECK(std::abs(x.mean()) <= 5 * std::sqrt(1e-5));
  CHECK(std::abs(x.squaredNorm() / 1e5 - 1) <= 5 * std::sqrt(2e-5));
  double sum = 0, squares = 0;
  for (Index c = 0; c < 400; ++c) {
    const Eigen::VectorXd w = coefficients(table, 50 * c, 50);
    sum += w.mean() / 400;
    const auto rows = x.middleCols(50 * c, 50);
    squares += (target(table).segment(50 * c, 50) - rows.transpose() * w).squaredNorm();
  }
  // 2000 coefficients of deviation 100 / sqrt(12), blurred by about 3 / sqrt(45) each.
  CHECK(std::abs(sum - 50) <= 5 * 28.9 / std::sqrt(2000.0));
  // 400 clients leave 45 degrees of freedom each: variance 9 with deviation 9 sqrt(2 / 18000).
  CHECK(std::abs(squares / 18000 - 9) <= 5 * 9 * std::sqrt(2 / 18000.0));
}

TEST_CASE("more clients leave the others as they were") {
  const auto few = load_plugin<Dataset>("dataset/make_regression", {{"clients", 2}});
  const auto many = load_plugin<Dataset>("dataset/make_regression", {{"clients", 3}});
  const Table a = few->load(random::PhiloxRandom(3, 1));
  const Table b = many->load(random::PhiloxRandom(3, 1));
  CHECK(a.features.matrix() == b.features.matrix().leftCols(1000));
  CHECK(target(a) == target(b).head(1000));
}

namespace {

const ShippedPlugin shipped_make_regression =
    ShippedPlugin(Kind::dataset, "make_regression").conforms({{"clients", 3}, {"noise", 0.5}});

}  // namespace
