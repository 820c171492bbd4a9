#include <Eigen/Dense>

#include "loaded.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "test.hpp"

namespace {

Eigen::MatrixXd precision(const Table& table, Index column) {
  const Index d = table.features.rows;
  return Eigen::MatrixXd(find_array(table, "precision")->values.column(column).reshaped(d, d));
}

}  // namespace

TEST_CASE("table_1 gives one row per client with means of variance 100") {
  const auto [data, table] = Loaded("gaussian_clients", {{"clients", 200}, {"dimension", 20}});
  REQUIRE(table.features.rows == 20);
  REQUIRE(table.rows() == 200);
  CHECK(table.train == 200);
  CHECK(table.groups == 200);
  CHECK(table.group[199] == 199);
  CHECK(table.target.empty());
  // 4000 normals: mean square 1 with deviation sqrt(2 / 4000); mean 0 with 1 / sqrt(4000). Five
  // deviations each: 6e-7.
  const Eigen::MatrixXd z = table.features.matrix() / 10;
  CHECK(std::abs(z.mean()) <= 5 / std::sqrt(4000.0));
  CHECK(std::abs(z.squaredNorm() / 4000 - 1) <= 5 * std::sqrt(2 / 4000.0));
}

TEST_CASE("table_1 covariances are scaled rotations of uniform variances in 2 x 2 blocks") {
  const Index clients = 400;
  const auto [data, table] = Loaded("gaussian_clients", {{"clients", 400}, {"dimension", 20}}, 2);
  REQUIRE(find_array(table, "precision")->values.cols == clients);
  double trace_mean = 0, angle_mean = 0;
  for (Index c = 0; c < clients; ++c) {
    const Eigen::MatrixXd p = precision(table, c);
    REQUIRE(p == p.transpose());
    Eigen::MatrixXd outside = p;
    for (Index b = 0; b < 20; b += 2) outside.block<2, 2>(b, b).setZero();
    REQUIRE(outside.isZero(0));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(p);
    const Eigen::ArrayXd variances = 1 / solver.eigenvalues().array();
    REQUIRE(variances.minCoeff() > 0);
    REQUIRE(variances.maxCoeff() <= 10.1 * (1 + 1e-9));
    trace_mean += variances.mean() / static_cast<double>(clients);
    angle_mean += p(0, 1) > 0 ? 1.0 : 0.0;
  }
  // The mean variance of a client is s * (mean of 20 uniforms): mean 5.1 / 2; its variance is
  // E s^2 (1/4 + 1/240) - (5.1 / 2)^2 with E s^2 = 5.1^2 + 100/12 = 34.34, which is 2.23. Over 400
  // clients, five deviations: 6e-7.
  CHECK(std::abs(trace_mean - 2.55) <= 5 * std::sqrt(2.23 / 400));
  // The sign of an off-diagonal entry is a fair coin: deviation 1/2 sqrt(400).
  CHECK(std::abs(angle_mean - 200) <= 5 * 0.5 * 20);
}

TEST_CASE("more clients leave those before them as they were") {
  const auto few = load_plugin<Dataset>("dataset/gaussian_clients", {{"clients", 3}});
  const auto many = load_plugin<Dataset>("dataset/gaussian_clients", {{"clients", 7}});
  const Table a = few->load(random::PhiloxRandom(4, 2));
  const Table b = many->load(random::PhiloxRandom(4, 2));
  CHECK(a.features.matrix() == b.features.matrix().leftCols(3));
  CHECK(precision(a, 2) == precision(b, 2));
  const Table c = few->load(random::PhiloxRandom(5, 2));
  CHECK(c.features.matrix() != b.features.matrix().leftCols(3));
}

TEST_CASE("toy draws points around the means of the clients with one covariance") {
  const auto [data, table] =
      Loaded("gaussian_clients", {{"generator", "toy"}, {"clients", 100}, {"alpha", 9.0}}, 3);
  REQUIRE(table.features.rows == 2);
  REQUIRE(table.rows() == 100000);
  CHECK(table.group[0] == 0);
  CHECK(table.group[999] == 0);
  CHECK(table.group[1000] == 1);
  REQUIRE(find_array(table, "precision")->values.cols == 1);
  Eigen::Matrix2d covariance;
  covariance << 5, -2, -2, 1;
  CHECK((precision(table, 0) * covariance).isApprox(Eigen::Matrix2d::Identity(), 1e-14));

  Eigen::Matrix2d within = Eigen::Matrix2d::Zero();
  double between = 0;
  for (Index c = 0; c < 100; ++c) {
    const Eigen::MatrixXd points = table.features.matrix().middleCols(c * 1000, 1000);
    const Eigen::Vector2d mean = points.rowwise().mean();
    const Eigen::MatrixXd centred = points.colwise() - mean;
    within += centred * centred.transpose() / (999.0 * 100);
    between += mean.squaredNorm() / 200;
  }
  // Var of S_ij over n = 99900 degrees of freedom is (S_ii S_jj + S_ij^2) / n. Five deviations.
  CHECK(std::abs(within(0, 0) - 5) <= 5 * std::sqrt(50 / 99900.0));
  CHECK(std::abs(within(0, 1) + 2) <= 5 * std::sqrt(9 / 99900.0));
  CHECK(std::abs(within(1, 1) - 1) <= 5 * std::sqrt(2 / 99900.0));
  // 200 squares of normals with variance 9 (+ 3e-3 from the finite sample): deviation 0.9.
  CHECK(std::abs(between - 9) <= 6 * 0.9);
}

TEST_CASE("toy with a spread has clients of unequal size") {
  const auto [data, table] = Loaded(
      "gaussian_clients", {{"generator", "toy"}, {"clients", 400}, {"examples_spread", 0.1}}, 3);
  const auto [equal, even] =
      Loaded("gaussian_clients", {{"generator", "toy"}, {"clients", 400}}, 3);
  CHECK(even.rows() == 400000);
  Eigen::ArrayXd sizes = Eigen::ArrayXd::Zero(400);
  for (const std::int32_t c : table.group) ++sizes[c];
  REQUIRE(sizes.sum() == static_cast<double>(table.rows()));
  CHECK(table.features.column(0) == even.features.column(0));
  // 400 normals of deviation 100: the mean has deviation 5, the variance 1e4 sqrt(2 / 400). Five
  // deviations each: 6e-7.
  CHECK(std::abs(sizes.mean() - 1000) <= 25);
  CHECK(std::abs((sizes - 1000).square().mean() - 1e4) <= 5 * 1e4 * std::sqrt(2 / 400.0));
}

TEST_CASE("explicit takes means and covariances as given") {
  const auto load = [](const Array& covariances) {
    const Array means{{1, 2, 3, 4, 5, 6}, {3, 2}};
    return Loaded("gaussian_clients",
                  {{"generator", "explicit"}, {"means", means}, {"covariances", covariances}});
  };
  SECTION("one covariance each") {
    const auto [data, table] = load({{2, 0, 0, 4, 5, -2, -2, 1, 1, 0, 0, 1}, {3, 2, 2}});
    REQUIRE(table.rows() == 3);
    CHECK(table.features.column(1) == Eigen::Vector2d(3, 4));
    CHECK(precision(table, 0).isApprox(Eigen::Vector2d(0.5, 0.25).asDiagonal().toDenseMatrix()));
    Eigen::Matrix2d expected;
    expected << 1, 2, 2, 5;
    CHECK(precision(table, 1).isApprox(expected, 1e-14));
    const auto model = bound_model("gaussian", table);
    CHECK(model->dimension() == 2);
  }
  SECTION("equal covariances are kept once") {
    const auto [data, table] = load({{5, -2, -2, 1, 5, -2, -2, 1, 5, -2, -2, 1}, {3, 2, 2}});
    CHECK(find_array(table, "precision")->values.cols == 1);
  }
  SECTION("one covariance for all") {
    const auto [data, table] = load({{5, -2, -2, 1}, {2, 2}});
    CHECK(find_array(table, "precision")->values.cols == 1);
  }
}

TEST_CASE("explicit takes a number per client for the mean and variance of all coordinates") {
  const Array means{{20, 1, 20}, {3}}, variances{{1, 4, 1}, {3}};
  const auto [data, table] = Loaded(
      "gaussian_clients",
      {{"generator", "explicit"}, {"means", means}, {"covariances", variances}, {"dimension", 5}});
  REQUIRE(table.features.rows == 5);
  REQUIRE(table.rows() == 3);
  CHECK(table.features.column(0) == Eigen::VectorXd::Constant(5, 20));
  CHECK(table.features.column(1) == Eigen::VectorXd::Constant(5, 1));
  CHECK(precision(table, 1) == Eigen::MatrixXd::Identity(5, 5) / 4);
  CHECK(precision(table, 2) == Eigen::MatrixXd::Identity(5, 5));
}

TEST_CASE("gaussian_clients refuses options that contradict each other") {
  const Array means{{1, 2, 3, 4}, {2, 2}};
  const Array identity{{1, 0, 0, 1}, {2, 2}};
  const auto refused = [](const std::vector<Setting>& settings, const std::string& message) {
    check_refused("gaussian_clients", settings, message);
  };
  refused({{"dimension", 5}}, "expected an even number");
  refused({{"alpha", 1.0}}, "belong to generator toy");
  refused({{"means", means}}, "belong to generator explicit");
  refused({{"generator", "toy"}, {"dimension", 3}}, "toy has dimension 2");
  refused({{"generator", "explicit"}, {"means", means}},
          "needs means (N x d, or N) and covariances");
  refused({{"generator", "explicit"},
           {"means", means},
           {"covariances", Array{{1, 0, 0, 1}, {1, 2, 2}}}},
          "covariances has shape 1 x 2 x 2; expected, for these means, 2 x 2 x 2, "
          "2 x 2 or 2");
  refused({{"generator", "explicit"}, {"means", means}, {"covariances", Array{{1, 0}, {2}}}},
          "covariances[1] is not positive definite");
  refused({{"generator", "explicit"}, {"means", Array{{1, 2}, {2}}}, {"covariances", identity}},
          "means has shape 2; expected N x d, or N and the option dimension");
  refused({{"generator", "explicit"}, {"means", means}, {"covariances", identity}, {"clients", 3}},
          "contradicts means");
  refused(
      {{"generator", "explicit"}, {"means", means}, {"covariances", Array{{1, 2, 2, 1}, {2, 2}}}},
      "covariances[0] is not positive definite");
  refused({{"generator", "explicit"},
           {"means", means},
           {"covariances", Array{{1, 0, 0, 1, 1, 0.5, 0, 1}, {2, 2, 2}}}},
          "covariances[1] is not symmetric");
}

namespace {

const ShippedPlugin shipped_gaussian_clients =
    ShippedPlugin(Kind::dataset, "gaussian_clients").conforms({{"clients", 4}, {"dimension", 6}});

}  // namespace
