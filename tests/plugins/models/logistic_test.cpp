#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/parts/simd/vector_math.hpp"

namespace {

using namespace skald;
using namespace skald::test;

struct Sigmoid {
  template <int W>
  SKALD_INLINE static void run(const double& z, double* const& out) {
    simd::Reals<W> value;
    simd::sigmoid<W>(simd::Reals<W>{} + z, value);
    *out = value[0];
  }
};

double baseline_sigmoid(double z) {
  double out = 0;
  simd::run_on<Sigmoid>(simd::InstructionSet::baseline, z, &out);
  return out;
}

// The formula, one row after the other on the baseline instruction set: what the kernels must give
// to the last bit. clip = inf: no clipping.
Eigen::MatrixXd plain_gradient(const ClassRows& example, const Rows& rows, double clip,
                               const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(theta.rows(), theta.cols());
  for (Index j = 0; j < theta.cols(); ++j) {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      double z = 0;
      for (Index k = 0; k < theta.rows(); ++k) z += example.x(k, row) * theta(k, j);
      double c = baseline_sigmoid(z) - example.y[static_cast<std::size_t>(row)];
      const double norm = std::abs(c) * Eigen::VectorXd(example.x.col(row)).norm();
      if (norm > clip) c *= clip / norm;
      for (Index k = 0; k < theta.rows(); ++k) out(k, j) += example.x(k, row) * c;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("logistic gradients equal the plain loop to the last bit, in every row form") {
  const Index d = GENERATE(1, 2, 4, 7, 8, 9, 50);
  const ClassRows example(d, 83, 2);
  const auto model = bound_model("logistic", example.table);
  REQUIRE(model->dimension() == d);
  REQUIRE(model->classes() == 2);

  const Eigen::MatrixXd theta = scattered_parameters(d, 9, 1.5);
  const std::vector<std::int32_t> alike = {4, 0, 61, 61, 7};
  const std::vector<std::int32_t> own = scattered_rows(9, 11, 80);
  const std::vector<Rows> forms = {Rows::range(0, 83),          Rows::range(3, 64),
                                   Rows::range(82, 1),          Rows::range(5, 0),
                                   Rows{2, 5, alike.data(), 1}, Rows{1, 11, own.data(), 9},
                                   Rows{0, 1, own.data(), 9}};
  for (const Rows& rows : forms) {
    const Eigen::MatrixXd found = gradient(*model, rows, theta);
    CHECK(same_bits(found, plain_gradient(example, rows, no_clip, theta)));
    CHECK(same_bits(clipped_gradient(*model, rows, no_clip, theta), found));
    const Eigen::MatrixXd clipped = clipped_gradient(*model, rows, 0.3, theta);
    CHECK(same_bits(clipped, plain_gradient(example, rows, 0.3, theta)));
    check_block_equals_columns(*model, rows, theta);
  }
  check_parts_sum_to_whole(*model, 83, theta);
}

TEST_CASE("logistic clipped gradient agrees with the loop over rows of the interface") {
  const ClassRows example(4, 40, 2);
  const auto model = bound_model("logistic", example.table);
  const Eigen::MatrixXd theta = scattered_parameters(4, 5, 1.5);
  const double clip = GENERATE(0.05, 0.5, 100.0);
  check_clipped_gradient(*model, Rows::range(0, 40), clip, theta, 1e-13);
  for (Index r = 0; r < 40; ++r) {
    const Eigen::MatrixXd one = clipped_gradient(*model, Rows::range(r, 1), clip, theta);
    CHECK(one.colwise().norm().maxCoeff() <= clip * (1 + 1e-14));
  }
}

TEST_CASE("logistic gradient and prior agree with differences of their potentials") {
  const ClassRows example(5, 30, 2);
  const auto model = bound_model("logistic", example.table, {{"prior_precision", 2.5}});
  const Eigen::MatrixXd theta = scattered_parameters(5, 4, 1.5);
  check_gradient_is_slope(*model, Rows::range(2, 25), theta);
  check_gaussian_prior(*model, 2.5, theta);
}

TEST_CASE("logistic potential and predictions hold far from the decision boundary") {
  ClassRows example(1, 2, 2);
  example.x << 1, 1;
  example.y = {0, 1};
  example.table.target = example.y;
  const auto model = bound_model("logistic", example.table);
  const Eigen::MatrixXd theta = Eigen::RowVector4d(0, 40, 1e4, -1e4);
  const Eigen::VectorXd wrong = potential(*model, Rows::range(0, 1), theta);
  const Eigen::VectorXd right = potential(*model, Rows::range(1, 1), theta);
  CHECK(wrong(0) == Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(right(1) == Approx(std::exp(-40.0)).epsilon(1e-12));
  CHECK(right(0) == wrong(0));
  CHECK(wrong(1) == Approx(40.0).epsilon(1e-15));
  CHECK(wrong(2) == 1e4);
  CHECK(right(3) == 1e4);

  const Eigen::MatrixXd forty = theta.col(1);
  Eigen::MatrixXd p(2, 2);
  model->predict(Rows::range(0, 2), view(forty), view(p));
  CHECK(p(0, 0) == Approx(std::exp(-40.0)).epsilon(1e-12));
  CHECK(p(1, 1) == 1.0);
  CHECK(p.colwise().sum().isApprox(Eigen::RowVector2d::Ones(), 1e-15));
}

TEST_CASE("logistic curvature bounds") {
  const ClassRows example(3, 20, 2);
  const auto model = bound_model("logistic", example.table, {{"prior_precision", 4.0}});
  const auto* curvature = extension<CurvatureBounds>(*model);
  REQUIRE(curvature != nullptr);
  CHECK(extension<GaussianPosterior>(*model) == nullptr);
  const Eigen::MatrixXd x = example.x.middleCols(4, 10);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(x * x.transpose());
  const CurvatureBounds::Bounds bounds = curvature->bounds(Rows::range(4, 10), 0.5);
  CHECK(bounds.m == 2.0);
  CHECK(bounds.L == Approx(gram.eigenvalues()(2) / 4 + 2).epsilon(1e-13));
}

TEST_CASE("logistic holds rows to a public bound, which alone gives their curvature") {
  ClassRows example(3, 20, 2);
  const double bound = 1.5;
  const auto open = bound_model("logistic", example.table);
  const auto bounded = bound_model("logistic", example.table, {{"row_bound", bound}});
  CHECK(std::isinf(extension<PublicCurvature>(*open)->largest_row_curvature()));
  CHECK(extension<PublicCurvature>(*bounded)->largest_row_curvature() == bound * bound / 4);
  CHECK(extension<PublicCurvature>(*bounded)->convex_when_clipped());
  // The model of rows that were shortened before.
  Eigen::MatrixXd shortened = example.x;
  Index longer = 0;
  for (Index r = 0; r < shortened.cols(); ++r) {
    const double norm = shortened.col(r).norm();
    longer += r < example.table.train && norm > bound;
    if (norm > bound) shortened.col(r) *= bound / norm;
  }
  Table table = example.table;
  table.features = view(std::as_const(shortened));
  const auto plain = bound_model("logistic", table);
  const Rows rows = Rows::range(0, 20);
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Random(3, 2);
  CHECK(gradient(*bounded, rows, theta).isApprox(gradient(*plain, rows, theta), 1e-13));
  CHECK_FALSE(gradient(*bounded, rows, theta).isApprox(gradient(*open, rows, theta), 1e-3));
  REQUIRE(longer > 0);
  CHECK(extension<RowBound>(*bounded)->projected_rows() == longer);
  CHECK(extension<RowBound>(*open)->projected_rows() == 0);
}

TEST_CASE("logistic refuses what is not a binary target") {
  ClassRows example(3, 5, 2);
  const auto model = load_plugin<Model>("model/logistic");
  example.table.classes = 3;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("classes is 3"));
  example.table.classes = 2;
  example.table.features = {};
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("no features"));
}

TEST_CASE("logistic passes on what is not a number") {
  const ClassRows example(4, 10, 2);
  const auto model = bound_model("logistic", example.table);
  check_no_number_is_passed_on(*model, Rows::range(0, 10), scattered_parameters(4, 3, 1.5));
}

namespace {

const ShippedPlugin shipped_logistic = ShippedPlugin(Kind::model, "logistic").conforms({});

}  // namespace
