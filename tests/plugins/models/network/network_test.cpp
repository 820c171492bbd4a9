#include <Eigen/Dense>
#include <cmath>
#include <thread>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/initialisation.hpp"

namespace {

using namespace skald;
using namespace skald::test;

std::shared_ptr<Model> network_on(const ClassRows& example, const std::string& layers,
                                  const std::vector<Setting>& more = {{"arithmetic", "double"}}) {
  return bound_model("network", example.table, with({{"layers", layers}}, more));
}

Eigen::MatrixXd first_values(const Model& model, Index chains) {
  Eigen::MatrixXd theta(model.dimension(), chains);
  extension<Initialisation>(model)->initialise(random::PhiloxRandom(1, 0), view(theta));
  return theta;
}

constexpr const char* kEverything =
    "conv 3 3x3 pad 1, tanh, avgpool 2, conv 4 2x2 stride 2, relu, dense 5, sigmoid, dense classes";

}  // namespace

TEST_CASE("network gradients agree with differences of their potentials, layer by layer") {
  const std::string layers = GENERATE(
      as<std::string>{}, kEverything, "dense classes",
      "dense 6, relu, dense 5, tanh, dense classes", "conv 2 3x3, sigmoid, dense classes",
      "conv 2 2x3 stride 2, relu, maxpool 2, dense classes",
      "maxpool 3 stride 2, conv 3 2x2 pad 1, tanh, avgpool 2 stride 1, flatten, dense classes",
      "avgpool 2, dense 4, dense classes");
  const ClassRows example(36, 90, 3);
  const auto model = network_on(example, layers);
  REQUIRE(model->classes() == 3);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 0.9);
  check_gradient_is_slope(*model, Rows::range(2, 85), theta);
  check_parts_sum_to_whole(*model, 90, theta);
}

TEST_CASE("network gradients are consistent in every row form, clipped or not") {
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const ClassRows example(36, 131, 4);
  const auto model = network_on(example, kEverything, {{"arithmetic", arithmetic}});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 3, 0.9);
  check_row_forms(*model, 131, theta, tolerance);
}

TEST_CASE("a network of dense layers is a perceptron") {
  const ClassRows example(5, 90, 4);
  const auto found = network_on(example, "dense 7, tanh, dense classes");
  const auto expected =
      bound_model("mlp", example.table, {{"activation", "tanh"}, {"hidden", Array{{7}, {1}}}});
  REQUIRE(found->dimension() == expected->dimension());
  // libtorch's order: all weights of a layer, then its intercepts.
  const auto by_unit = [&](const Eigen::MatrixXd& v) {
    Eigen::MatrixXd out(v.rows(), 1);
    const Index first = 7 * 6;
    const auto layer = [&](Index offset, Index inputs, Index units) {
      for (Index u = 0; u < units; ++u) {
        out.block(offset + u * (inputs + 1), 0, inputs, 1) =
            v.block(offset + u * inputs, 0, inputs, 1);
        out(offset + u * (inputs + 1) + inputs) = v(offset + units * inputs + u);
      }
    };
    layer(0, 5, 7);
    layer(first, 7, 4);
    return out;
  };
  const Eigen::MatrixXd theta = scattered_parameters(found->dimension(), 1, 0.9);
  const Rows rows = Rows::range(1, 85);
  for (const double clip : {no_clip, 0.4}) {
    const Eigen::MatrixXd a = by_unit(clipped_gradient(*found, rows, clip, theta));
    const Eigen::MatrixXd b = clipped_gradient(*expected, rows, clip, by_unit(theta));
    CHECK((a - b).norm() <= 1e-12 * b.norm());
  }
  CHECK(potential(*found, rows, theta)(0) ==
        Approx(potential(*expected, rows, by_unit(theta))(0)).epsilon(1e-13));
}

TEST_CASE("networks predict the probabilities whose logarithms are the potential") {
  const ClassRows example(36, 170, 4);
  const auto model = network_on(example, kEverything);
  check_predictions_are_likelihoods(*model, example.y,
                                    scattered_parameters(model->dimension(), 1, 0.9));
}

TEST_CASE("a row's result does not depend on the rows beside it") {
  const ClassRows example(36, 90, 3);
  const auto model = network_on(example, kEverything, {{"arithmetic", "float"}});
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 1, 0.9);
  Eigen::MatrixXd all(3, 90), one(3, 1);
  model->predict(Rows::range(0, 90), view(theta), view(all));
  for (const Index r : {0, 17, 64, 79, 89}) {
    model->predict(Rows::range(r, 1), view(theta), view(one));
    CHECK(same_bits(all.col(r), one));
  }
}

TEST_CASE("threads that ask one network at once get the same bits") {
  const ClassRows example(36, 90, 3);
  const auto model = network_on(example, "conv 3 3x3, relu, dropout 0.5, dense classes");
  REQUIRE(model->is_thread_safe());
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 1, 0.9);
  const auto own_rows = [](Index t) { return Rows::range(t, 20 + 13 * t); };
  std::vector<Eigen::MatrixXd> found(4);
  std::vector<std::thread> threads;
  for (Index t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i)
        found[static_cast<std::size_t>(t)] = gradient(*model, own_rows(t), theta);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (Index t = 0; t < 4; ++t)
    CHECK(same_bits(found[static_cast<std::size_t>(t)], gradient(*model, own_rows(t), theta)));
}

TEST_CASE("dropout drops the stated share of units, in gradients only") {
  const ClassRows example(400, 60, 3);
  const auto with_dropout = network_on(example, "dropout 0.25, dense classes");
  const auto without = network_on(example, "dense classes");
  const Eigen::MatrixXd theta = scattered_parameters(without->dimension(), 1, 0.9);
  const Rows rows = Rows::range(0, 60);
  CHECK(potential(*with_dropout, rows, theta) == potential(*without, rows, theta));
  // A row's gradient in the first weights is slope x mask x input: zero where the mask is.
  Index zeros = 0;
  for (Index r = 0; r < 60; ++r) {
    const Eigen::VectorXd one = gradient(*with_dropout, Rows::range(r, 1), theta).col(0).head(400);
    const Eigen::VectorXd ratio = one.cwiseQuotient(example.x.col(r));
    const double kept = ratio.cwiseAbs().maxCoeff();
    for (Index i = 0; i < 400; ++i) {
      zeros += ratio(i) == 0;
      CHECK((ratio(i) == 0 || std::abs(std::abs(ratio(i)) / kept - 1) < 1e-9));
    }
  }
  // Binomial(24000, 1/4), five standard deviations of 67.
  CHECK(std::abs(static_cast<double>(zeros) - 6000) < 336);
  // Behind a dense layer, too: of the last weights, intercepts alone always have a gradient.
  const auto deep = network_on(example, "dense 40, tanh, dropout 0.25, dense classes");
  const Eigen::MatrixXd at = scattered_parameters(deep->dimension(), 1, 0.9);
  Eigen::ArrayXd dropped = Eigen::ArrayXd::Zero(3 * 41);
  for (Index r = 0; r < 60; ++r) {
    const Eigen::VectorXd one = gradient(*deep, Rows::range(r, 1), at).col(0).tail(3 * 41);
    dropped += (one.array() == 0).cast<double>();
  }
  CHECK((dropped == 0).count() == 3);
}

TEST_CASE("masks of dropout depend on parameters, row and layer alone") {
  const ClassRows example(36, 90, 3);
  const auto model = network_on(
      example,
      "conv 3 3x3, relu, maxpool 2, dropout 0.3, dense 8, tanh, dropout 0.5, dense classes");
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 0.9);
  const std::vector<std::int32_t> own = scattered_rows(2, 40, 90);
  const Rows rows{0, 40, own.data(), 2};
  check_block_equals_columns(*model, rows, theta);
  check_clipped_gradient(*model, rows, 0.4, theta, 1e-13);
  check_parts_sum_to_whole(*model, 90, theta);
  // Other parameters have other masks.
  const Eigen::MatrixXd moved = theta.array() * (1 + 1e-12);
  const Eigen::MatrixXd a = gradient(*model, rows, theta), b = gradient(*model, rows, moved);
  CHECK((a - b).norm() > 1e-3 * a.norm());
}

TEST_CASE("rows may ask for the masks of other parameters") {
  const ClassRows example(400, 60, 3);
  const auto model = network_on(example, "dropout 0.25, dense classes");
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 2, 0.9);
  const Eigen::MatrixXd other = -theta;
  // The first weights' gradients are zero where the mask is.
  const auto dropped = [&](const Rows& rows, const Eigen::MatrixXd& at) {
    const Eigen::MatrixXd first = gradient(*model, rows, at).topRows(400);
    return Eigen::MatrixXd((first.array() == 0).cast<double>());
  };
  const Rows row = Rows::range(7, 1);
  CHECK(dropped(row, other) != dropped(row, theta));
  CHECK(dropped(row.choosing_at(view(theta)), other) == dropped(row, theta));
  const Eigen::MatrixXd second = theta.rightCols(1);
  CHECK(dropped(row.choosing_at(view(theta)).of_chain(1), -second) == dropped(row, second));
}

TEST_CASE("networks start at uniform weights of libtorch's bounds") {
  const ClassRows example(36, 4, 3);
  const auto model = network_on(example, "conv 40 3x3, relu, dense 30, relu, dense classes");
  const Eigen::MatrixXd theta = first_values(*model, 2);
  const Index convolution = 40 * 9 + 40, inputs = 40 * 16;
  const auto check_uniform = [&](Index offset, Index count, double bound) {
    const Eigen::ArrayXd part = theta.col(0).segment(offset, count).array() / bound;
    CHECK(part.abs().maxCoeff() <= 1);
    // Squares of uniform numbers on [-1, 1]: mean 1/3, variance 4/45; five standard deviations.
    CHECK(std::abs(part.square().mean() - 1.0 / 3) <=
          5 * std::sqrt(4.0 / 45 / static_cast<double>(count)));
  };
  check_uniform(0, 360, 1.0 / 3);
  check_uniform(convolution, 30 * inputs, 1 / std::sqrt(static_cast<double>(inputs)));
  CHECK((theta.col(0) - theta.col(1)).norm() > 1);
}

TEST_CASE("networks pass on what is not a number") {
  const ClassRows example(36, 10, 3);
  const auto model =
      network_on(example, "conv 2 3x3, relu, maxpool 2, dense 4, tanh, dense classes");
  check_no_number_is_passed_on(*model, Rows::range(0, 10),
                               scattered_parameters(model->dimension(), 2, 0.9));
}

TEST_CASE("networks refuse data that do not suit them") {
  const auto refusal = [](const ClassRows& example, const std::vector<Setting>& settings) {
    const auto model = bound_model("network", example.table, settings);
  };
  const std::string conv = "conv 2 3x3, dense classes";
  CHECK_THROWS_WITH(refusal(ClassRows(35, 5, 3), {{"layers", conv}}),
                    Catch::Contains("rows have 35 features") &&
                        Catch::Contains("\"image\": [channels, height, width]"));
  CHECK_THROWS_WITH(
      refusal(ClassRows(35, 5, 3), {{"layers", conv}, {"image", Array{{1, 6, 6}, {3}}}}),
      Catch::Contains("image is [1, 6, 6], 36 numbers; expected the 35 features"));
  CHECK_THROWS_WITH(refusal(ClassRows(35, 5, 3), {{"layers", conv}, {"image", Array{{5, 7}, {2}}}}),
                    Catch::Contains("expected [channels, height, width]"));
  CHECK_NOTHROW(refusal(ClassRows(35, 5, 3), {{"layers", conv}, {"image", Array{{1, 5, 7}, {3}}}}));
  CHECK_NOTHROW(refusal(ClassRows(35, 5, 3), {{"layers", "dense classes"}}));
  ClassRows numbers(36, 5, 3);
  numbers.table.classes = 0;
  CHECK_THROWS_WITH(refusal(numbers, {{"layers", conv}}), Catch::Contains("classes is 0"));
}

namespace {

const ShippedPlugin shipped_network =
    ShippedPlugin(Kind::model, "network")
        .conforms({{"layers", "dense 5, tanh, dense classes"}, {"arithmetic", "double"}})
        .conforms({{"layers", "conv 3 1x2, tanh, avgpool 1, dense classes"},
                   {"image", Array{{1, 1, 3}, {3}}},
                   {"arithmetic", "double"}});

}  // namespace
