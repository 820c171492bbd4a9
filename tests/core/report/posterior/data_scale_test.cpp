#include "report/posterior/data_scale.hpp"

#include <Eigen/Dense>

#include "ar1.hpp"
#include "skald/parts/data/columns.hpp"
#include "test.hpp"

namespace data_scale_test {

using namespace skald::report;
using Eigen::Index;
using record::Coefficients;
using Part = LinearCoefficients::Part;

namespace {

MatrixXd normals(Index rows, Index cols, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

// Weights of all features and an intercept, for each of some predictors.
Coefficients linear(std::vector<record::ScaledColumn> features, std::vector<std::string> outputs,
                    bool has_intercept) {
  Coefficients all;
  all.features = std::move(features);
  all.outputs = std::move(outputs);
  for (std::int64_t o = 0; o < std::ssize(all.outputs); ++o) {
    for (std::int64_t f = 0; f < std::ssize(all.features); ++f)
      all.meanings.push_back({Part::weight, o, f, ""});
    if (has_intercept) all.meanings.push_back({Part::intercept, o, 0, "intercept"});
  }
  return all;
}

// The same coefficients of a vector theta.
VectorXd mapped(const std::vector<DataScaleCoefficient>& scale, const VectorXd& theta) {
  VectorXd values(std::ssize(scale));
  for (Index i = 0; i < values.size(); ++i) {
    const DataScaleCoefficient& one = scale[static_cast<std::size_t>(i)];
    values[i] = one.constant;
    for (const auto& [place, factor] : one.terms) values[i] += factor * theta[place];
  }
  return values;
}

MatrixXd map_of(const std::vector<DataScaleCoefficient>& scale, Index d) {
  const VectorXd origin = mapped(scale, VectorXd::Zero(d));
  MatrixXd map(origin.size(), d);
  for (Index k = 0; k < d; ++k) map.col(k) = mapped(scale, VectorXd::Unit(d, k)) - origin;
  return map;
}

}  // namespace

TEST_CASE("coefficients on the data's scale predict the same from the data as they are") {
  const auto [has_constant, has_intercept] =
      GENERATE(std::pair(true, false), std::pair(false, true), std::pair(true, true),
               std::pair(false, false));
  std::vector<record::ScaledColumn> features;
  if (has_constant) features.push_back({"one", 0, 1, true});
  features.insert(features.end(),
                  {{"age", 40, 12.5, false}, {"sex=m", 0, 1, false}, {"height", -1.7, 0.1, false}});
  Coefficients all = linear(features, {"a", "b"}, has_intercept);
  all.target = {"y", 3, 7, false};
  const auto scale = data_scale(all);
  // One intercept per predictor, whatever the run had.
  REQUIRE(scale.size() == 8);
  CHECK(has_redundant_intercepts(all) == (has_constant && has_intercept));
  const VectorXd theta = normals(std::ssize(all.meanings), 1, 1);
  const VectorXd raw = normals(3, 1, 2);
  const VectorXd coefficients = mapped(scale, theta);
  const auto width = static_cast<Index>(features.size()) + (has_intercept ? 1 : 0);
  for (Index o = 0; o < 2; ++o) {
    double score = 0, own = 0;
    for (Index f = 0, k = 0; f < std::ssize(features); ++f) {
      const auto& column = features[static_cast<std::size_t>(f)];
      const double x = column.is_constant ? 1 : (raw[k++] - column.center) / column.scale;
      score += theta[o * width + f] * x;
    }
    if (has_intercept) score += theta[o * width + width - 1];
    Index k = 0;
    for (Index i = 0; i < 4; ++i) {
      const std::string& name = scale[static_cast<std::size_t>(4 * o + i)].name;
      const bool is_intercept = name.ends_with("intercept");
      CHECK(name.starts_with(o == 0 ? "a: " : "b: "));
      own += coefficients[4 * o + i] * (is_intercept ? 1 : raw[k++]);
    }
    CHECK(own == Approx(3 + 7 * score).epsilon(1e-12));
  }
}

TEST_CASE("a posterior of standardised data, carried back, is that of the raw data") {
  // With a flat prior and noise s the posterior is N(b, s^2 (X X')^-1), b the least squares fit.
  constexpr Index n = 50, p = 3;
  MatrixXd raw(p, n);
  raw << MatrixXd::Ones(1, n), normals(2, n, 3);
  raw.row(1) = 5 + 20 * raw.row(1).array();
  raw.row(2) = -3 + 0.01 * raw.row(2).array();
  MatrixXd target = 2 + 0.3 * raw.row(1).array() - 40 * raw.row(2).array();
  target += normals(1, n, 4);
  MatrixXd x = raw, y = target;
  std::vector<record::ScaledColumn> features{{"intercept", 0, 1, true}};
  for (Index k = 1; k < p; ++k) {
    const auto by = standardise_row(x, k, n);
    REQUIRE(by.has_value());
    features.push_back({"x" + std::to_string(k), by->center, by->scale, false});
  }
  Coefficients all = linear(features, {""}, false);
  const auto of_target = standardise_row(y, 0, n);
  all.target = {"y", of_target->center, of_target->scale, false};
  const auto scale = data_scale(all);
  const auto fit = [](const MatrixXd& rows, const MatrixXd& response) -> VectorXd {
    return (rows * rows.transpose()).ldlt().solve(rows * response.transpose());
  };
  const VectorXd expected = fit(raw, target), found = mapped(scale, fit(x, y));
  CHECK((found - expected).norm() < 1e-9 * expected.norm());
  const MatrixXd map = map_of(scale, p);
  const MatrixXd covariance = (raw * raw.transpose()).inverse();
  const double noise = of_target->scale;  // 1 on the scale of the run
  const MatrixXd carried = map * (x * x.transpose()).inverse() * map.transpose();
  CHECK((carried - noise * noise * covariance).norm() < 1e-8 * carried.norm());
}

TEST_CASE("a logarithm of the noise moves with the target, others stay") {
  Coefficients all = linear({{"x", 1, 2, false}}, {""}, true);
  all.target = {"y", 5, 4, false};
  all.meanings.push_back({Part::log_scale, 0, 0, "log noise"});
  all.meanings.push_back({Part::other, 0, 0, "shape"});
  const auto scale = data_scale(all);
  REQUIRE(scale.size() == 4);
  CHECK(scale[0].name == "intercept");
  CHECK(scale[2].name == "log noise");
  CHECK(mapped(scale, VectorXd::Unit(4, 2))[2] == Approx(1 + std::log(4)));
  CHECK(mapped(scale, VectorXd::Unit(4, 3))[3] == 1);
}

TEST_CASE("there is no data scale where nothing was scaled, or rows were changed") {
  Coefficients all = linear({{"x", 0, 1, false}}, {""}, true);
  CHECK(data_scale(all).empty());
  all.features[0].scale = 2;
  CHECK(data_scale(all).size() == 2);
  all.has_data_scale = false;
  CHECK(data_scale(all).empty());
  // Scaled without a shift, and without an intercept: none is made up.
  Coefficients bare = linear({{"x", 0, 2, false}}, {""}, false);
  CHECK(data_scale(bare).size() == 1);
}

TEST_CASE("names of coefficients differ") {
  Coefficients all =
      linear({{"intercept", 0, 1, true}, {"a", 0, 1, false}, {"a", 0, 1, false}}, {""}, true);
  CHECK(coefficient_names(all) == std::vector<std::string>{"intercept (theta[1])", "a (theta[2])",
                                                           "a (theta[3])", "intercept (theta[4])"});
}

TEST_CASE("the summary on the data's scale is that of the draws there") {
  Coefficients all = linear({{"x", 3, 2, false}, {"z", -1, 0.5, false}}, {""}, true);
  const std::vector<MatrixXd> draws{ar1(0.5, 300, 4, 1), ar1(0.2, 300, 4, 2), ar1(0.7, 300, 4, 3)};
  const auto of = [&](std::int64_t place) { return draws[static_cast<std::size_t>(place)]; };
  PosteriorSummary theta{4, 300, 3, {}};
  for (std::int64_t k = 0; k < 3; ++k) theta.coefficients.push_back(summarise("t", of(k)));
  const auto scale = data_scale(all);
  const PosteriorSummary found = on_data_scale(scale, theta, of);
  REQUIRE(found.coefficients.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const CoefficientSummary expected = summarise(scale[i].name, draws_of(scale[i], of));
    const CoefficientSummary& one = found.coefficients[i];
    CHECK(one.name == expected.name);
    CHECK(one.mean.value == Approx(expected.mean.value));
    CHECK(one.mean.error == Approx(expected.mean.error));
    CHECK(one.sd.value == Approx(expected.sd.value));
    CHECK(one.sd.error == Approx(expected.sd.error));
    for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
      CHECK(one.quantiles[q].value == Approx(expected.quantiles[q].value));
      CHECK(one.quantiles[q].error == Approx(expected.quantiles[q].error));
    }
    CHECK(one.r_hat == Approx(expected.r_hat));
    CHECK(one.tail_ess == Approx(expected.tail_ess));
  }
  CHECK((draws_of(scale[0], of) - (draws[2] - 3.0 / 2 * draws[0] + 1 / 0.5 * draws[1])).norm() <
        1e-12);
}

}  // namespace data_scale_test
