#include <Eigen/Dense>

#include "loaded.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "test.hpp"

namespace {

struct Quadratic {
  Eigen::MatrixXd curvature{2, 2}, minimiser{2, 1};
};

Quadratic quadratic(const Model& model, Index first, Index count) {
  Quadratic q;
  extension<GaussianPosterior>(model)->quadratic(Rows::range(first, count), 1, view(q.curvature),
                                                 view(q.minimiser));
  return q;
}

// Where FedAvg with K full-batch steps stands still: (sum_c (I - D_c^K))^-1 sum_c (I - D_c^K) mu_c.
Eigen::Vector2d fedavg_fixed_point(const Model& model, double lr, int K) {
  Eigen::Matrix2d left = Eigen::Matrix2d::Zero();
  Eigen::Vector2d right = Eigen::Vector2d::Zero();
  for (Index c = 0; c < 2; ++c) {
    const Quadratic q = quadratic(model, c, 1);
    Eigen::Matrix2d power = Eigen::Matrix2d::Identity();
    for (int k = 0; k < K; ++k) power *= Eigen::Matrix2d::Identity() - lr * q.curvature;
    left += Eigen::Matrix2d::Identity() - power;
    right += (Eigen::Matrix2d::Identity() - power) * q.minimiser;
  }
  return left.inverse() * right;
}

}  // namespace

TEST_CASE("two_quadratics has curvatures 1 and 10 along axes of 30 and 120 degrees") {
  const auto [data, table] = Loaded("two_quadratics");
  REQUIRE(table.rows() == 2);
  CHECK(table.train == 2);
  CHECK(table.groups == 2);
  CHECK(table.group[1] == 1);
  const auto model = bound_model("gaussian", table);
  const Quadratic first = quadratic(*model, 0, 1), second = quadratic(*model, 1, 1);
  CHECK(first.minimiser.isApprox(Eigen::Vector2d(-3, 2)));
  CHECK(second.minimiser.isApprox(Eigen::Vector2d(3, 1)));
  Eigen::Matrix2d expected;
  expected << 3.25, -3.8971, -3.8971, 7.75;
  CHECK(first.curvature.isApprox(expected, 1e-5));
  expected << 7.75, 3.8971, 3.8971, 3.25;
  CHECK(second.curvature.isApprox(expected, 1e-5));
}

TEST_CASE("the global optimum of two_quadratics is where FedAvg does not end") {
  const auto [data, table] = Loaded("two_quadratics");
  const auto model = bound_model("gaussian", table);
  const Eigen::Vector2d optimum = quadratic(*model, 0, 2).minimiser;
  CHECK(optimum.isApprox(Eigen::Vector2d(0.873, 3.830), 2e-4));
  const auto distance = [&](int K) {
    return (fedavg_fixed_point(*model, 0.02, K) - optimum).norm();
  };
  CHECK(distance(1) < 1e-12);
  CHECK(distance(10) == Approx(0.482).margin(5e-4));
  CHECK(distance(100) == Approx(2.272).margin(5e-4));
}

namespace {

const ShippedPlugin shipped_two_quadratics =
    ShippedPlugin(Kind::dataset, "two_quadratics").conforms({});

}  // namespace
