#include <Eigen/Dense>
#include <limits>
#include <vector>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/extensions/gradient_steps.hpp"
#include "skald/extensions/upcoming_rows.hpp"

namespace {

using namespace skald;
using namespace skald::test;

// The formula, one row after the other.
Eigen::MatrixXd plain_gradient(const ClassRows& example, bool intercept, const Rows& rows,
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

// Steps on these rows, with factors, shares and rates of their own.
class GivenSteps final : public GradientSteps::Source {
 public:
  explicit GivenSteps(const std::vector<Rows>& rows) {
    for (const Rows& some : rows) {
      const auto i = static_cast<double>(steps_.size());
      steps_.push_back({some, 1 / (3 + i), 0.1 + i / 7, 0.05 / (1 + i)});
    }
  }
  const std::vector<GradientSteps::Step>& steps() const { return steps_; }
  bool next(GradientSteps::Step& step) override {
    if (made_ == steps_.size()) return false;
    step = steps_[made_++];
    return true;
  }

 private:
  std::vector<GradientSteps::Step> steps_;
  std::size_t made_ = 0;
};

// The same steps, one operation after the other.
Eigen::MatrixXd stepwise(const Model& model, const Rows& client, const GivenSteps& given,
                         Eigen::MatrixXd theta) {
  Eigen::MatrixXd g(theta.rows(), 1);
  for (const GradientSteps::Step& step : given.steps()) {
    std::vector<std::int32_t> listed;
    for (Index r = 0; r < step.rows.count; ++r)
      listed.push_back(static_cast<std::int32_t>(client.row(0, step.rows.row(0, r))));
    model.gradient({0, step.rows.count, listed.data(), 1}, view(theta), view(g));
    g *= step.factor;
    model.add_prior_gradient(step.prior_share, view(theta), view(g));
    theta -= step.lr * g;
  }
  return theta;
}

}  // namespace

TEST_CASE("softmax gradients, clipped or not, are those of the formula in every row form") {
  const bool intercept = GENERATE(true, false);
  const Index classes = GENERATE(2, 5, 7);
  const Index p = GENERATE(1, 8, 17);
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const ClassRows example(p, 131, classes);
  const auto model =
      bound_model("softmax", example.table, {{"intercept", intercept}, {"arithmetic", arithmetic}});
  REQUIRE(model->dimension() == classes * (p + (intercept ? 1 : 0)));
  REQUIRE(model->classes() == classes);

  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 3, 1.5);
  const std::vector<std::int32_t> alike = {4, 0, 61, 61, 7};
  const std::vector<std::int32_t> own = scattered_rows(3, 50, 80);
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

TEST_CASE("what softmax expects of rows changes no gradient") {
  const double zeros = GENERATE(0.0, 0.95);  // dense and sparse rows
  const std::string arithmetic = GENERATE("double", "float");
  ClassRows example(40, 20000, 3);  // rows of fewer than 32 features are held in full
  for (Index r = 0; r < example.x.cols(); ++r) {
    if (static_cast<double>(r % 100) < 100 * zeros) example.x.col(r).setZero();
  }
  const auto model = bound_model("softmax", example.table, {{"arithmetic", arithmetic}});
  const auto* upcoming = extension<UpcomingRows>(*model);
  REQUIRE(upcoming != nullptr);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 1.5);
  const std::vector<std::int32_t> listed = {4, 0, 19990, 61, 7};
  for (const Rows& rows : {Rows::range(0, 20000), Rows::range(19999, 1), Rows::range(3, 0),
                           Rows{2, 5, listed.data(), 1}}) {
    const Eigen::MatrixXd before = gradient(*model, rows, theta);
    upcoming->expect({&rows, 1});
    CHECK(same_bits(gradient(*model, rows, theta), before));
  }
}

TEST_CASE("steps that softmax makes by itself have the bits of gradient, prior and step") {
  const std::string arithmetic = GENERATE("double", "float");
  const Index classes = GENERATE(2, 5, 13);
  const Index p = GENERATE(3, 64, 117);  // with an intercept or without
  const bool intercept = classes != 5;
  const ClassRows example(p, 400, classes);
  const auto model = bound_model("softmax", example.table,
                                 {{"arithmetic", arithmetic},
                                  {"intercept", intercept},
                                  {"prior_precision", classes == 2 ? 0.0 : 1.7}});
  const auto* own = extension<GradientSteps>(*model);
  REQUIRE(own != nullptr);
  const std::vector<std::int32_t> some = scattered_rows(1, 11, 300),
                                  many = scattered_rows(1, 170, 300);
  const std::vector<std::int32_t> all = scattered_rows(1, 300, 390);
  const std::vector<Rows> rows = {
      {4, 7, some.data(), 1}, Rows::range(280, 1),      Rows::range(3, 0),      Rows::range(20, 80),
      Rows::range(20, 81),    {0, 170, many.data(), 1}, {0, 10, some.data(), 1}};
  for (const Rows& client : {Rows::range(40, 330), Rows{8, 300, all.data(), 1}}) {
    GivenSteps given(rows);
    const Eigen::MatrixXd start = scattered_parameters(model->dimension(), 1, 1.5);
    Eigen::MatrixXd theta = start;
    own->descend(client, given, view(theta));
    CHECK(same_bits(theta, stepwise(*model, client, given, start)));
    CHECK(!same_bits(theta, start));
  }
}

TEST_CASE("softmax leaves steps on sparse rows to others") {
  ClassRows example(40, 50, 3);
  example.x.bottomRows(36).setZero();
  const auto model = bound_model("softmax", example.table);
  CHECK(extension<GradientSteps>(*model) == nullptr);
}

TEST_CASE("softmax gradient and prior agree with differences of their potentials") {
  const ClassRows example(4, 60, 3);
  const auto model = bound_model("softmax", example.table, {{"prior_precision", 2.5}});
  const Eigen::MatrixXd theta = scattered_parameters(15, 4, 1.5);
  check_gradient_is_slope(*model, Rows::range(2, 55), theta);
  check_gaussian_prior(*model, 2.5, theta);
}

TEST_CASE("softmax with two classes is logistic regression on the difference of the weights") {
  const ClassRows example(4, 90, 2);
  const auto softmax = bound_model("softmax", example.table, {{"intercept", false}});
  const auto logistic = bound_model("logistic", example.table);
  const Eigen::MatrixXd theta = scattered_parameters(8, 3, 1.5);
  const Eigen::MatrixXd difference = theta.bottomRows(4) - theta.topRows(4);
  const Rows rows = Rows::range(3, 80);
  const Eigen::MatrixXd expected = gradient(*logistic, rows, difference);
  const Eigen::MatrixXd found = gradient(*softmax, rows, theta);
  CHECK((found.bottomRows(4) - expected).norm() <= 1e-13 * expected.norm());
  CHECK((found.topRows(4) + expected).norm() <= 1e-13 * expected.norm());
  CHECK(potential(*softmax, rows, theta).isApprox(potential(*logistic, rows, difference), 1e-13));
}

TEST_CASE("softmax predicts the probabilities whose logarithms are the potential") {
  const ClassRows example(6, 85, 4);
  const auto model = bound_model("softmax", example.table);
  const Eigen::MatrixXd theta = scattered_parameters(28, 1, 1.5);
  check_predictions_are_likelihoods(*model, example.y, theta);

  Eigen::MatrixXd p(4, 85);
  const Eigen::MatrixXd far = 1e4 * theta;
  model->predict(Rows::range(0, 85), view(far), view(p));
  CHECK(p.allFinite());
  CHECK(potential(*model, Rows::range(0, 85), far).allFinite());
}

TEST_CASE("softmax curvature bounds hold and are attained where two classes share a row") {
  const ClassRows example(3, 40, 3);
  const auto model = bound_model("softmax", example.table, {{"prior_precision", 4.0}});
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
}

TEST_CASE("softmax holds rows to a public bound, which alone gives their curvature") {
  ClassRows example(3, 40, 3);
  const double bound = 1.5;
  const std::string arithmetic = GENERATE("double", "float");
  const auto model = [&](const std::vector<Setting>& more, const Table& table) {
    return bound_model("softmax", table, with({{"arithmetic", arithmetic}}, more));
  };
  const auto open = model({}, example.table),
             bounded = model({{"row_bound", bound}}, example.table);
  CHECK(std::isinf(extension<PublicCurvature>(*open)->largest_row_curvature()));
  CHECK(extension<PublicCurvature>(*bounded)->largest_row_curvature() == (bound * bound + 1) / 2);
  CHECK(extension<PublicCurvature>(*bounded)->convex_rows());
  CHECK_FALSE(extension<PublicCurvature>(*bounded)->convex_when_clipped());
  // The model of rows that were shortened before; the intercept stays 1.
  Eigen::MatrixXd shortened = example.x;
  for (auto x : shortened.colwise()) {
    if (x.norm() > bound) x *= bound / x.norm();
  }
  Table table = example.table;
  table.features = view(std::as_const(shortened));
  const Rows rows = Rows::range(0, 40);
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Random(12, 2);
  const auto plain = model({}, table);
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  CHECK(gradient(*bounded, rows, theta).isApprox(gradient(*plain, rows, theta), tolerance));
  CHECK_FALSE(gradient(*bounded, rows, theta).isApprox(gradient(*open, rows, theta), 1e-3));
}

TEST_CASE("softmax refuses what has no classes or no features") {
  ClassRows example(3, 5, 3);
  const auto model = load_plugin<Model>("model/softmax");
  example.table.classes = 0;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("classes is 0"));
  example.table.classes = 3;
  example.table.features = {};
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("no features"));
}

TEST_CASE("softmax passes on what is not a number") {
  const ClassRows example(4, 10, 3);
  const auto model = bound_model("softmax", example.table);
  check_no_number_is_passed_on(*model, Rows::range(0, 10), scattered_parameters(15, 3, 1.5));
}

namespace {

const ShippedPlugin shipped_softmax = ShippedPlugin(Kind::model, "softmax").conforms({});

}  // namespace
