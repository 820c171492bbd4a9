#include <Eigen/Dense>
#include <numbers>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"

namespace {

using namespace skald;
using namespace skald::test;

struct RegressionRows {
  Eigen::MatrixXd x;
  Eigen::VectorXd y;
  Table table;

  RegressionRows(Index p, Index n) : x(scattered(p, n)), y(n) {
    for (Index r = 0; r < n; ++r)
      y(r) = 2 * x(0, r) - 1 + 0.3 * std::cos(5.1 * static_cast<double>(r));
    table.features = view(std::as_const(x));
    table.target = {y.data(), static_cast<std::size_t>(n)};
    table.train = n;
  }
  // Features and constant.
  Eigen::MatrixXd design() const {
    Eigen::MatrixXd out = Eigen::MatrixXd::Ones(x.rows() + 1, x.cols());
    out.topRows(x.rows()) = x;
    return out;
  }
};

}  // namespace

TEST_CASE("linear gradients are those of the normal equations, in every row form") {
  const RegressionRows example(6, 130);
  const auto model = bound_model("linear", example.table, {{"noise", 0.5}});
  REQUIRE(model->dimension() == 7);
  REQUIRE(model->classes() == 0);
  const Eigen::MatrixXd theta = scattered_parameters(7, 4, 0.7);
  const Eigen::MatrixXd x = example.design();
  const Eigen::MatrixXd expected =
      (x * x.transpose() * theta - (x * example.y).replicate(1, 4)) / 0.25;
  CHECK((gradient(*model, Rows::range(0, 130), theta) - expected).norm() <=
        1e-13 * expected.norm());
  const std::vector<std::int32_t> own = scattered_rows(4, 50, 80);
  for (const Rows& rows : {Rows::range(3, 64), Rows{1, 50, own.data(), 4}, Rows::range(5, 0)})
    check_block_equals_columns(*model, rows, theta);
  check_parts_sum_to_whole(*model, 130, theta);
}

TEST_CASE("linear gradients agree with differences of the potential, the noise fixed or not") {
  const bool estimated = GENERATE(false, true);
  const RegressionRows example(5, 40);
  const auto model =
      bound_model("linear", example.table,
                  {{"noise", 0.8}, {"estimate_noise", estimated}, {"prior_precision", 2.5}});
  const Index d = estimated ? 7 : 6;
  REQUIRE(model->dimension() == d);
  const Eigen::MatrixXd theta = scattered_parameters(d, 3, 0.7);
  const Rows rows = Rows::range(2, 30);
  check_gradient_is_slope(*model, rows, theta);
  check_block_equals_columns(*model, rows, theta);
  check_clipped_gradient(*model, rows, 0.4, theta, 1e-13);
  check_gaussian_prior(*model, 2.5, theta);
}

TEST_CASE("linear potential is the negative log density of the normal") {
  const RegressionRows example(1, 3);
  const auto model = bound_model("linear", example.table, {{"noise", 2.0}});
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(2, 1);
  const double density =
      std::exp(-example.y(1) * example.y(1) / 8) / std::sqrt(2 * std::numbers::pi * 4);
  CHECK(potential(*model, Rows::range(1, 1), theta)(0) == Approx(-std::log(density)));
}

TEST_CASE("linear posterior is Gaussian: curvature, minimiser and bounds") {
  const RegressionRows example(4, 60);
  const auto model =
      bound_model("linear", example.table, {{"noise", 0.5}, {"prior_precision", 3.0}});
  const auto* gaussian = extension<GaussianPosterior>(*model);
  const auto* curvature = extension<CurvatureBounds>(*model);
  REQUIRE(gaussian != nullptr);
  REQUIRE(curvature != nullptr);
  const Rows rows = Rows::range(7, 40);
  Eigen::MatrixXd a(5, 5), mu(5, 1);
  gaussian->quadratic(rows, 0.5, view(a), view(mu));
  const Eigen::MatrixXd x = example.design().middleCols(7, 40);
  const Eigen::MatrixXd expected = x * x.transpose() / 0.25 + 1.5 * Eigen::MatrixXd::Identity(5, 5);
  CHECK((a - expected).norm() <= 1e-13 * expected.norm());
  const Eigen::MatrixXd slope = gradient(*model, rows, mu) + 1.5 * mu;
  CHECK(slope.norm() <= 1e-10);
  CHECK_FALSE(gaussian->equal_curvatures());

  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(expected);
  CHECK(curvature->bounds(rows, 0.5).m == Approx(solver.eigenvalues()(0)).epsilon(1e-12));
  CHECK(curvature->bounds(rows, 0.5).L == Approx(solver.eigenvalues()(4)).epsilon(1e-12));
  CHECK(curvature->bounds(Rows::range(0, 0), 0.5).m == 1.5);
  CHECK(curvature->bounds(Rows::range(0, 0), 0.5).L == 1.5);

  const auto estimated = bound_model("linear", example.table, {{"estimate_noise", true}});
  CHECK(extension<GaussianPosterior>(*estimated) == nullptr);
  CHECK(extension<CurvatureBounds>(*estimated) == nullptr);
}

TEST_CASE("linear: what is public of curvature comes from options alone") {
  const RegressionRows example(4, 60);
  const auto known = [&](const std::vector<Setting>& settings) {
    return bound_model("linear", example.table, settings);
  };
  const std::vector<Setting> settings = {{"noise", 0.5}, {"prior_precision", 3.0}};
  const auto open = known(settings), bounded = known(with(settings, {{"row_bound", 1.5}}));
  CHECK(extension<PublicCurvature>(*open)->prior().L == 3);
  CHECK(extension<PublicCurvature>(*open)->convex_when_clipped());
  CHECK(std::isinf(extension<PublicCurvature>(*open)->largest_row_curvature()));
  CHECK(extension<PublicCurvature>(*bounded)->largest_row_curvature() ==
        Approx((1.5 * 1.5 + 1) / 0.25).epsilon(1e-14));
  const auto estimated = known(with(settings, {{"row_bound", 1.5}, {"estimate_noise", true}}));
  CHECK(extension<PublicCurvature>(*estimated)->prior().m == 3);
  CHECK_FALSE(extension<PublicCurvature>(*estimated)->convex_rows());
  CHECK(std::isinf(extension<PublicCurvature>(*estimated)->largest_row_curvature()));
}

TEST_CASE("linear refuses a target that is no number") {
  RegressionRows example(3, 5);
  const auto model = load_plugin<Model>("model/linear");
  example.table.classes = 3;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("is a class"));
  example.table.classes = 0;
  example.table.target = {};
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("missing"));
}

namespace {

const ShippedPlugin shipped_linear =
    ShippedPlugin(Kind::model, "linear").conforms({}).conforms({{"noise", 0.5}});

}  // namespace
