// An intercept has one owner: the table, or else the model.
#include "load_plugin.hpp"
#include "skald/linear_coefficients.hpp"
#include "skald/parts/data/columns.hpp"
#include "test.hpp"

TEST_CASE("models add an intercept only where no feature is one") {
  Eigen::MatrixXd features(2, 4);
  features << 1, 1, 1, 1, 3, 5, 2, 7;
  const Eigen::MatrixXd place = Eigen::MatrixXd::Zero(1, 1);
  const std::vector<NamedArray> arrays{{kIntercept, view(place)}};
  const std::vector<double> target{0, 1, 0, 1};
  const std::string name = GENERATE("linear", "softmax");
  const Index classes = name == "softmax" ? 2 : 0;
  Table table{
      .features = view(std::as_const(features)), .target = target, .classes = classes, .train = 4};
  const auto dimension = [&](bool option) {
    const auto model = load_plugin<Model>("model/" + name, {{"intercept", option}});
    model->bind(table);
    const auto* coefficients = extension<LinearCoefficients>(*model);
    Index intercepts = 0;
    for (Index d = 0; d < model->dimension(); ++d)
      intercepts += coefficients->coefficient(d).part == LinearCoefficients::Part::intercept;
    return std::pair(model->dimension(), intercepts);
  };
  const Index outputs = std::max<Index>(classes, 1);
  CHECK(dimension(true) == std::pair(3 * outputs, outputs));
  CHECK(dimension(false) == std::pair(2 * outputs, Index{0}));
  table.arrays = arrays;
  CHECK(dimension(true) == std::pair(2 * outputs, Index{0}));
}

// 2 features, 3 units and 2 classes: 9 + 8 parameters, of which 3 are intercepts of the first
// layer.
TEST_CASE("networks leave out the intercepts of the first layer where a feature is one") {
  const std::string name = GENERATE("mlp", "network");
  const std::string arithmetic = GENERATE("double", "float");
  MatrixXd features(2, 4);
  features << 1, 1, 1, 1, 3, 5, 2, 7;
  const MatrixXd other = features.bottomRows(1);
  const MatrixXd place = MatrixXd::Zero(1, 1);
  const std::vector<NamedArray> arrays{{kIntercept, view(place)}};
  const std::vector<double> target{0, 1, 0, 1};
  const auto bound = [&](const MatrixXd& x, std::span<const NamedArray> given) {
    std::vector<Setting> settings{{"arithmetic", arithmetic}};
    if (name == "mlp") {
      settings.emplace_back("hidden", Array{{3}, {1}});
    } else {
      settings.emplace_back("layers", "dense 3, relu, dense classes");
    }
    auto model = load_plugin<Model>("model/" + name, settings);
    Table table{.features = view(x), .target = target, .classes = 2, .train = 4};
    table.arrays = given;
    model->bind(table);
    return model;
  };
  const auto owned = bound(features, arrays), added = bound(other, {});
  CHECK(bound(features, {})->dimension() == 17);
  REQUIRE(owned->dimension() == 14);
  REQUIRE(added->dimension() == 14);
  // The same function of the parameters: of each unit the weights of (1, x), or those of (x, 1).
  const MatrixXd theta = VectorXd::LinSpaced(14, 0.02, 0.3);
  MatrixXd same = theta;
  for (Index u = 0; u < 3; ++u) {
    const bool is_mlp = name == "mlp";
    same(is_mlp ? 2 * u : u) = theta(2 * u + 1);
    same(is_mlp ? 2 * u + 1 : 3 + u) = theta(2 * u);
  }
  const Rows rows = Rows::range(0, 4);
  const auto gradient = [&](const auto& model, const MatrixXd& at, double clip) {
    MatrixXd out(14, 1);
    model->clipped_gradient(rows, clip, view(at), view(out));
    return out;
  };
  for (const double clip : {std::numeric_limits<double>::infinity(), 0.5}) {
    const MatrixXd mine = gradient(owned, theta, clip), theirs = gradient(added, same, clip);
    for (Index u = 0; u < 3; ++u) {
      const bool is_mlp = name == "mlp";
      CHECK(mine(2 * u + 1) == Approx(theirs(is_mlp ? 2 * u : u)).margin(1e-5));
      CHECK(mine(2 * u) == Approx(theirs(is_mlp ? 2 * u + 1 : 3 + u)).margin(1e-5));
    }
    CHECK((mine.bottomRows(8) - theirs.bottomRows(8)).norm() < 1e-5);
    CHECK(mine.norm() > 1e-3);
  }
}
