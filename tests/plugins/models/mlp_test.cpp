#include <Eigen/Dense>
#include <limits>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "random/philox_random.hpp"
#include "skald/initialisation.hpp"

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
    theta(i) = 0.9 * std::cos(0.8 + 7.31 * static_cast<double>(i));
  return theta;
}

Setting hidden(std::vector<double> units) {
  const auto count = static_cast<std::int64_t>(units.size());
  return {"hidden", Array{std::move(units), {count}}};
}

}  // namespace

TEST_CASE("mlp gradient agrees with differences of its potential") {
  const std::string activation = GENERATE("relu", "tanh");
  const Example example(4, 90, 3);
  const auto model = load_plugin<Model>("model/mlp", {hidden({6, 5}), {"activation", activation}});
  model->bind(example.table);
  REQUIRE(model->dimension() == 6 * 5 + 5 * 7 + 3 * 6);
  REQUIRE(model->classes() == 3);
  const Eigen::MatrixXd theta = parameters(model->dimension(), 3);
  const Rows rows = Rows::range(2, 85);
  const Eigen::MatrixXd expected = difference_gradient(*model, rows, theta);
  CHECK((gradient(*model, rows, theta) - expected).norm() <= 1e-6 * expected.norm());
  check_parts_sum_to_whole(*model, 90, theta);
}

TEST_CASE("mlp gradients are consistent in every row form, clipped or not") {
  const std::string arithmetic = GENERATE("double", "float");
  const double tolerance = arithmetic == "double" ? 1e-13 : 1e-5;
  const Example example(9, 131, 4);
  const auto model = load_plugin<Model>("model/mlp", {hidden({7}), {"arithmetic", arithmetic}});
  model->bind(example.table);
  const Eigen::MatrixXd theta = parameters(model->dimension(), 3);
  std::vector<std::int32_t> own(3 * 90);
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<std::int32_t>(31 * i % 120);
  for (const Rows& rows : {Rows::range(0, 131), Rows{1, 90, own.data(), 3}, Rows::range(5, 0)}) {
    check_block_equals_columns(*model, rows, theta);
    Eigen::MatrixXd expected = theta;
    for (Index j = 0; j < 3; ++j)
      model->Model::clipped_gradient(rows.of_chain(j), 0.6, view(theta).columns(j, 1),
                                     view(expected).columns(j, 1));
    CHECK((clipped_gradient(*model, rows, 0.6, theta) - expected).norm() <=
          tolerance * (1 + expected.norm()));
  }
}

TEST_CASE("mlp without hidden layers is softmax regression") {
  const Example example(5, 60, 4);
  const auto mlp = load_plugin<Model>("model/mlp", {hidden({})});
  const auto softmax = load_plugin<Model>("model/softmax");
  mlp->bind(example.table);
  softmax->bind(example.table);
  const Eigen::MatrixXd theta = parameters(24, 2);
  const Rows rows = Rows::range(0, 60);
  CHECK(same_bits(gradient(*mlp, rows, theta), gradient(*softmax, rows, theta)));
  CHECK(potential(*mlp, rows, theta).isApprox(potential(*softmax, rows, theta), 1e-14));
}

TEST_CASE("mlp predicts the probabilities whose logarithms are the potential") {
  const Example example(6, 85, 4);
  const auto model = load_plugin<Model>("model/mlp", {hidden({8})});
  model->bind(example.table);
  const Eigen::MatrixXd theta = parameters(model->dimension(), 1);
  Eigen::MatrixXd p(4, 85);
  model->predict(Rows::range(0, 85), view(theta), view(p));
  CHECK(p.colwise().sum().isApprox(Eigen::RowVectorXd::Ones(85), 1e-14));
  double sum = 0;
  for (Index r = 0; r < 85; ++r)
    sum -= std::log(p(static_cast<Index>(example.y[static_cast<std::size_t>(r)]), r));
  CHECK(potential(*model, Rows::range(0, 85), theta)(0) == Approx(sum).epsilon(1e-13));
}

TEST_CASE("mlp starts at random weights of the stated variance and intercepts of zero") {
  const Example example(50, 4, 3);
  const auto model = load_plugin<Model>("model/mlp", {hidden({200})});
  model->bind(example.table);
  const auto* start = extension<Initialisation>(*model);
  REQUIRE(start != nullptr);
  Eigen::MatrixXd theta(model->dimension(), 2);
  start->initialise(PhiloxRandom(1, 0), view(theta));
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
  Example example(3, 5, 3);
  const auto usual = load_plugin<Model>("model/mlp");
  usual->bind(example.table);
  CHECK(usual->dimension() == 32 * 4 + 3 * 33);
  const auto model = load_plugin<Model>("model/mlp", {hidden({2})});
  example.table.classes = 0;
  CHECK_THROWS_WITH(model->bind(example.table), Catch::Contains("0 classes"));
}

TEST_CASE("mlp passes on what is not a number") {
  const Example example(4, 10, 3);
  const auto model = load_plugin<Model>("model/mlp", {hidden({5})});
  model->bind(example.table);
  Eigen::MatrixXd theta = parameters(model->dimension(), 2);
  theta(2, 1) = std::numeric_limits<double>::quiet_NaN();
  const Eigen::MatrixXd found = gradient(*model, Rows::range(0, 10), theta);
  CHECK(found.col(0).allFinite());
  CHECK(found.col(1).array().isNaN().any());
}
