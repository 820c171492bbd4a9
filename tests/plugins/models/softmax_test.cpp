#include <Eigen/Dense>
#include <limits>

#include "load_plugin.hpp"
#include "model_checks.hpp"

namespace {

using namespace skald;
using namespace skald::test;

struct Example {
  Eigen::MatrixXd x;
  std::vector<double> y;
  Table table;

  Example(Index p, Index n, Index classes) : x(p, n) {
    for (Index i = 0; i < x.size(); ++i)
      x(i) = std::sin(0.4 + 12.9898 * static_cast<double>(i + 1));
    for (Index r = 0; r < n; ++r) y.push_back(static_cast<double>((7 * r + r / 3) % classes));
    table.features = view(std::as_const(x));
    table.target = y;
    table.classes = classes;
    table.train = n;
  }
};

Eigen::MatrixXd parameters(Index d, Index chains) {
  Eigen::MatrixXd theta(d, chains);
  for (Index i = 0; i < theta.size(); ++i)
    theta(i) = 1.5 * std::cos(0.8 + 7.31 * static_cast<double>(i));
  return theta;
}

// The formula, one row after the other.
Eigen::MatrixXd plain_gradient(const Example& example, bool intercept, const Rows& rows,
                               double clip, const Eigen::MatrixXd& theta) {
  const Index classes = example.table.classes;
  const Index width = example.x.rows() + (intercept ? 1 : 0);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(theta.rows(), theta.cols());
  for (Index j = 0; j < theta.cols(); ++j) {
    const Eigen::MatrixXd weights = theta.col(j).reshaped(width, classes);
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      Eigen::VectorXd x = Eigen::VectorXd::Ones(width);
      x.head(example.x.rows()) = example.x.col(row);
      const Eigen::VectorXd scores = weights.transpose() * x;
      Eigen::VectorXd residual = (scores.array() - scores.maxCoeff()).exp();
      residual /= residual.sum();
      residual(static_cast<Index>(example.y[static_cast<std::size_t>(row)])) -= 1;
      Eigen::MatrixXd one = x * residual.transpose();
      if (one.norm() > clip) one *= clip / one.norm();
      out.col(j) += one.reshaped();
    }
  }
  return out;
}

constexpr double no_clip = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("softmax gradients, clipped or not, are those of the formula in every row form") {
  const bool intercept = GENERATE(true, false);
  const Index classes = GENERATE(2, 5, 7);
  const Index p = GENERATE(1, 8, 17);
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const Example example(p, 131, classes);
  const auto model =
      load_plugin<Model>("model/softmax", {{"intercept", intercept}, {"arithmetic", arithmetic}});
  model->bind(example.table);
  REQUIRE(model->dimension() == classes * (p + (intercept ? 1 : 0)));
  REQUIRE(model->classes() == classes);

  const Eigen::MatrixXd theta = parameters(model->dimension(), 3);
  const std::vector<std::int32_t> alike = {4, 0, 61, 61, 7};
  std::vector<std::int32_t> own(3 * 50);
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<std::int32_t>(31 * i % 80);
  const std::vector<Rows> forms = {Rows::range(0, 131), Rows::range(5, 0), Rows::range(130, 1),
                                   Rows{2, 5, alike.data(), 1}, Rows{1, 50, own.data(), 3}};
  for (const Rows& rows : forms) {
    const Eigen::MatrixXd found = gradient(*model, rows, theta);
    const Eigen::MatrixXd expected = plain_gradient(example, intercept, rows, no_clip, theta);
    CHECK((found - expected).norm() <= tolerance * (1 + expected.norm()));
    CHECK(same_bits(clipped_gradient(*model, rows, no_clip, theta), found));
    const Eigen::MatrixXd clipped = plain_gradient(example, intercept, rows, 0.3, theta);
    CHECK((clipped_gradient(*model, rows, 0.3, theta) - clipped).norm() <=
          tolerance * (1 + clipped.norm()));
    check_block_equals_columns(*model, rows, theta);
  }
  if (arithmetic == "double") check_parts_sum_to_whole(*model, 131, theta);
}

TEST_CASE("softmax gradient and prior agree with differences of their potentials") {
  const Example example(4, 60, 3);
  const auto model = load_plugin<Model>("model/softmax", {{"prior_precision", 2.5}});
  model->bind(example.table);
  const Eigen::MatrixXd theta = parameters(15, 4);
  const Rows rows = Rows::range(2, 55);
  const Eigen::MatrixXd expected = difference_gradient(*model, rows, theta);
  CHECK((gradient(*model, rows, theta) - expected).norm() <= 1e-6 * expected.norm());

  Eigen::MatrixXd prior = Eigen::MatrixXd::Ones(15, 4);
  model->add_prior_gradient(0.2, view(theta), view(prior));
  CHECK((prior - (Eigen::MatrixXd::Ones(15, 4) + 0.5 * theta)).norm() <= 1e-14);
  std::vector<double> u(4, 3.0);
  model->add_prior_potential(0.2, view(theta), u);
  for (Index j = 0; j < 4; ++j)
    CHECK(u[static_cast<std::size_t>(j)] == Approx(3 + 0.25 * theta.col(j).squaredNorm()));
}

TEST_CASE("softmax with two classes is logistic regression on the difference of the weights") {
  const Example example(4, 90, 2);
  const auto softmax = load_plugin<Model>("model/softmax", {{"intercept", false}});
  const auto logistic = load_plugin<Model>("model/logistic");
  softmax->bind(example.table);
  logistic->bind(example.table);
  const Eigen::MatrixXd theta = parameters(8, 3);
  const Eigen::MatrixXd difference = theta.bottomRows(4) - theta.topRows(4);
  const Rows rows = Rows::range(3, 80);
  const Eigen::MatrixXd expected = gradient(*logistic, rows, difference);
  const Eigen::MatrixXd found = gradient(*softmax, rows, theta);
  CHECK((found.bottomRows(4) - expected).norm() <= 1e-13 * expected.norm());
  CHECK((found.topRows(4) + expected).norm() <= 1e-13 * expected.norm());
  CHECK(potential(*softmax, rows, theta).isApprox(potential(*logistic, rows, difference), 1e-13));
}

TEST_CASE("softmax predicts the probabilities whose logarithms are the potential") {
  const Example example(6, 85, 4);
  const auto model = load_plugin<Model>("model/softmax");
  model->bind(example.table);
  const Eigen::MatrixXd theta = parameters(28, 1);
  Eigen::MatrixXd p(4, 85);
  model->predict(Rows::range(0, 85), view(theta), view(p));
  CHECK(p.colwise().sum().isApprox(Eigen::RowVectorXd::Ones(85), 1e-14));
  double sum = 0;
  for (Index r = 0; r < 85; ++r)
    sum -= std::log(p(static_cast<Index>(example.y[static_cast<std::size_t>(r)]), r));
  CHECK(potential(*model, Rows::range(0, 85), theta)(0) == Approx(sum).epsilon(1e-13));

  const Eigen::MatrixXd far = 1e4 * theta;
  model->predict(Rows::range(0, 85), view(far), view(p));
  CHECK(p.allFinite());
  CHECK(potential(*model, Rows::range(0, 85), far).allFinite());
}

TEST_CASE("softmax curvature bounds hold and are attained where two classes share a row") {
  const Example example(3, 40, 3);
  const auto model = load_plugin<Model>("model/softmax", {{"prior_precision", 4.0}});
  model->bind(example.table);
  const auto* curvature = extension<CurvatureBounds>(*model);
  REQUIRE(curvature != nullptr);
  const Rows rows = Rows::range(4, 10);
  const CurvatureBounds::Bounds bounds = curvature->bounds(rows, 0.5);
  CHECK(bounds.m == 2.0);
  Eigen::MatrixXd x = Eigen::MatrixXd::Ones(4, 10);
  x.topRows(3) = example.x.middleCols(4, 10);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(x * x.transpose());
  CHECK(bounds.L == Approx(gram.eigenvalues()(3) / 2 + 2).epsilon(1e-13));

  // Curvature along w_0 - w_1 = the first eigenvector, at p = (1/2, 1/2, 0): b_2 = -1000.
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(12, 1);
  theta(11) = -1000;
  Eigen::VectorXd direction = Eigen::VectorXd::Zero(12);
  direction.head(4) = gram.eigenvectors().col(3) / std::sqrt(2.0);
  direction.segment(4, 4) = -direction.head(4);
  const Eigen::MatrixXd up = theta + 1e-5 * direction, down = theta - 1e-5 * direction;
  const double found =
      direction.dot((gradient(*model, rows, up) - gradient(*model, rows, down)).col(0)) / 2e-5;
  CHECK(found == Approx(bounds.L - 2).epsilon(1e-6));
  CHECK_FALSE(curvature->convex_when_clipped());
  CHECK(curvature->largest_row_curvature() ==
        Approx((1 + example.x.colwise().squaredNorm().maxCoeff()) / 2).epsilon(1e-14));
}

TEST_CASE("softmax refuses what has no classes or no features") {
  Example example(3, 5, 3);
  const auto model = load_plugin<Model>("model/softmax");
  example.table.classes = 0;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("0 classes"));
  example.table.classes = 3;
  example.table.features = {};
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("no features"));
}

TEST_CASE("softmax passes on what is not a number") {
  const Example example(4, 10, 3);
  const auto model = load_plugin<Model>("model/softmax");
  model->bind(example.table);
  Eigen::MatrixXd theta = parameters(15, 3);
  theta(2, 1) = std::numeric_limits<double>::quiet_NaN();
  const Eigen::MatrixXd found = gradient(*model, Rows::range(0, 10), theta);
  CHECK(found.col(0).allFinite());
  CHECK(found.col(1).array().isNaN().all());
  CHECK(clipped_gradient(*model, Rows::range(0, 10), 0.5, theta).col(1).array().isNaN().all());
}
