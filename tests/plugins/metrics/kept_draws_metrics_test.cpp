// Metrics of stored draws: those of the run itself, reference draws, and those of a reference run.
#include "plugin_metrics.hpp"
#include "test.hpp"

TEST_CASE("Metrics of evenly spaced draws, of independent draws from the posterior") {
  const Index d = 2, chains = 2;
  observables::RunFacts facts = gaussian_facts();
  const auto sample = [](std::mt19937& engine) {
    std::normal_distribution<double> normal;
    return Eigen::Vector2d(1 + 2 * normal(engine), 2 + normal(engine));
  };
  facts.target_draws = [&](Index count) {
    std::mt19937 engine(3);
    MatrixXd draws(d, count);
    for (Index i = 0; i < count; ++i) draws.col(i) = sample(engine);
    return draws;
  };
  int calls = 0;
  facts.potential = [&](ConstBlock theta, std::span<double> out) {
    ++calls;
    for (Index j = 0; j < theta.cols; ++j) {
      const Eigen::Vector2d x = theta.column(j);
      out[static_cast<std::size_t>(j)] =
          7 + 0.5 * (std::pow((x[0] - 1) / 2, 2) + std::pow(x[1] - 2, 2));
    }
  };
  const Names names{"w2_empirical", "potential_excess"};
  PluginMetrics metrics(names, facts);
  CHECK(std::isnan(values(metrics).at("w2_empirical")));
  CHECK(std::isnan(values(metrics).at("potential_excess")));
  std::mt19937 engine(4);
  for (int t = 0; t < 5000; ++t) {
    MatrixXd theta(d, chains);
    for (Index j = 0; j < chains; ++j) theta.col(j) = sample(engine);
    observe(metrics, theta);
  }
  const auto found = values(metrics);
  CHECK(found.at("w2_empirical") > 0.02);
  CHECK(found.at("w2_empirical") < 0.6);
  // U - 7 is exponential with mean 1: the mean of 2 x 625 has the standard deviation 0.028.
  CHECK(std::abs(found.at("potential_excess")) < 6 * 0.028);
  CHECK(calls < 4000);
}

TEST_CASE("Reference metrics need reference draws") {
  const Names names{"reference_z_max"};
  observables::RunFacts facts = gaussian_facts();
  facts.why_no_reference_posterior = "this data set and model have none";
  CHECK_THROWS_WITH(PluginMetrics(names, facts),
                    Catch::Contains("'reference_z_max' needs reference draws; this data set"));
  facts.reference_posterior = observables::ReferencePosterior{
      MatrixXd::NullaryExpr(
          2, 40, [](Index i, Index k) { return std::sin(static_cast<double>(i + 3 * k)); }),
      4, [](ConstBlock theta, Block out) { out.matrix() = theta.matrix(); }};
  PluginMetrics metrics(names, facts);
  CHECK(std::isnan(values(metrics).at("reference_z_max")));
  CHECK_FALSE(metrics.state().empty());
}

namespace {

// U = |x|^2 / 2; the draws of the reference run are `drawn`.
observables::RunFacts reference_run_facts(const MatrixXd& drawn, Index count) {
  observables::RunFacts facts;
  facts.dimension = drawn.rows();
  facts.chains = count;
  facts.potential = [](ConstBlock theta, std::span<double> out) {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] = 0.5 * theta.column(j).squaredNorm();
    }
  };
  facts.reference_draws = drawn;
  return facts;
}

const Names against_reference_run{"reference_run_w2_empirical", "reference_run_hpd_relative_error",
                                  "reference_run_hpd_absolute_error"};

}  // namespace

TEST_CASE("a run beside the draws of a reference run, worked out by hand") {
  // The reference drew the same points as this run, moved by (3, 4): the best plan moves each by 5.
  const MatrixXd first = matrix(0, 1, 0, 0), second = matrix(2, 0, 0, 2);
  MatrixXd drawn(2, 4);
  drawn << first, second;
  const MatrixXd moved = drawn.colwise() + Eigen::Vector2d(3, 4);
  PluginMetrics metrics(against_reference_run, reference_run_facts(moved, 2));
  for (const auto& [name, value] : values(metrics)) {
    INFO(name);
    CHECK(std::isnan(value));
  }
  observe(metrics, first);
  observe(metrics, second);
  const auto value = values(metrics);
  CHECK(value.at("reference_run_w2_empirical") == Approx(5).epsilon(1e-12));
  // The level of four draws is their largest potential: 2 for this run, (9 + 36) / 2 at (3, 6) for
  // the reference.
  CHECK(value.at("reference_run_hpd_absolute_error") == Approx(20.5));
  CHECK(value.at("reference_run_hpd_relative_error") == Approx(20.5 / 22.5));
  // Sparse metrics are left out unless they are asked for.
  const auto without = metrics.values({}, {}, false);
  REQUIRE(without.size() == 2);
  CHECK(without[0].first == "reference_run_hpd_relative_error");
}

TEST_CASE("draws of a reference run are thinned as those of the run are") {
  // Both have 0, 1, ..., 1023: the 512 points kept of each are the even numbers. The level, 972, is
  // taken over all reference draws, and over those of the run, at most 1024.
  MatrixXd draws(1, 1024);
  for (Index i = 0; i < draws.cols(); ++i) draws(i) = static_cast<double>(i);
  PluginMetrics metrics(against_reference_run, reference_run_facts(draws, 1));
  for (Index i = 0; i < draws.cols(); ++i) observe(metrics, draws.col(i));
  const auto value = values(metrics);
  CHECK(value.at("reference_run_w2_empirical") == 0);
  CHECK(value.at("reference_run_hpd_absolute_error") == 0);
  metrics.restart();
  CHECK(std::isnan(values(metrics).at("reference_run_hpd_absolute_error")));
}

TEST_CASE("draws of a reference run must be there and fit") {
  observables::RunFacts facts = reference_run_facts(MatrixXd::Zero(2, 4), 1);
  facts.dimension = 3;
  CHECK_THROWS_WITH(PluginMetrics(against_reference_run, facts),
                    "the block of draws of the reference run is 2 x 4, expected 3 x 4");
  facts.reference_draws.reset();
  facts.why_no_reference_draws = "the grid names none";
  CHECK_THROWS_WITH(PluginMetrics(against_reference_run, facts),
                    "metric 'reference_run_w2_empirical' needs draws of a reference run; the grid "
                    "names none");
}
