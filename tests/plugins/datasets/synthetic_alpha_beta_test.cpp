#include <Eigen/Dense>

#include "catch.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/dataset.hpp"

using namespace skald;
using namespace skald::test;

namespace {

struct Synthetic {
  std::shared_ptr<Dataset> data;
  Table table;

  explicit Synthetic(const std::vector<Setting>& settings)
      : data(load_plugin<Dataset>("dataset/synthetic_alpha_beta", settings)),
        table(data->load(random::PhiloxRandom(4, 0))) {}
};

}  // namespace

TEST_CASE("synthetic_alpha_beta gives every client at least 50 rows, a share of them for testing") {
  const Synthetic loaded({{"clients", 20}, {"test_fraction", 0.2}});
  const Table& table = loaded.table;
  CHECK(table.features.rows == 61);
  CHECK(table.classes == 10);
  std::vector<Index> train(20, 0), test(20, 0);
  for (Index r = 0; r < table.rows(); ++r) {
    const auto client = static_cast<std::size_t>(table.group[static_cast<std::size_t>(r)]);
    ++(r < table.train ? train : test)[client];
  }
  for (std::size_t c = 0; c < 20; ++c) {
    CHECK(train[c] + test[c] >= 50);
    CHECK(test[c] == (train[c] + test[c]) / 5);
  }
  CHECK(table.features.matrix().row(0).isOnes(0));
}

TEST_CASE("synthetic_alpha_beta spreads features by j^-1.2 around the client's means") {
  // Without iid the means of clients differ; with it they are 0, and the variance of feature j over
  // n rows is j^-1.2 with a relative deviation of sqrt(2 / n), the mean 0 with sqrt(var / n). Six
  // deviations for 60 features each: error probability 60 x 4e-9.
  const Synthetic loaded({{"clients", 40}, {"iid", true}});
  const auto x = loaded.table.features.matrix();
  const double n = static_cast<double>(x.cols());
  for (Index j = 1; j <= 60; ++j) {
    const double variance = std::pow(static_cast<double>(j), -1.2);
    CHECK(std::abs(x.row(j).mean()) <= 6 * std::sqrt(variance / n));
    CHECK(std::abs(x.row(j).squaredNorm() / n / variance - 1) <= 6 * std::sqrt(2 / n));
  }
  const Synthetic apart({{"clients", 2}, {"beta", 100.0}});
  double mean[2] = {0, 0}, count[2] = {0, 0};
  for (Index r = 0; r < apart.table.rows(); ++r) {
    const int client = apart.table.group[static_cast<std::size_t>(r)];
    mean[client] += apart.table.features.matrix()(60, r);
    ++count[client];
  }
  CHECK(std::abs(mean[0] / count[0] - mean[1] / count[1]) > 1);
}

TEST_CASE("synthetic_alpha_beta labels by one linear model where clients are alike") {
  // The labels of iid clients come from one model: a linear separator of class 0 fitted on the
  // first half does well on the second, much better than by chance.
  const Synthetic loaded({{"clients", 30}, {"iid", true}, {"classes", 2}});
  const auto x = loaded.table.features.matrix();
  const Eigen::Map<const Eigen::VectorXd> y(loaded.table.target.data(), x.cols());
  const Index half = x.cols() / 2;
  const Eigen::MatrixXd gram = x.leftCols(half) * x.leftCols(half).transpose();
  const Eigen::VectorXd w =
      gram.ldlt().solve(x.leftCols(half) * (2 * y.head(half).array() - 1).matrix());
  const Eigen::ArrayXd score = (x.rightCols(half).transpose() * w).array();
  const auto right = ((score > 0) == (y.tail(half).array() > 0.5)).count();
  CHECK(static_cast<double>(right) / static_cast<double>(half) > 0.9);
}

namespace {

const ShippedPlugin shipped_synthetic_alpha_beta =
    ShippedPlugin(Kind::dataset, "synthetic_alpha_beta").conforms({{"clients", 4}});

}  // namespace
