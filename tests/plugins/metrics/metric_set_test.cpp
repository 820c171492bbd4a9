#include "run/metric_set.hpp"

#include "ar1.hpp"
#include "plugin_metrics.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "test.hpp"

namespace metric_set_test {

TEST_CASE("Gaussian metrics worked out by hand") {
  const Names names{"w2", "variance_mse", "variance_bias", "mean_bias"};
  PluginMetrics metrics(names, gaussian_facts());
  // Chain 0 at x* + (3, 0) and x* - (1, 0); chain 1 at x* + (1, 2) and x* + (1, -2).
  observe(metrics, matrix(4, 2, 2, 4));
  observe(metrics, matrix(0, 2, 2, 0));
  const auto value = values(metrics);
  // Mean squares 5 and 5, posterior variance 5, overall mean x* + (1, 0).
  CHECK(value.at("variance_bias") == Approx(0).margin(1e-14));
  CHECK(value.at("variance_mse") == Approx(0).margin(1e-14));
  CHECK(value.at("mean_bias") == Approx(1));
  // Covariance diag(2, 2): commuting, so W2^2 = 1 + (sqrt 2 - 2)^2 + (sqrt 2 - 1)^2.
  const double root = std::sqrt(2.0);
  CHECK(value.at("w2") ==
        Approx(std::sqrt(1 + std::pow(root - 2, 2) + std::pow(root - 1, 2))).epsilon(1e-12));

  metrics.restart();
  observe(metrics, matrix(2, 4, 2, 2));  // squares 1 and 9
  const auto after = values(metrics);
  CHECK(after.at("variance_bias") == Approx(0).margin(1e-14));
  CHECK(after.at("variance_mse") == Approx((16.0 + 16) / 2));
  CHECK(after.at("mean_bias") == Approx(2));
}

TEST_CASE("values come in the order asked for, NaN before the first draw") {
  const Names names{"rounds", "w2", "bits_up", "variance_bias_error", "ess"};
  PluginMetrics metrics(names, gaussian_facts());
  const auto pairs = metrics.values({.rounds = 7, .bits_up = 64});
  REQUIRE(pairs.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(pairs[i].first == names[i]);
  CHECK(pairs[0].second == 7);
  CHECK(std::isnan(pairs[1].second));
  CHECK(pairs[2].second == 64);
  CHECK(std::isnan(pairs[3].second));
  CHECK(std::isnan(pairs[4].second));
}

TEST_CASE("a diverged chain has no w2 but keeps its other values") {
  const Names names{"w2", "variance_bias"};
  PluginMetrics metrics(names, gaussian_facts());
  observe(metrics, matrix(HUGE_VAL, 0, 0, 0));
  const auto value = values(metrics);
  CHECK(std::isnan(value.at("w2")));
  CHECK(value.at("variance_bias") == HUGE_VAL);
}

TEST_CASE("exact metrics are those of the exact law") {
  const Names names{"exact_w2", "exact_variance_mse", "exact_variance_bias", "exact_mean_bias"};
  auto facts = gaussian_facts();
  facts.law = oracles::StationaryLaw{
      oracles::Moments{Eigen::Vector2d(0, 3), Eigen::Vector2d(9, 4).asDiagonal()}};
  const auto value = values(PluginMetrics(names, facts));
  CHECK(value.at("exact_mean_bias") == 3);
  CHECK(value.at("exact_variance_bias") == Approx(9 + 13 - 5));
  CHECK(value.at("exact_variance_mse") == Approx(17 * 17));
  CHECK(value.at("exact_w2") == Approx(std::sqrt(9 + 1 + 1)).epsilon(1e-12));
}

TEST_CASE("a law without moments is NaN, or infinite when it diverges, and is explained") {
  const Names names{"exact_w2", "exact_variance_mse", "exact_variance_bias_error"};
  auto facts = gaussian_facts();
  facts.law = oracles::StationaryLaw{text::no_value("step * L = 3, must be below 2")};
  for (const auto& [name, value] : values(PluginMetrics(names, facts))) {
    INFO(name);
    CHECK(std::isnan(value));
  }
  facts.law->diverges = true;
  PluginMetrics metrics(names, facts);
  for (const auto& [name, value] : values(metrics)) {
    INFO(name);
    CHECK(value == HUGE_VAL);
  }
  CHECK(metrics.notes() ==
        Names{"exact metrics: there is no exact law to give: step * L = 3, must be below 2"});
}

TEST_CASE("measured and predicted errors of the variance agree on AR(1) chains") {
  // 2000 chains of one stationary coordinate with variance 1 and decay 0.1 per iteration, observed
  // every second iteration: the coefficient between draws is 0.81. The law is the target: no bias.
  constexpr Index chains = 2000;
  constexpr Index draws = 2000;
  observables::RunFacts facts;
  facts.dimension = 1;
  facts.chains = chains;
  facts.thin = 2;
  const oracles::Moments target{VectorXd::Zero(1), MatrixXd::Ones(1, 1)};
  facts.target = target;
  facts.law = oracles::StationaryLaw{target};
  facts.square_autocovariance = [] {
    return oracles::square_autocovariance(std::vector<oracles::TimeAverageMode>{{1, 0.1, 0}});
  };
  const Names names{"variance_mse", "variance_bias", "variance_bias_error",
                    "exact_variance_bias_error"};
  PluginMetrics metrics(names, facts);
  const MatrixXd x = ar1(0.81, draws, chains, 9);
  for (Index k = 0; k < draws; ++k) observe(metrics, x.row(k));
  const auto value = values(metrics);

  const double predicted = value.at("exact_variance_bias_error");
  // 2 (1 + a^2) / (1 - a^2) / n per chain with a = 0.81, up to 1/n.
  CHECK(predicted == Approx(std::sqrt(2 * 1.6561 / 0.3439 / draws / chains)).epsilon(2e-3));
  // A standard normal exceeds 5 in absolute value with probability 6e-7.
  CHECK(std::abs(value.at("variance_bias")) < 5 * predicted);
  // Per chain, (V - 1)^2 has mean C predicted^2; the relative variance of the average is below (2 +
  // 0.1) / C.
  CHECK(value.at("variance_mse") ==
        Approx(chains * predicted * predicted).epsilon(5.5 * std::sqrt(2.1 / chains)));
  // 62 batches of 32 draws per chain, each with the exact variance of its mean; the relative
  // variance of their mean square is below 5 / 124000.
  const double expected =
      std::sqrt(2 * oracles::mean_variance(0.81 * 0.81, 32).real() / (62 * chains));
  CHECK(value.at("variance_bias_error") ==
        Approx(expected).epsilon(5.5 / 2 * std::sqrt(5.0 / 124000)));
  CHECK(expected == Approx(predicted).epsilon(0.06));
}

TEST_CASE("ess, ess_tail, r_hat and mcse report the worst coordinate, as skald posterior does") {
  observables::RunFacts facts;
  facts.dimension = 2;
  facts.chains = 2;
  const Names names{"ess", "ess_tail", "r_hat", "mcse"};
  PluginMetrics metrics(names, facts);
  const MatrixXd fast = ar1(0, 640, 2, 10);
  const MatrixXd sticky = 3 * ar1(0.9, 640, 2, 11);
  for (Index k = 0; k < 640; ++k) {
    MatrixXd theta(2, 2);
    theta << fast.row(k), sticky.row(k);
    observe(metrics, theta);
  }
  const auto value = values(metrics);
  CHECK(value.at("ess") == Approx(report::bulk_ess(sticky)).epsilon(1e-12));
  CHECK(value.at("ess_tail") == Approx(report::tail_ess(sticky)).epsilon(1e-12));
  CHECK(value.at("mcse") == Approx(report::mean_error(sticky)).epsilon(1e-10));
  CHECK(value.at("r_hat") == Approx(report::rank_r_hat(sticky)).epsilon(1e-12));
  CHECK(metrics.notes().empty());
}

TEST_CASE("a large model is watched on evenly spread coordinates") {
  observables::RunFacts facts;
  facts.dimension = 2 * observables::ObservableSet::most_coordinates + 1;
  facts.chains = 1;
  const Names names{"mcse", "r_hat", "ess"};
  PluginMetrics metrics(names, facts);
  // Coordinates 0, 64, 128, ... of 2049 are judged. The second of them alternates.
  for (int t = 0; t < 32; ++t) {
    MatrixXd theta = MatrixXd::Constant(facts.dimension, 1, t % 2);
    theta(64) = 4 * (t % 2);
    theta(65) = 100 * t;
    observe(metrics, theta);
  }
  // sd / sqrt(ESS), with 32 log10(32) effective draws of alternating ones.
  const double sd = std::sqrt(4.0 * 32 / 31);
  CHECK(values(metrics).at("mcse") == Approx(sd / std::sqrt(32 * std::log10(32))));
  CHECK(metrics.notes() == Names{"mcse, r_hat, ess: from 32 of 2049 coordinates"});
}

TEST_CASE("prediction metrics are those of the predictive average") {
  auto facts = class_facts();
  facts.reference = matrix(0.4, 0.6, 0.6, 0.4);
  const Names names{"accuracy",  "accuracy_mean_parameter", "brier", "nll", "ece",
                    "agreement", "total_variation"};
  PluginMetrics metrics(names, facts);
  CHECK(metrics.observes_predictions());
  CHECK(metrics.needs_mean_prediction());
  const MatrixXd at_mean = matrix(0.1, 0.2, 0.9, 0.8);
  CHECK(std::isnan(values(metrics, view(at_mean)).at("brier")));

  const MatrixXd first = matrix(0.4, 0.9, 0.6, 0.1), second = matrix(0.0, 0.5, 1.0, 0.5);
  metrics.observe_prediction(view(first));
  metrics.observe_prediction(view(second));
  const MatrixXd average = matrix(0.2, 0.7, 0.8, 0.3);
  CHECK((metrics.predictive_average() - average).norm() < 1e-15);
  const auto value = values(metrics, view(at_mean));
  CHECK(value.at("accuracy") == 1);
  CHECK(value.at("accuracy_mean_parameter") == 0.5);
  CHECK(value.at("brier") == Approx((2 * 0.04 + 2 * 0.09) / 2));
  CHECK(value.at("nll") == Approx(-(std::log(0.8) + std::log(0.7)) / 2));
  CHECK(value.at("ece") == Approx((0.2 + 0.3) / 2));
  CHECK(value.at("agreement") == 1);
  CHECK(value.at("total_variation") == Approx((0.2 + 0.1) / 2));
  CHECK_THROWS_WITH(metrics.values({}),
                    "the prediction at the mean parameter is 0 x 0, expected 2 x 2");
}

TEST_CASE("clamped likelihoods are told") {
  const Names names{"nll"};
  PluginMetrics metrics(names, class_facts());
  CHECK(metrics.notes().empty());
  const MatrixXd certain = matrix(1, 1, 0, 0);
  metrics.observe_prediction(view(certain));
  CHECK(metrics.notes() ==
        Names{"nll: 1 of 2 test rows had a probability below 1e-12, which was raised to 1e-12"});
}

TEST_CASE("a saved set continues bit for bit") {
  auto facts = gaussian_facts();
  facts.classes = 2;
  facts.labels = {1, 0};
  const Names names{"w2",  "density_misfit", "variance_mse", "variance_bias_error",
                    "ess", "r_hat",          "brier"};
  PluginMetrics through(names, facts), saved(names, facts), restored(names, facts);
  std::mt19937_64 random(12);
  std::normal_distribution<double> normal;
  const auto step = [&](const std::vector<PluginMetrics*>& sets) {
    const MatrixXd theta = MatrixXd::NullaryExpr(2, 2, [&] { return normal(random); });
    const MatrixXd p = matrix(0.25, std::abs(theta(0)), 0.75, 1 - std::abs(theta(0)));
    for (auto* set : sets) {
      observe(*set, theta);
      set->observe_prediction(view(p));
    }
  };
  for (int k = 0; k < 301; ++k) step({&through, &saved});
  const auto from = saved.state();
  const auto to = restored.state();
  REQUIRE(from.size() == to.size());
  for (std::size_t i = 0; i < from.size(); ++i) std::ranges::copy(from[i], to[i].begin());
  for (int k = 0; k < 200; ++k) step({&through, &restored});
  CHECK(through.values({}) == restored.values({}));
}

TEST_CASE("metrics that cannot be given are refused with the reason") {
  const auto make = [](const char* name, const observables::RunFacts& facts) {
    PluginMetrics(Names{name}, facts);
  };
  CHECK_THROWS_WITH(make("w2", class_facts()),
                    "metric 'w2' needs a Gaussian posterior; model logistic has none");
  CHECK_THROWS_WITH(make("nll", gaussian_facts()),
                    "metric 'nll' needs class predictions on test rows; model gaussian has none");
  CHECK_THROWS_WITH(make("exact_w2", class_facts()),
                    "metric 'exact_w2' needs a Gaussian posterior; model logistic has none");
  CHECK_THROWS_WITH(make("exact_w2", gaussian_facts()),
                    "metric 'exact_w2' needs the chain's exact law");
  auto without_reference = class_facts();
  without_reference.why_no_reference = "the grid names none";
  CHECK_THROWS_WITH(make("agreement", without_reference),
                    "metric 'agreement' needs a reference run; the grid names none");
  grid::MetricChoice unknown;
  unknown.name = unknown.plugin.plugin = "variance_mze";
  CHECK_THROWS_WITH(run::make_metrics({unknown}, metric_host()),
                    Catch::Contains("no metric 'variance_mze' on the plugin path; did you mean "
                                    "'variance_mse'?"));
}

TEST_CASE("shapes that do not fit are refused") {
  auto facts = gaussian_facts();
  facts.dimension = 3;
  CHECK_THROWS_WITH(PluginMetrics(Names{"w2"}, facts),
                    "the posterior of the metrics is 2 x 1, expected 3 x 1");
  auto reference = class_facts();
  reference.reference = MatrixXd::Zero(2, 3);
  CHECK_THROWS_AS(PluginMetrics(Names{"agreement"}, reference), std::invalid_argument);
  CHECK_THROWS_AS(PluginMetrics(Names{}, observables::RunFacts{}), std::invalid_argument);
  PluginMetrics metrics(Names{"w2"}, gaussian_facts());
  CHECK_THROWS_WITH(observe(metrics, MatrixXd::Zero(2, 1)), "theta is 2 x 1, expected 2 x 2");
}

TEST_CASE("metrics of the posterior see private rows, those of draws and test rows do not") {
  auto facts = gaussian_facts();
  facts.law = oracles::StationaryLaw{text::no_value("none")};
  facts.classes = 2;
  facts.labels = {1, 0};
  PluginMetrics metrics(Names{"nll", "exact_w2", "ess", "ess_tail", "mean_bias", "rounds"}, facts);
  CHECK(metrics.set().that_see_private_rows() == Names{"exact_w2", "mean_bias"});
}

}  // namespace metric_set_test
