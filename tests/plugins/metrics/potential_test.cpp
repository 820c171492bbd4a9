
#include "plugin_metrics.hpp"
#include "test.hpp"

namespace potential_test {

namespace {

// U(x) = 7 + T ((x_0 - 1)^2 / 4 + (x_1 - 2)^2) / 2, whose law exp(-U / T) is that of
// gaussian_facts().
observables::RunFacts facts(double temp) {
  observables::RunFacts facts = gaussian_facts();
  facts.temp = temp;
  facts.potential = [temp](ConstBlock theta, std::span<double> out) {
    for (Index j = 0; j < theta.cols; ++j) {
      const Eigen::Vector2d x = theta.column(j);
      out[static_cast<std::size_t>(j)] =
          7 + temp * (std::pow((x[0] - 1) / 2, 2) + std::pow(x[1] - 2, 2)) / 2;
    }
  };
  return facts;
}

const Names names{"potential", "potential_excess"};

// 500 draws of each of two chains from the posterior, their deviations times `width`.
std::map<std::string, double> of_draws(double temp, double width) {
  PluginMetrics metrics(names, facts(temp));
  std::mt19937 engine(8);
  std::normal_distribution<double> normal;
  for (int t = 0; t < 500; ++t) {
    MatrixXd theta(2, 2);
    for (Index j = 0; j < 2; ++j)
      theta.col(j) << 1 + 2 * width * normal(engine), 2 + width * normal(engine);
    observe(metrics, theta);
  }
  return values(metrics);
}

}  // namespace

TEST_CASE("the potential is averaged over draws, less T d / 2 above its smallest value") {
  PluginMetrics metrics(names, facts(3));
  CHECK(std::isnan(values(metrics).at("potential")));
  CHECK(std::isnan(values(metrics).at("potential_excess")));
  observe(metrics, matrix(1, 5, 2, 4));  // U = 7 and 7 + 3 (4 + 4) / 2
  CHECK(values(metrics).at("potential") == Approx(13));
  CHECK(values(metrics).at("potential_excess") == Approx(13 - 7 - 3));
}

TEST_CASE("exact draws have the mean potential of the posterior, wider ones more") {
  // n = 1000 independent draws; (U - 7) / (T width^2) is exponential with mean 1. Five standard
  // errors have the error probability 6e-7.
  const double error = 5 / std::sqrt(1000.0);
  for (const double temp : {1.0, 0.2}) {
    CHECK(std::abs(of_draws(temp, 1).at("potential_excess")) < error * temp);
    const double wide = of_draws(temp, 1.5).at("potential_excess");
    CHECK(std::abs(wide - temp * (2.25 - 1)) < error * temp * 2.25);
  }
}

TEST_CASE("the potential of a reference run is taken away") {
  observables::RunFacts given = facts(1);
  MatrixXd drawn(2, 3);
  drawn << 1, 3, 1, 2, 2, 4;  // U = 7, 7.5, 9
  given.reference_draws = drawn;
  PluginMetrics metrics({"reference_run_potential_excess"}, given);
  CHECK(std::isnan(values(metrics).at("reference_run_potential_excess")));
  observe(metrics, matrix(1, 5, 2, 4));  // U = 7 and 11
  CHECK(values(metrics).at("reference_run_potential_excess") == Approx(9 - 23.5 / 3));
}

TEST_CASE("a draw without a finite potential leaves no value") {
  PluginMetrics metrics(names, facts(1));
  observe(metrics, matrix(1, std::numeric_limits<double>::infinity(), 2, 4));
  CHECK(std::isnan(values(metrics).at("potential")));
  CHECK(std::isnan(values(metrics).at("potential_excess")));
}

}  // namespace potential_test
