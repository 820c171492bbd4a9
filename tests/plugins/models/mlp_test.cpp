#include <Eigen/Dense>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/initialisation.hpp"

namespace {

using namespace skald;
using namespace skald::test;

Setting hidden(std::vector<double> units) {
  const auto count = static_cast<std::int64_t>(units.size());
  return {"hidden", Array{std::move(units), {count}}};
}

}  // namespace

TEST_CASE("mlp gradient agrees with differences of its potential") {
  const std::string activation = GENERATE("relu", "tanh");
  const ClassRows example(4, 90, 3);
  const auto model =
      bound_model("mlp", example.table, {hidden({6, 5}), {"activation", activation}});
  REQUIRE(model->dimension() == 6 * 5 + 5 * 7 + 3 * 6);
  REQUIRE(model->classes() == 3);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 3, 0.9);
  check_gradient_is_slope(*model, Rows::range(2, 85), theta);
  check_parts_sum_to_whole(*model, 90, theta);
}

TEST_CASE("mlp gradients are consistent in every row form, clipped or not") {
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const ClassRows example(9, 131, 4);
  const auto model = bound_model("mlp", example.table, {hidden({7}), {"arithmetic", arithmetic}});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 3, 0.9);
  check_row_forms(*model, 131, theta, tolerance);
}

TEST_CASE("mlp without hidden layers is softmax regression") {
  const ClassRows example(5, 60, 4);
  const auto mlp = bound_model("mlp", example.table, {hidden({})});
  const auto softmax = bound_model("softmax", example.table);
  const Eigen::MatrixXd theta = scattered_parameters(24, 2, 0.9);
  const Rows rows = Rows::range(0, 60);
  CHECK(same_bits(gradient(*mlp, rows, theta), gradient(*softmax, rows, theta)));
  CHECK(potential(*mlp, rows, theta).isApprox(potential(*softmax, rows, theta), 1e-14));
}

TEST_CASE("mlp predicts the probabilities whose logarithms are the potential") {
  const ClassRows example(6, 85, 4);
  const auto model = bound_model("mlp", example.table, {hidden({8})});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 1, 0.9);
  check_predictions_are_likelihoods(*model, example.y, theta);
}

TEST_CASE("mlp starts at random weights of the stated variance and intercepts of zero") {
  const ClassRows example(50, 4, 3);
  const auto model = bound_model("mlp", example.table, {hidden({200})});
  const auto* start = extension<Initialisation>(*model);
  REQUIRE(start != nullptr);
  Eigen::MatrixXd theta(model->dimension(), 2);
  start->initialise(random::PhiloxRandom(1, 0), view(theta));
  const Eigen::MatrixXd first = theta.col(0).head(200 * 51).reshaped(51, 200);
  const Eigen::MatrixXd last = theta.col(0).tail(3 * 201).reshaped(201, 3);
  CHECK(first.row(50).isZero(0));
  CHECK(last.row(200).isZero(0));
  // 10000 and 600 squares of standard normals: relative error 0.0141 and 0.0577, five times that.
  CHECK(first.topRows(50).squaredNorm() / 10000 == Approx(2.0 / 50).epsilon(0.071));
  CHECK(last.topRows(200).squaredNorm() / 600 == Approx(1.0 / 200).epsilon(0.29));
  CHECK((theta.col(0) - theta.col(1)).norm() > 1);
  CHECK(std::abs(first(0, 0) / std::sqrt(2.0 / 50) - last(0, 0) * std::sqrt(200.0)) > 1e-3);
}

TEST_CASE("mlp refuses layers that are no whole numbers and targets that are no class") {
  CHECK_THROWS_WITH(load_plugin<Model>("model/mlp", {hidden({3, 0.5})}),
                    Catch::Contains("hidden holds 0.5"));
  ClassRows example(3, 5, 3);
  const auto usual = bound_model("mlp", example.table);
  CHECK(usual->dimension() == 32 * 4 + 3 * 33);
  const auto model = load_plugin<Model>("model/mlp", {hidden({2})});
  example.table.classes = 0;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("classes is 0"));
}

TEST_CASE("mlp passes on what is not a number") {
  const ClassRows example(4, 10, 3);
  const auto model = bound_model("mlp", example.table, {hidden({5})});
  check_no_number_is_passed_on(*model, Rows::range(0, 10),
                               scattered_parameters(model->dimension(), 2, 0.9));
}

namespace {

const ShippedPlugin shipped_mlp = ShippedPlugin(Kind::model, "mlp")
                                      .conforms({hidden({5})})
                                      .conforms({hidden({4, 3}), {"activation", "tanh"}});

}  // namespace
