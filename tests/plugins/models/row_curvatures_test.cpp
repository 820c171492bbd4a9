// Curvatures of rows, clipped one by one, of every model that offers them.
#include "skald/extensions/row_curvatures.hpp"
#include "model_checks.hpp"

namespace skald::test {
namespace row_curvatures_test {

constexpr double kPrior = 0.7;

// The Hessian of the rows' potential by differences of gradients so far apart.
Eigen::MatrixXd by_differences(const Model& model, const Rows& rows, const Eigen::VectorXd& theta,
                               double reach) {
  const Index d = theta.size();
  Eigen::MatrixXd points = theta.replicate(1, 2 * d);
  points.leftCols(d).diagonal().array() += reach;
  points.rightCols(d).diagonal().array() -= reach;
  const Eigen::MatrixXd slopes = gradient(model, rows, points);
  return (slopes.leftCols(d) - slopes.rightCols(d)) / (2 * reach);
}

Eigen::MatrixXd clipped(const Model& model, const Rows& rows, double clip,
                        const Eigen::MatrixXd& theta) {
  const auto* curvatures = extension<RowCurvatures>(model);
  REQUIRE(curvatures != nullptr);
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(theta.rows(), theta.rows(), 1e300);
  curvatures->clipped_curvature(rows, clip, view(theta), view(out));
  return out;
}

// Against the sum over single rows, each found by differences and scaled down if it is longer.
void check(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta, double tolerance,
           double reach = 1e-5) {
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(theta.rows(), theta.rows());
  std::vector<double> norms;
  std::vector<Eigen::MatrixXd> ones;
  for (Index r = 0; r < rows.count; ++r) {
    ones.push_back(by_differences(model, rows.of_row(0, r), theta, reach));
    norms.push_back(ones.back().norm());
    whole += ones.back();
  }
  CHECK((clipped(model, rows, no_clip, theta) - whole).norm() <= tolerance * whole.norm());
  std::vector<double> sorted = norms;
  std::nth_element(sorted.begin(), sorted.begin() + rows.count / 2, sorted.end());
  const double clip = sorted[static_cast<std::size_t>(rows.count / 2)];
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(theta.rows(), theta.rows());
  for (std::size_t r = 0; r < ones.size(); ++r)
    expected += ones[r] * std::min(1.0, clip / norms[r]);
  CHECK((clipped(model, rows, clip, theta) - expected).norm() <= tolerance * expected.norm());
  CHECK(clipped(model, Rows::range(0, 0), clip, theta).norm() == 0);
}

TEST_CASE("clipped curvatures are those of single rows, scaled down and added") {
  const std::vector<std::int32_t> some = scattered_rows(1, 20, 50);
  for (const Rows& rows : {Rows::range(3, 30), Rows{2, 20, some.data(), 1}}) {
    for (const auto& [name, classes] : {std::pair{"logistic", 2}, std::pair{"softmax", 3}}) {
      CAPTURE(name);
      const ClassRows example(3, 60, classes);
      const auto model = bound_model(name, example.table, {{"prior_precision", kPrior}});
      check(*model, rows, scattered_parameters(model->dimension(), 1, 0.8), 1e-8);
    }
    const ClassRows example(3, 60, 2);
    Table table = example.table;
    table.classes = 0;
    for (const char* arithmetic : {"double", "float"}) {
      const auto linear =
          bound_model("linear", table,
                      {{"noise", 0.6}, {"prior_precision", kPrior}, {"arithmetic", arithmetic}});
      check(*linear, rows, scattered_parameters(4, 1, 0.8), 1e-6, 1);
    }
    const Eigen::MatrixXd labels = (scattered(2, 60, 0.9).array() > 0).cast<double>();
    const std::vector<NamedArray> arrays{{"labels", view(labels)}};
    table.arrays = arrays;
    const auto several = bound_model("multilabel_logistic", table, {});
    check(*several, rows, scattered_parameters(several->dimension(), 1, 0.8), 1e-8);
  }
}

TEST_CASE("points with precisions of their own have these as curvatures") {
  const Eigen::MatrixXd points = scattered(2, 12);
  Eigen::MatrixXd precisions(4, 12);
  for (Index r = 0; r < 12; ++r) {
    const Eigen::MatrixXd factor = scattered(2, 2, 0.3 + static_cast<double>(r));
    precisions.col(r) = (factor * factor.transpose()).reshaped();
  }
  const std::vector<NamedArray> arrays{{"precision", view(std::as_const(precisions))}};
  Table table;
  table.features = view(points);
  table.train = 12;
  table.arrays = arrays;
  check(*bound_model("gaussian", table), Rows::range(1, 10), Eigen::MatrixXd::Zero(2, 1), 1e-8);
}

TEST_CASE("a row of another value moves clipped curvatures by sqrt(2) clips at most") {
  // 200 pairs of rows, of which some come near: orthogonal features, both longer than the clip.
  double largest = 0;
  const double clip = 0.05;
  for (int pair = 0; pair < 200; ++pair) {
    const Eigen::MatrixXd x = 2 * scattered(2, 2, 0.1 * pair);
    Table table;
    table.features = view(x);
    const std::vector<double> y{0, 1};
    table.target = y;
    table.classes = 2;
    table.train = 2;
    const auto model = bound_model("logistic", table);
    const Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(2, 1);
    const Eigen::MatrixXd change = clipped(*model, Rows::range(0, 1), clip, theta) -
                                   clipped(*model, Rows::range(1, 1), clip, theta);
    largest = std::max(largest, change.norm() / clip);
  }
  CHECK(largest <= std::sqrt(2.0) * (1 + 1e-12));
  CHECK(largest > 1.4);
}

TEST_CASE("linear with a noise that is estimated has no curvatures of rows") {
  const ClassRows example(2, 10, 2);
  Table table = example.table;
  table.classes = 0;
  CHECK(extension<RowCurvatures>(*bound_model("linear", table, {{"estimate_noise", true}})) ==
        nullptr);
}

}  // namespace row_curvatures_test
}  // namespace skald::test
