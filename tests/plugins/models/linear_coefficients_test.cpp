// What models of linear predictors say of their coefficients: the potential of the rows stays the
// same if features are shifted and scaled and coefficients moved with them.
#include "skald/linear_coefficients.hpp"

#include <Eigen/Core>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "skald/model.hpp"
#include "test.hpp"

namespace linear_coefficients_test {

using Part = LinearCoefficients::Part;

namespace {

constexpr Index kRows = 12, kFeatures = 3;

struct Data {
  Eigen::MatrixXd features;
  std::vector<double> target;
  Index classes = 0;

  Table table() const {
    Table table;
    table.features = view(features);
    table.target = target;
    table.classes = classes;
    table.train = kRows;
    return table;
  }
};

Data data_for(Index classes) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Data data;
  data.features = Eigen::MatrixXd::NullaryExpr(kFeatures, kRows, [&] { return normal(random); });
  data.features.row(0).setOnes();
  data.classes = classes;
  for (Index r = 0; r < kRows; ++r)
    data.target.push_back(classes > 0 ? static_cast<double>(r % classes) : normal(random));
  return data;
}

double potential(const Model& model, const Eigen::VectorXd& theta) {
  const Eigen::MatrixXd column = theta;
  std::vector<double> value(1);
  model.potential(Rows::range(0, kRows), view(column), value);
  return value[0];
}

// Returns theta for features (x - center) / scale, given that for x. Feature 0 is constant.
Eigen::VectorXd moved(const LinearCoefficients& known, const Eigen::VectorXd& theta,
                      const Eigen::VectorXd& center, const Eigen::VectorXd& scale) {
  Eigen::VectorXd result = theta, shift = Eigen::VectorXd::Zero(known.outputs());
  for (Index i = 0; i < theta.size(); ++i) {
    const auto one = known.coefficient(i);
    if (one.part != Part::weight) continue;
    result[i] = theta[i] * scale[one.feature];
    shift[one.output] += theta[i] * center[one.feature];
  }
  for (Index i = 0; i < theta.size(); ++i) {
    const auto one = known.coefficient(i);
    if (one.part == Part::weight && one.feature == 0) result[i] += shift[one.output];
  }
  return result;
}

void check_meaning(const std::string& model_name, Index classes,
                   const std::vector<Setting>& settings) {
  INFO(model_name);
  Data raw = data_for(classes), scaled = raw;
  Eigen::VectorXd center(kFeatures), scale(kFeatures);
  center << 0, 2, -0.5;
  scale << 1, 3, 0.25;
  for (Index k = 0; k < kFeatures; ++k)
    scaled.features.row(k) = (raw.features.row(k).array() - center[k]) / scale[k];
  const auto model = bound_model(model_name, raw.table(), settings);
  const auto other = bound_model(model_name, scaled.table(), settings);
  const auto* known = extension<LinearCoefficients>(*model);
  REQUIRE(known != nullptr);
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  const Eigen::VectorXd theta =
      Eigen::VectorXd::NullaryExpr(model->dimension(), [&] { return normal(random); });
  CHECK(potential(*other, moved(*known, theta, center, scale)) ==
        Approx(potential(*model, theta)).epsilon(1e-12));
  // Intercepts of the model stand where the constant feature does.
  for (Index i = 0; i < model->dimension(); ++i) {
    const auto one = known->coefficient(i);
    if (one.part != Part::intercept) continue;
    Eigen::VectorXd by_feature = theta;
    by_feature[i] = 0;
    for (Index k = 0; k < model->dimension(); ++k) {
      const auto its = known->coefficient(k);
      const bool is_twin = its.part == Part::weight && its.feature == 0 && its.output == one.output;
      if (is_twin) by_feature[k] += theta[i];
    }
    CHECK(potential(*model, by_feature) == Approx(potential(*model, theta)).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("coefficients of linear predictors are what the model says") {
  check_meaning("linear", 0, {});
  check_meaning("linear", 0, {{"estimate_noise", true}});
  check_meaning("linear", 0, {{"intercept", false}});
  check_meaning("logistic", 2, {});
  check_meaning("softmax", 3, {});
  check_meaning("softmax", 3, {{"intercept", false}});
  check_meaning("posteriordb", 0, {{"coordinates", "natural"}});
}

TEST_CASE("whitened coordinates are no coefficients") {
  const auto model = load_plugin<Model>("model/posteriordb", {{"coordinates", "whitened"}});
  const Data data = data_for(0);
  model->bind(data.table());
  CHECK(extension<LinearCoefficients>(*model) == nullptr);
}

TEST_CASE("the logarithm of the noise has the target's scale") {
  // With target and predictor times 5, and log noise plus log 5, every density is divided by 5.
  const Data data = data_for(0);
  Data larger = data;
  for (double& y : larger.target) y *= 5;
  const bool is_linear = GENERATE(true, false);
  const std::string plugin = is_linear ? "model/linear" : "model/posteriordb";
  const Setting setting =
      is_linear ? Setting{"estimate_noise", true} : Setting{"coordinates", "natural"};
  const auto model = load_plugin<Model>(plugin, {setting});
  const auto other = load_plugin<Model>(plugin, {setting});
  model->bind(data.table());
  other->bind(larger.table());
  const auto* known = extension<LinearCoefficients>(*model);
  CHECK(known->predicts_target());
  Eigen::VectorXd theta = Eigen::VectorXd::LinSpaced(model->dimension(), -1, 0.7), scaled = theta;
  for (Index i = 0; i < theta.size(); ++i) {
    scaled[i] =
        known->coefficient(i).part == Part::log_scale ? theta[i] + std::log(5) : 5 * theta[i];
  }
  CHECK(potential(*other, scaled) ==
        Approx(potential(*model, theta) + kRows * std::log(5)).epsilon(1e-12));
}

}  // namespace linear_coefficients_test
