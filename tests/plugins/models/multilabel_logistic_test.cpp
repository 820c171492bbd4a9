#include <Eigen/Dense>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/label_prediction.hpp"

namespace {

using namespace skald;
using namespace skald::test;

struct LabelledRows {
  Eigen::MatrixXd x, labels;
  std::vector<NamedArray> arrays;
  Table table;

  LabelledRows(Index p, Index n, Index count) : x(scattered(p, n)), labels(count, n) {
    for (Index i = 0; i < labels.size(); ++i)
      labels(i) = std::cos(1.7 * static_cast<double>(i)) > 0.2 ? 1 : 0;
    arrays = {{"labels", view(std::as_const(labels))}};
    table.features = view(std::as_const(x));
    table.train = n;
    table.arrays = arrays;
  }
};

}  // namespace

TEST_CASE("multilabel_logistic is one logistic regression per label") {
  const LabelledRows example(5, 100, 7);
  const auto model = bound_model("multilabel_logistic", example.table, {{"intercept", false}});
  REQUIRE(model->dimension() == 35);
  REQUIRE(model->classes() == 0);
  const auto* prediction = extension<LabelPrediction>(*model);
  REQUIRE(prediction != nullptr);
  REQUIRE(prediction->labels() == 7);

  const Eigen::MatrixXd theta = scattered_parameters(35, 2, 1.5);
  const Eigen::MatrixXd first = theta.col(0);
  const Rows rows = Rows::range(4, 90);
  const Eigen::MatrixXd found = gradient(*model, rows, theta);
  Eigen::MatrixXd p(7, 90);
  prediction->predict_labels(rows, view(first), view(p));
  Eigen::VectorXd u = Eigen::VectorXd::Zero(2);
  for (Index l = 0; l < 7; ++l) {
    const auto logistic = load_plugin<Model>("model/logistic");
    const std::vector<double> y(example.labels.row(l).begin(), example.labels.row(l).end());
    Table one = example.table;
    one.target = y;
    one.classes = 2;
    logistic->bind(one);
    const Eigen::MatrixXd part = theta.middleRows(5 * l, 5);
    const Eigen::MatrixXd expected = gradient(*logistic, rows, part);
    CHECK((found.middleRows(5 * l, 5) - expected).norm() <= 1e-13 * expected.norm());
    u += potential(*logistic, rows, part);
    Eigen::MatrixXd both(2, 90);
    const Eigen::MatrixXd part_first = part.col(0);
    logistic->predict(rows, view(part_first), view(both));
    CHECK((both.row(1) - p.row(l)).cwiseAbs().maxCoeff() <= 1e-14);
  }
  CHECK(potential(*model, rows, theta).isApprox(u, 1e-13));
}

TEST_CASE("multilabel_logistic gradients are consistent in every row form, clipped or not") {
  const std::string arithmetic = GENERATE("double", "float");
  const LabelledRows example(9, 131, 6);
  const auto model =
      bound_model("multilabel_logistic", example.table, {{"arithmetic", arithmetic}});
  const Eigen::MatrixXd theta = scattered_parameters(60, 3, 1.5);
  check_row_forms(*model, 131, theta, arithmetic == "double" ? 1e-13 : 1e-5);
  if (arithmetic == "float") return;
  check_gradient_is_slope(*model, Rows::range(2, 100), theta);
  check_parts_sum_to_whole(*model, 131, theta);
}

TEST_CASE("multilabel_logistic curvature bounds") {
  const LabelledRows example(3, 40, 2);
  const auto model = bound_model("multilabel_logistic", example.table, {{"prior_precision", 4.0}});
  const auto* curvature = extension<CurvatureBounds>(*model);
  REQUIRE(curvature != nullptr);
  Eigen::MatrixXd x = Eigen::MatrixXd::Ones(4, 10);
  x.topRows(3) = example.x.middleCols(4, 10);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(x * x.transpose());
  const CurvatureBounds::Bounds bounds = curvature->bounds(Rows::range(4, 10), 0.5);
  CHECK(bounds.m == 2.0);
  CHECK(bounds.L == Approx(gram.eigenvalues()(3) / 4 + 2).epsilon(1e-13));

  const auto bounded = bound_model("multilabel_logistic", example.table, {{"row_bound", 1.5}});
  CHECK_FALSE(extension<PublicCurvature>(*bounded)->convex_when_clipped());
  CHECK(extension<PublicCurvature>(*bounded)->largest_row_curvature() == (1.5 * 1.5 + 1) / 4);
  CHECK(std::isinf(extension<PublicCurvature>(*model)->largest_row_curvature()));
}

TEST_CASE("multilabel_logistic refuses tables without labels of 0 and 1") {
  LabelledRows example(3, 5, 2);
  const auto model = load_plugin<Model>("model/multilabel_logistic");
  example.labels(1, 4) = 0.5;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("column 4"));
  example.table.arrays = {};
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("no array 'labels'"));
}

namespace {

const ShippedPlugin shipped_multilabel =
    ShippedPlugin(Kind::model, "multilabel_logistic").conforms({});

}  // namespace
