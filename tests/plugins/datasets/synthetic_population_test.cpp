#include <Eigen/Dense>
#include <cmath>

#include "loaded.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

struct Population : Loaded {
  explicit Population(const std::vector<Setting>& settings)
      : Loaded("synthetic_population", settings, 4) {}
};

// The share of the test rows whose label a linear fit of the training rows finds.
double share_found(const Table& table) {
  const auto x = table.features.matrix();
  const Index test = table.rows() - table.train;
  Eigen::MatrixXd with_one(x.rows() + 1, x.cols());
  with_one << x, Eigen::RowVectorXd::Ones(x.cols());
  const Eigen::Map<const Eigen::VectorXd> y(table.target.data(), x.cols());
  const Eigen::MatrixXd known = with_one.leftCols(table.train);
  const Eigen::VectorXd w = (known * known.transpose())
                                .ldlt()
                                .solve(known * (2 * y.head(table.train).array() - 1).matrix());
  const Eigen::ArrayXd score = (with_one.rightCols(test).transpose() * w).array();
  const auto right = ((score > 0) == (y.tail(test).array() > 0.5)).count();
  return static_cast<double>(right) / static_cast<double>(test);
}

}  // namespace

TEST_CASE("every client of a population has the same number of rows, test clients at the end") {
  const Population loaded(
      {{"clients", 70}, {"examples", 3}, {"dimension", 5}, {"test_clients", 10}, {"classes", 4}});
  const Table& table = loaded.table;
  CHECK(table.features.rows == 5);
  CHECK(table.rows() == 240);
  CHECK(table.train == 210);
  CHECK(table.groups == 80);
  CHECK(table.classes == 4);
  for (std::size_t r = 0; r < 240; ++r) {
    CHECK(table.group[r] == static_cast<std::int32_t>(r / 3));
    CHECK((table.target[r] >= 0 && table.target[r] < 4));
  }
}

TEST_CASE("clients of a population may have more rows than are passed on at a time") {
  const Population loaded({{"clients", 2}, {"examples", 1300}, {"test_clients", 0}});
  CHECK(loaded.table.rows() == 2600);
  CHECK(loaded.table.train == 2600);
  CHECK(loaded.table.group[1299] == 0);
  CHECK(loaded.table.group[1300] == 1);
  CHECK(loaded.table.features.column(0) != loaded.table.features.column(512));
}

TEST_CASE("the means of a client's features have variance beta, the features j^-1.2 around them") {
  // n rows of N clients: over all, feature j has the variance s = beta + j^-1.2. Clients are
  // independent, each with m rows of common mean: the mean over all has the variance beta / N +
  // j^-1.2 / n, and that of their squares is at most 2 (beta^2 + 2 beta j^-1.2) / N + 2 j^-2.4 / n.
  // Six deviations for 4 features each: error probability 8 x 2e-9.
  const double beta = 0.7, N = 2000, n = 2000 * 5;
  const Population loaded(
      {{"clients", 2000}, {"examples", 5}, {"dimension", 4}, {"beta", beta}, {"test_clients", 0}});
  const auto x = loaded.table.features.matrix();
  for (Index j = 0; j < 4; ++j) {
    const double own = std::pow(static_cast<double>(j + 1), -1.2);
    CHECK(std::abs(x.row(j).mean()) <= 6 * std::sqrt(beta / N + own / n));
    const double error = std::sqrt(2 * (beta * beta + 2 * beta * own) / N + 2 * own * own / n);
    CHECK(std::abs(x.row(j).squaredNorm() / n - beta - own) <= 6 * error);
  }
}

TEST_CASE("what clients of a population have in common predicts clients that were not seen") {
  const std::vector<Setting> settings{
      {"clients", 500}, {"classes", 2}, {"test_clients", 500}, {"dimension", 3}};
  auto alike = settings, unlike = settings;
  alike.emplace_back("alpha", 0.0);
  unlike.emplace_back("alpha", 1e6);
  CHECK(share_found(Population(alike).table) > 0.9);
  CHECK(std::abs(share_found(Population(unlike).table) - 0.5) < 0.2);
}

namespace {

const ShippedPlugin shipped_synthetic_population =
    ShippedPlugin(Kind::dataset, "synthetic_population").conforms({{"clients", 4}});

}  // namespace
