#include <Eigen/Dense>

#include "plugin_metrics.hpp"
#include "recorded_reference.hpp"
#include "test.hpp"

namespace reference_posterior_test {

namespace {

const Names names{"reference_z_max",        "reference_shift_max", "reference_sd_ratio_min",
                  "reference_sd_ratio_max", "reference_w2",        "reference_w2_empirical"};

observables::RunFacts facts() {
  observables::RunFacts facts;
  facts.dimension = 2;
  facts.chains = 2;
  facts.reference_posterior = recorded_reference();
  return facts;
}

using Values = std::map<std::string, double>;

// The metrics for draws of theta with these recorded means and deviations.
Values compared(double mean0, double mean1, double factor0, double factor1, int draws = 4000) {
  PluginMetrics metrics(names, facts());
  std::mt19937 engine(5);
  std::normal_distribution<double> normal;
  MatrixXd theta(2, 2);
  for (int t = 0; t < draws; ++t) {
    for (int j = 0; j < 2; ++j) {
      theta.col(j) << mean0 + 2 * factor0 * normal(engine), 0.01 * mean1 + factor1 * normal(engine);
    }
    observe(metrics, theta);
  }
  return values(metrics);
}

}  // namespace

// Standard errors: 1/sqrt(4000) for the reference, 1/sqrt(8000) for the draws.
TEST_CASE("comparison with reference draws: the same law") {
  const Values same = compared(3, -20, 1, 1);
  CHECK(same.at("reference_z_max") < 6);
  CHECK(same.at("reference_shift_max") < 6 * std::sqrt(1.0 / 4000 + 1.0 / 8000));
  CHECK(same.at("reference_sd_ratio_min") > 0.9);
  CHECK(same.at("reference_sd_ratio_max") < 1.1);
  CHECK(same.at("reference_w2") < 0.15);
  CHECK(same.at("reference_w2_empirical") < 0.5);
}

TEST_CASE("comparison with reference draws: moved by half a standard deviation") {
  const Values moved = compared(3, 30, 1, 1);
  CHECK(moved.at("reference_shift_max") == Approx(0.5).margin(0.12));
  CHECK(moved.at("reference_z_max") ==
        Approx(moved.at("reference_shift_max") / std::sqrt(1.0 / 4000 + 1.0 / 8000)).epsilon(0.4));
  CHECK(moved.at("reference_w2") == Approx(0.5).margin(0.12));
}

TEST_CASE("comparison with reference draws: deviations of 0.8 and 1.5") {
  const Values other = compared(3, -20, 0.8, 1.5);
  CHECK(other.at("reference_sd_ratio_min") == Approx(0.8).epsilon(0.1));
  CHECK(other.at("reference_sd_ratio_max") == Approx(1.5).epsilon(0.1));
  CHECK(other.at("reference_w2") == Approx(std::hypot(0.2, 0.5)).epsilon(0.15));
}

TEST_CASE("comparison with reference draws: nothing before the first draw, and after restart") {
  const Values none = compared(3, -20, 1, 1, 0);
  CHECK(std::isnan(none.at("reference_z_max")));
  CHECK(std::isnan(none.at("reference_shift_max")));
  CHECK(std::isnan(none.at("reference_sd_ratio_min")));
  CHECK(std::isnan(none.at("reference_w2")));
  CHECK(std::isnan(none.at("reference_w2_empirical")));
  PluginMetrics again(names, facts());
  observe(again, MatrixXd::Constant(2, 2, 300));
  again.restart();
  observe(again, MatrixXd::Zero(2, 2));
  CHECK(values(again).at("reference_shift_max") == Approx(1.5).margin(0.2));
}

}  // namespace reference_posterior_test
