#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/extensions/gradient_distance.hpp"

namespace {

using namespace skald;
using namespace skald::test;

// Rows of a Gaussian table, each with its own precision or all with one.
struct GaussianRows {
  Eigen::MatrixXd points, precisions;
  std::vector<NamedArray> arrays;
  Table table;

  GaussianRows(Index d, Index n, bool shared) : points(3 * scattered(d, n, 0.3)) {
    precisions.resize(d * d, shared ? 1 : n);
    for (Index r = 0; r < precisions.cols(); ++r) {
      const Eigen::MatrixXd b = scattered(d, d, 0.7 + static_cast<double>(r));
      const Eigen::MatrixXd p = b * b.transpose() + Eigen::MatrixXd::Identity(d, d);
      precisions.col(r) = p.reshaped();
    }
    arrays = {{"precision", view(std::as_const(precisions))}};
    table.features = view(std::as_const(points));
    table.train = n;
    table.arrays = arrays;
  }
  Eigen::MatrixXd precision(Index row) const {
    const Index column = precisions.cols() == 1 ? 0 : row;
    return precisions.col(column).reshaped(points.rows(), points.rows());
  }
};

Eigen::MatrixXd reference_gradient(const GaussianRows& example, const Rows& rows,
                                   const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(theta.rows(), theta.cols());
  for (Index j = 0; j < theta.cols(); ++j) {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      out.col(j) += example.precision(row) * (theta.col(j) - example.points.col(row));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("gaussian gradient equals the sum over its rows, in every dimension and row form") {
  const Index d = GENERATE(1, 2, 3, 4, 5, 8, 9, 17, 20, 65, 130);
  const bool shared = GENERATE(true, false);
  const GaussianRows example(d, 9, shared);
  const auto model = bound_model("gaussian", example.table);
  REQUIRE(model->dimension() == d);

  const Eigen::MatrixXd theta = 2 * scattered(d, 7, 1.1);
  const std::vector<std::int32_t> alike = {4, 0, 4};
  std::vector<std::int32_t> own(14);
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<std::int32_t>(5 * i % 8);
  const std::vector<Rows> forms = {Rows::range(0, 9),           Rows::range(3, 4),
                                   Rows::range(2, 1),           Rows::range(2, 0),
                                   Rows{1, 3, alike.data(), 1}, Rows{1, 2, own.data(), 7}};
  for (const Rows& rows : forms) {
    const Eigen::MatrixXd expected = reference_gradient(example, rows, theta);
    const Eigen::MatrixXd found = gradient(*model, rows, theta);
    CHECK((found - expected).norm() <= 1e-13 * static_cast<double>(d) * (1 + expected.norm()));
    check_block_equals_columns(*model, rows, theta);
  }
  check_parts_sum_to_whole(*model, 9, theta);
}

TEST_CASE("gaussian gradient of independent coordinates has the bits that others leave it") {
  const Index d = 7;
  const bool shared = GENERATE(true, false);
  GaussianRows coupled(d, 3, shared);
  for (Index r = 0; r < coupled.precisions.cols(); ++r) {
    auto p = coupled.precisions.col(r).reshaped(d, d);
    for (Index i = 0; i < d; ++i) {
      for (Index k = 0; k < d; ++k) p(i, k) = i == k ? p(i, k) : 0;
    }
    p(5, 6) = p(6, 5) = .5;
  }
  GaussianRows independent(5, 3, shared);
  independent.points = coupled.points.topRows(5);
  for (Index r = 0; r < coupled.precisions.cols(); ++r) {
    independent.precisions.col(r) =
        coupled.precisions.col(r).reshaped(d, d).topLeftCorner(5, 5).reshaped();
  }
  const auto one = bound_model("gaussian", coupled.table),
             other = bound_model("gaussian", independent.table);
  const Eigen::MatrixXd theta = scattered(d, 6, 1.3);
  CHECK(gradient(*one, Rows::range(0, 3), theta).topRows(5) ==
        gradient(*other, Rows::range(0, 3), theta.topRows(5)));
}

TEST_CASE("gaussian gradient agrees with differences of the potential") {
  const bool shared = GENERATE(true, false);
  const GaussianRows example(3, 6, shared);
  const auto model = bound_model("gaussian", example.table);
  const Eigen::MatrixXd theta = scattered(3, 4, 2.2);
  const Rows rows = Rows::range(1, 5);
  const Eigen::MatrixXd expected = difference_gradient(*model, rows, theta);
  CHECK((gradient(*model, rows, theta) - expected).norm() <= 1e-6 * expected.norm());
}

TEST_CASE("gaussian potential is a normalised density") {
  // One dimension: the integral of exp(-U) over a grid of 12 standard deviations each way, where
  // the trapezoidal rule is exact to rounding.
  const Eigen::MatrixXd point = Eigen::MatrixXd::Constant(1, 1, 0.4);
  const Eigen::MatrixXd precision = Eigen::MatrixXd::Constant(1, 1, 6.25);
  const std::vector<NamedArray> arrays = {{"precision", view(precision)}};
  Table table;
  table.features = view(point);
  table.train = 1;
  table.arrays = arrays;
  const auto model = bound_model("gaussian", table);
  const Eigen::MatrixXd theta = Eigen::RowVectorXd::LinSpaced(961, 0.4 - 4.8, 0.4 + 4.8);
  const Eigen::VectorXd u = potential(*model, Rows::range(0, 1), theta);
  CHECK((-u).array().exp().sum() * 0.01 == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("gaussian without precisions has the identity") {
  const Eigen::MatrixXd points = scattered(3, 5, 0.1);
  Table table;
  table.features = view(points);
  table.train = 5;
  const auto model = bound_model("gaussian", table);
  const Eigen::MatrixXd theta = scattered(3, 2, 0.9);
  const Eigen::MatrixXd expected =
      5.0 * (theta.colwise() - Eigen::VectorXd(points.rowwise().mean()));
  CHECK((gradient(*model, Rows::range(0, 5), theta) - expected).norm() <= 1e-13);
}

TEST_CASE("gaussian posterior and curvature bounds in closed form") {
  const bool shared = GENERATE(true, false);
  const GaussianRows example(4, 6, shared);
  const auto model = bound_model("gaussian", example.table);
  const auto* posterior = extension<GaussianPosterior>(*model);
  const auto* curvature = extension<CurvatureBounds>(*model);
  REQUIRE(posterior != nullptr);
  REQUIRE(curvature != nullptr);
  CHECK(model->extension("skald.unknown/1") == nullptr);

  const Rows rows = Rows::range(1, 4);
  Eigen::MatrixXd expected_curvature = Eigen::MatrixXd::Zero(4, 4);
  for (Index r = 1; r < 5; ++r) expected_curvature += example.precision(r);
  Eigen::MatrixXd found_curvature(4, 4), minimiser(4, 1);
  posterior->quadratic(rows, 0.25, view(found_curvature), view(minimiser));
  CHECK((found_curvature - expected_curvature).norm() <= 1e-12);
  CHECK(gradient(*model, rows, minimiser).norm() <= 1e-11);
  CHECK(posterior->equal_curvatures() == shared);

  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(expected_curvature).eigenvalues();
  const CurvatureBounds::Bounds bounds = curvature->bounds(rows, 0.25);
  CHECK(bounds.m == Approx(eigenvalues(0)).epsilon(1e-12));
  CHECK(bounds.L == Approx(eigenvalues(3)).epsilon(1e-12));
  // A precision that all rows share is known to everybody, one of a row's own is not.
  const auto* known = extension<PublicCurvature>(*model);
  CHECK_FALSE(known->convex_when_clipped());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(example.precision(0));
  if (shared) {
    CHECK(known->largest_row_curvature() == Approx(solver.eigenvalues()(3)).epsilon(1e-12));
  } else {
    CHECK(std::isinf(known->largest_row_curvature()));
  }
}

TEST_CASE("clipped gaussian gradients are those of a convex function where P is isotropic") {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(2, 2);
  const Eigen::Vector4d isotropic(3, 0, 0, 3), stretched(3, 0, 0, 4);
  Eigen::MatrixXd precision(4, 1);
  const NamedArray arrays[] = {{"precision", view(std::as_const(precision))}};
  Table table;
  table.features = view(x);
  table.train = 2;
  table.arrays = arrays;
  const auto model = load_plugin<Model>("model/gaussian");
  for (const bool equal : {true, false}) {
    precision << (equal ? isotropic : stretched);
    model->bind(table);
    CHECK(extension<PublicCurvature>(*model)->convex_when_clipped() == equal);
  }
}

TEST_CASE("gaussian refuses precisions of the wrong shape or kind") {
  GaussianRows example(2, 3, false);
  const auto model = load_plugin<Model>("model/gaussian");
  SECTION("shape") {
    example.precisions.conservativeResize(4, 2);
    example.arrays = {{"precision", view(std::as_const(example.precisions))}};
    example.table.arrays = example.arrays;
    CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("'precision' is 4 x 2"));
  }
  SECTION("not symmetric") {
    example.precisions(1, 2) += 0.5;
    CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("column 2"));
  }
  SECTION("not positive definite") {
    example.precisions.col(1) << 1, 2, 2, 1;
    CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("column 1"));
  }
  SECTION("no rows") { CHECK_THROWS_WITH(model->bind(Table{}), Catch::Contains("no features")); }
}

TEST_CASE("gaussian passes on what is not a number") {
  const GaussianRows example(5, 1, true);
  const auto model = bound_model("gaussian", example.table);
  Eigen::MatrixXd theta = scattered(5, 3, 0.2);
  theta(2, 1) = std::numeric_limits<double>::quiet_NaN();
  const Eigen::MatrixXd found = gradient(*model, Rows::range(0, 1), theta);
  CHECK(found.col(0).allFinite());
  CHECK(found.col(1).array().isNaN().all());
  CHECK(found.col(2).allFinite());
}

namespace {

const ShippedPlugin shipped_gaussian = ShippedPlugin(Kind::model, "gaussian").conforms({});

}  // namespace

TEST_CASE("gaussian rows within a bound have gradients of a bounded distance, which two attain") {
  GaussianRows example(3, 6, true);
  const double longest = example.points.colwise().norm().maxCoeff(), bound = longest / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(example.precision(0));
  example.points.col(0) = 7 * bound * spectrum.eigenvectors().col(2);  // scaled down
  example.points.col(1) = -bound * spectrum.eigenvectors().col(2);
  const auto model = bound_model("gaussian", example.table, {{"row_bound", bound}});
  const auto* distance = extension<GradientDistance>(*model);
  REQUIRE(distance != nullptr);
  CHECK(distance->largest_gradient_distance() ==
        Approx(2 * bound * spectrum.eigenvalues().maxCoeff()));
  const Eigen::MatrixXd theta = scattered(3, 1, 1.1);
  Eigen::MatrixXd gradients(3, 6);
  for (Index r = 0; r < 6; ++r)
    model->gradient(Rows::range(r, 1), view(theta), view(gradients).columns(r, 1));
  double furthest = 0;
  for (Index r = 0; r < 6; ++r) {
    furthest =
        std::max(furthest, (gradients.colwise() - gradients.col(r)).colwise().norm().maxCoeff());
  }
  CHECK(furthest == Approx(distance->largest_gradient_distance()));
  const auto* rows = extension<RowBound>(*model);
  REQUIRE(rows != nullptr);
  CHECK(rows->row_bound() == bound);
  CHECK(rows->projected_rows() == (example.points.colwise().norm().array() > bound).count());
}

TEST_CASE(
    "gaussian rows with precisions of their own, or without a bound, may be any distance off") {
  const GaussianRows own(3, 6, false), shared(3, 6, true);
  for (const auto& [rows, options] : {std::pair{&own, std::vector<Setting>{{"row_bound", 1.0}}},
                                      std::pair{&shared, std::vector<Setting>{}}}) {
    const auto model = bound_model("gaussian", rows->table, options);
    CHECK(std::isinf(extension<GradientDistance>(*model)->largest_gradient_distance()));
  }
}
