#include <Eigen/Dense>

#include "loaded.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/named_columns.hpp"
#include "test.hpp"

namespace {

// Maximum likelihood of logistic regression on all rows, by Newton's method.
Eigen::VectorXd maximum_likelihood(const Table& table) {
  const Eigen::MatrixXd x = table.features.matrix();
  const Eigen::Map<const Eigen::VectorXd> y(table.target.data(), x.cols());
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(x.rows());
  for (int i = 0; i < 30; ++i) {
    const Eigen::ArrayXd p = 1 / (1 + (-(x.transpose() * theta)).array().exp());
    const Eigen::MatrixXd hessian = x * (p * (1 - p)).matrix().asDiagonal() * x.transpose();
    theta -= hessian.ldlt().solve(x * (p.matrix() - y));
  }
  return theta;
}

}  // namespace

TEST_CASE("titanic's numbers are scaled to [-1, 1] by constants that no row decides") {
  const auto [data, table] = Loaded("titanic");
  CHECK(table.private_inputs.empty());
  const Eigen::MatrixXd x = table.features.matrix();
  std::set<double> classes(x.row(1).begin(), x.row(1).end());
  REQUIRE(classes.size() == 4);
  double expected = -1;
  for (const double travel_class : classes) {
    CHECK(travel_class == Approx(expected).margin(1e-15));
    expected += 2.0 / 3;
  }
  for (const Index k : {0, 2, 3}) CHECK((x.row(k).array().abs() == 1).all());
  // 470 women and 1731 men, 109 children.
  CHECK((x.row(2).array() == 1).count() == 1731);
  CHECK((x.row(3).array() == -1).count() == 109);
}

TEST_CASE("titanic holds 1490 dead and 711 survivors, standardised on the training rows alone") {
  const auto [data, table] = Loaded("titanic", {{"scaling", "rows"}});
  REQUIRE(table.rows() == 2201);
  REQUIRE(table.features.rows == 4);
  CHECK(table.train == 1760);
  CHECK(table.classes == 2);
  CHECK(table.group.empty());
  REQUIRE(table.private_inputs.size() == 1);
  CHECK(std::string(table.private_inputs[0].name) == "standardisation");
  const Eigen::Map<const Eigen::VectorXd> y(table.target.data(), 2201);
  CHECK(y.sum() == 711);
  CHECK((y.array() == 0).count() == 1490);

  const Eigen::MatrixXd x = table.features.matrix();
  CHECK((x.row(0).array() == 1).all());
  const Eigen::MatrixXd train = x.middleCols(0, 1760);
  for (Index k = 1; k < 4; ++k) {
    CHECK(std::abs(train.row(k).mean()) <= 1e-13);
    CHECK(train.row(k).squaredNorm() / 1760 == Approx(1).epsilon(1e-12));
    CHECK(std::abs(x.row(k).mean()) > 1e-6);  // the test rows were not used
  }
}

TEST_CASE("titanic has 14 patterns with the counts of the contingency table") {
  const auto [data, table] = Loaded("titanic", {{"coding", "dummy"}});
  std::map<std::vector<double>, std::pair<int, int>> counts;
  for (Index r = 0; r < table.rows(); ++r) {
    const Eigen::VectorXd x = table.features.column(r);
    auto& count = counts[{x.begin(), x.end()}];
    (table.target[static_cast<std::size_t>(r)] == 1 ? count.second : count.first) += 1;
  }
  CHECK(counts.size() == 14);
  // intercept, 2nd, 3rd, crew, female, adult
  CHECK(counts.at({1, 0, 0, 1, 0, 1}) == std::pair(670, 192));
  CHECK(counts.at({1, 0, 1, 0, 1, 0}) == std::pair(17, 14));
  CHECK(counts.at({1, 0, 0, 0, 1, 1}) == std::pair(4, 140));
  CHECK(counts.at({1, 0, 0, 0, 0, 0}) == std::pair(0, 5));
}

TEST_CASE("titanic has the maximum-likelihood coefficients of the literature") {
  // glm(Survived ~ Class + Sex + Age, binomial) on R's datasets::Titanic: intercept, 2nd, 3rd,
  // crew, female, adult.
  Eigen::VectorXd expected(6);
  expected << 0.6853195, -1.0180950, -1.7777622, -0.8576762, 2.4200603, -1.0615424;
  const auto [data, table] = Loaded("titanic", {{"coding", "dummy"}, {"train", 2201}});
  const Eigen::VectorXd theta = maximum_likelihood(table);
  CHECK((theta - expected).cwiseAbs().maxCoeff() <= 1e-6);

  // The model's own gradient vanishes there.
  const auto model = bound_model("logistic", table);
  const Eigen::MatrixXd at = theta;
  Eigen::MatrixXd gradient(6, 1);
  model->gradient(Rows::range(0, 2201), view(at), view(gradient));
  CHECK(gradient.norm() <= 1e-9);
}

TEST_CASE("titanic splits by seed") {
  const auto training_deaths = [](std::uint64_t seed) {
    return Loaded("titanic", {}, seed).target();
  };
  CHECK(training_deaths(1) == training_deaths(1));
  CHECK(training_deaths(1) != training_deaths(2));
}

TEST_CASE("titanic says how its columns were scaled") {
  for (const char* scaling : {"coding", "rows"}) {
    const auto [data, table] = Loaded("titanic", {{"scaling", scaling}});
    const auto* columns = dynamic_cast<const NamedColumns*>(data.get());
    REQUIRE(columns != nullptr);
    REQUIRE(columns->features().size() == 4);
    for (Index k = 1; k < 4; ++k) {
      const Column& column = columns->features()[static_cast<std::size_t>(k)];
      const Eigen::RowVectorXd back =
          column.center + column.scale * table.features.matrix().row(k).array();
      CHECK(back.minCoeff() == Approx(k == 1 ? 1 : 0).margin(1e-12));
      CHECK(back.maxCoeff() == Approx(k == 1 ? 4 : 1));
    }
    CHECK(std::string(columns->features()[2].name) == "male");
    CHECK(std::string(columns->classes()[1]) == "survived");
  }
}

TEST_CASE("titanic refuses to standardise a constant") {
  check_refused("titanic", {{"scaling", "rows"}, {"train", 1}},
                "constant over the training rows (train = 1)");
}

namespace {

const ShippedPlugin shipped_titanic = ShippedPlugin(Kind::dataset, "titanic").conforms({});

}  // namespace
