#include "run/audit/canary_model.hpp"

#include "load_plugin.hpp"
#include "skald/extensions/gradient_steps.hpp"
#include "test.hpp"

namespace canary_model_test {

using namespace skald::run;

TEST_CASE("a canary's rows have its gradient, all others none") {
  const MatrixXd features = MatrixXd::Ones(2, 4);
  const std::vector<double> target{0, 1, 0, 1};
  Table table;
  table.features = view(features);
  table.target = target;
  table.classes = 2;
  table.train = 4;
  const auto logistic = test::load_plugin<Model>("model/logistic", {{"prior_precision", 0.5}});
  logistic->bind(table);
  const Index d = logistic->dimension();
  const double root = std::sqrt(static_cast<double>(d));
  const CanaryModel model(*logistic, {{8 * root, {}}, {-3, 1}}, {0, -1, 1, -1});
  const MatrixXd theta = MatrixXd::Constant(d, 2, 0.5);
  MatrixXd out(d, 2);

  model.gradient(Rows::range(0, 4), view(theta), view(out));
  CHECK(out(0, 0) == Approx(8));
  CHECK(out(1, 0) == Approx(5));
  CHECK(out.col(0) == out.col(1));
  CHECK(model.asked() == 2);
  // Every chain its own rows.
  const std::vector<std::int32_t> index{1, 2, 0, 0};
  model.clipped_gradient({0, 2, index.data(), 2}, root, view(theta), view(out));
  CHECK(out(1, 0) == Approx(-std::min(3.0, root)));
  CHECK(out(0, 0) == 0);
  CHECK(out(0, 1) == Approx(2));
  CHECK(out(d - 1, 1) == Approx(2));
  // Its potential has that gradient.
  std::vector<double> here(2), there(2);
  model.potential(Rows::range(0, 4), view(theta), here);
  const MatrixXd moved = theta + MatrixXd::Constant(d, 2, 0.25);
  model.potential(Rows::range(0, 4), view(moved), there);
  CHECK(there[0] - here[0] == Approx(0.25 * (8 * static_cast<double>(d) - 3)));
  // The prior is the model's.
  MatrixXd prior = MatrixXd::Zero(d, 2), expected = prior;
  model.add_prior_gradient(0.5, view(theta), view(prior));
  logistic->add_prior_gradient(0.5, view(theta), view(expected));
  CHECK(prior == expected);
  CHECK(prior.norm() > 0);
}

TEST_CASE("a model with canaries makes no steps by itself, which would pass them by") {
  const MatrixXd features = MatrixXd::Ones(2, 4);
  const std::vector<double> target{0, 1, 0, 1};
  Table table;
  table.features = view(features);
  table.target = target;
  table.classes = 2;
  table.train = 4;
  const auto softmax = test::load_plugin<Model>("model/softmax");
  softmax->bind(table);
  REQUIRE(extension<GradientSteps>(*softmax) != nullptr);
  const CanaryModel model(*softmax, {{8, {}}}, {0, -1, -1, -1});
  CHECK(extension<GradientSteps>(model) == nullptr);
  CHECK(extension<CurvatureBounds>(model) != nullptr);
}

}  // namespace canary_model_test
