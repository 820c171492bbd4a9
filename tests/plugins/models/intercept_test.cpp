// An intercept has one owner: the table, or else the model.
#include "skald/parts/data/intercept.hpp"
#include "load_plugin.hpp"
#include "skald/linear_coefficients.hpp"
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
