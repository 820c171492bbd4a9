#include <cmath>
#include <random>

#include "calibration/ranks.hpp"
#include "plugin_metrics.hpp"
#include "test.hpp"

namespace {

constexpr Index kDimension = 3, kChains = 2, kReplicates = 200;

// What metrics say of a sampler over replicates: means over them.
struct Judged {
  double coverage = 0, dispersion = 0, shift = 0;
};

// Replicates with a standard normal parameter (the law of a prior) and a posterior that is N(0, 1)
// around it in the frequentist's way, mirrored: the centre is N(parameter, 1). Draws are N(centre +
// offset, width^2), autocorrelated by `memory` along each of two chains.
struct Draws {
  double width = 1, offset = 0, memory = 0;
  int times = 100;
};

Judged judged(const Draws& law) {
  const Names names{"coverage", "rank_dispersion", "rank_shift"};
  Judged mean;
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  const auto drawn = [&](Index cols) {
    return MatrixXd(MatrixXd::NullaryExpr(kDimension, cols, [&] { return normal(engine); }));
  };
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    observables::RunFacts facts;
    facts.dimension = kDimension;
    facts.chains = kChains;
    facts.parameter = drawn(1).col(0);
    const Eigen::VectorXd centre = *facts.parameter + drawn(1).col(0);
    PluginMetrics metrics(names, facts);
    MatrixXd state = drawn(kChains);
    for (int t = 0; t < law.times; ++t) {
      state = law.memory * state + std::sqrt(1 - law.memory * law.memory) * drawn(kChains);
      const MatrixXd theta = ((law.width * state).colwise() + centre).array() + law.offset;
      metrics.observe(view(theta));
    }
    const auto found = values(metrics);
    mean.coverage += found.at("coverage") / kReplicates;
    mean.dispersion += found.at("rank_dispersion") / kReplicates;
    mean.shift += found.at("rank_shift") / kReplicates;
  }
  return mean;
}

}  // namespace

TEST_CASE("ranks count the draws below, and half of those that are equal") {
  MatrixXd draws(2, 4), parameter(2, 1);
  draws << 1, 2, 3, 4, 5, 5, 5, 7;
  parameter << 2.5, 5;
  CHECK(ranks(view(draws), view(parameter)) == Eigen::Vector2d(2, 1.5));
}

TEST_CASE("coverage over uniform ranks is its level exactly, for any number of draws") {
  for (const Index draws : {1, 2, 19, 99, 512}) {
    for (const double level : {0.05, 0.5, 0.8, 0.95, 0.999}) {
      double sum = 0;
      for (Index rank = 0; rank <= draws; ++rank)
        sum += covered(static_cast<double>(rank), draws, level);
      CAPTURE(draws, level);
      CHECK(sum / static_cast<double>(draws + 1) == Approx(level).epsilon(1e-12));
    }
  }
  // Of 99 draws the middle 80 % are the ranks from 10 to 89.
  CHECK(covered(9, 99, 0.8) == Approx(0).margin(1e-9));
  CHECK(covered(10, 99, 0.8) == Approx(1));
  CHECK(covered(89, 99, 0.8) == Approx(1));
  CHECK(covered(90, 99, 0.8) == Approx(0).margin(1e-9));
}

TEST_CASE("scores of uniform ranks are nearly standard normal") {
  CHECK(mean_square_rank_score(99) == Approx(0.9873096326).epsilon(1e-9));  // by quadrature
  CHECK(rank_score(49.5, 99) == Approx(0).margin(1e-12));
  CHECK(rank_score(0, 99) == Approx(-rank_score(99, 99)));
}

// 600 coordinates, of which those of one replicate are independent: a mean of coverages has the
// standard deviation sqrt(.8 .2 / 600) = .0163, of dispersions sqrt(1.82 / .975 / 600) = .056, of
// shifts sqrt(.99 / 600) = .041. 4.5 of them are exceeded with P = 7e-6.
TEST_CASE("exact draws have nominal coverage, also where they are autocorrelated") {
  // 100 draws of c = .9, taken as independent, have a dispersion of some .45.
  for (const Draws& law : {Draws{}, Draws{.memory = 0.9, .times = 50}}) {
    const Judged found = judged(law);
    CAPTURE(law.memory, found.coverage, found.dispersion, found.shift);
    CHECK(std::abs(found.coverage - 0.8) < 4.5 * 0.0163);
    CHECK(std::abs(found.dispersion) < 4.5 * 0.056);
    CHECK(std::abs(found.shift) < 4.5 * 0.041);
  }
}

TEST_CASE("half the covariance, twice it, and an offset are seen") {
  // The centre is one standard deviation from the parameter: at half the covariance 2 Phi(z /
  // sqrt(2)) - 1 = .6352 is covered and E s^2 is 1.7375 / .9873 (of 99 draws).
  const Judged narrow = judged({.width = std::sqrt(0.5)});
  CHECK(std::abs(narrow.coverage - 0.6352) < 4.5 * 0.0197);
  CHECK(narrow.dispersion > 0.5);
  const Judged wide = judged({.width = std::sqrt(2)});
  CHECK(wide.coverage > 0.88);
  CHECK(wide.dispersion < -0.3);
  CHECK(judged({.offset = -0.5}).shift == Approx(0.5).margin(4.5 * 0.041));
}

TEST_CASE("chains that do not tell how much they are worth have no coverage") {
  observables::RunFacts facts;
  facts.dimension = facts.chains = 2;
  facts.parameter = Eigen::Vector2d(0, 0);
  PluginMetrics metrics({"coverage", "rank_shift"}, facts);
  CHECK(std::isnan(values(metrics).at("coverage")));
  for (int t = 0; t < 100; ++t) observe(metrics, MatrixXd::Ones(2, 2));
  CHECK(std::isnan(values(metrics).at("coverage")));
  CHECK(std::isnan(values(metrics).at("rank_shift")));
}

TEST_CASE("a parameter is a single column of as many finite numbers as the model has") {
  const auto why = [](const MatrixXd& values) {
    observables::RunFacts facts;
    facts.dimension = 2;
    const NamedArray stated{"parameter", view(values)};
    observables::take_parameter(&stated, facts);
    CHECK(facts.parameter.has_value() == facts.why_no_parameter.empty());
    return facts.why_no_parameter;
  };
  CHECK(why(Eigen::Vector2d(1, 2)) == "");
  CHECK(why(MatrixXd::Ones(2, 3)) ==
        "that of the data has the shape 2 x 3, and the model needs 2 x 1");
  CHECK(why(MatrixXd::Ones(1, 1)) ==
        "that of the data has the shape 1 x 1, and the model needs 2 x 1");
  CHECK(why(Eigen::Vector2d(1, INFINITY)) == "that of the data is not finite");
}

TEST_CASE("coverage is refused where no parameter is behind the data") {
  observables::RunFacts facts;
  facts.dimension = facts.chains = 1;
  facts.why_no_parameter = "the data set states none";
  CHECK_THROWS_WITH(PluginMetrics({"coverage"}, facts),
                    "metric 'coverage' needs the parameter with which the data were drawn; the "
                    "data set states none");
}
