// Bayesian ADMM against its recurrences on quadratic potentials.
#include "all_samplers/shipped_sampler.hpp"
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace bayesian_admm_test {

using Eigen::Vector3d;

const std::vector<Setting> kFull{{"family", "full"}};

// The server's q: the only block with a column for each chain.
Gaussian server_q(const SiteRun& run, Index chain = 0) {
  return product_with_prior(run.sites().col(chain), 3, 0);
}
Gaussian after(const std::vector<Setting>& options, Index rounds) {
  SiteRun run("bayesian_admm", with({{"local", "exact"}}, options));
  run.advance(rounds);
  return server_q(run);
}
double distance(const Gaussian& q, const Vector3d& mean, const Vector3d& precision) {
  return (q.mean - mean).norm() + (q.precision.diagonal() - precision).norm();
}

TEST_CASE("Bayesian ADMM has the posterior after one round from the prior") {
  const bool given = GENERATE(false, true);
  const auto options = given ? with(kFull, {{"weight", .25}}) : kFull;
  const Gaussian q = after(options, 1);
  MatrixXd expected = Vector3d(kPosteriorPrecision).asDiagonal();
  expected(0, 1) = expected(1, 0) = 14;
  expected(0, 2) = expected(2, 0) = 20;
  expected(1, 2) = expected(2, 1) = 16;
  CHECK((q.mean - kPosteriorMean).norm() < 2e-10);
  CHECK((q.precision - expected).norm() < 1e-11);
  CHECK(distance(after(options, 6), kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

TEST_CASE("Bayesian ADMM's rounds are those of its recurrence") {
  const auto one = with(kFull, {{"weight", 1.0}}), tenth = with(kFull, {{"weight", .1}});
  CHECK(distance(after(one, 1), {.604573226, .1433946067, .3285712088}, {106.8, 101.2, 116.4}) <
        2e-10);
  CHECK((after(one, 5).mean - Vector3d(.6312153289, .1480554065, .3402111233)).norm() < 2e-10);
  CHECK(distance(after(tenth, 1), {.6464097222, .1506482598, .3467451773},
                 {355.7142857142857, 335.7142857142857, 390}) < 2e-10);
}

TEST_CASE("Bayesian ADMM forgets where q starts by 1 - alpha in a round") {
  const auto options = with(kFull, {{"start_precision", 1.0}});
  for (const auto& [rounds, error] :
       {std::pair(1, -4.5), std::pair(2, -2.25), std::pair(3, -1.125)})
    CHECK((after(options, rounds).precision.diagonal() - kPosteriorPrecision -
           Vector3d::Constant(error))
              .norm() < 1e-11);
}

TEST_CASE("Bayesian ADMM's diagonal rounds are those of their recurrence") {
  CHECK(distance(after({}, 1), {.9583314203, -.2026210594, .5619797696}, kPosteriorPrecision) <
        2e-10);
  CHECK((after({}, 2).mean - Vector3d(.5530897269, .2737298124, .3069090699)).norm() < 2e-10);
  CHECK((after({}, 5).mean - Vector3d(.6739757776, .1053827218, .3784957977)).norm() < 2e-10);
  CHECK(distance(after({}, 300), kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

TEST_CASE("Bayesian ADMM's diagonal rounds diverge if the weight is too small") {
  CHECK_FALSE((after({{"weight", .05}}, 300).mean - kPosteriorMean).norm() < 1e3);
  CHECK(distance(after({{"weight", 1.0}}, 300), kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

// Of 4000 independent draws at 5.5 standard errors.
TEST_CASE("Bayesian ADMM draws from q") {
  const Index chains = 4000;
  SiteRun run("bayesian_admm", {{"local", "exact"}}, random_streams, chains);
  const MatrixXd draws = run.advance(40).colwise() - Eigen::VectorXd(kPosteriorMean);
  const double n = static_cast<double>(chains);
  for (Index i = 0; i < 3; ++i) {
    const double variance = 1 / kPosteriorPrecision[i];
    CHECK(std::abs(draws.row(i).mean()) < 5.5 * std::sqrt(variance / n));
    CHECK(std::abs(draws.row(i).squaredNorm() / n - variance) < 5.5 * variance * std::sqrt(2 / n));
  }
}

TEST_CASE("after Bayesian ADMM's last round q stays, and draws go on") {
  const auto draws_after = [](Index iterations, std::vector<Setting> more) {
    SiteRun run("bayesian_admm", with({{"local", "exact"}, {"weight", 1.0}}, more));
    const Eigen::MatrixXd draw = run.advance(iterations);
    return std::pair<Gaussian, Eigen::MatrixXd>(server_q(run), draw);
  };
  const std::vector<Setting> three{{"last_round", 3}};
  const auto [q, third] = draws_after(3, {});
  const auto [same, fourth] = draws_after(4, three);
  CHECK(same.mean == q.mean);
  CHECK(same.precision == q.precision);
  CHECK(draws_after(5, three).first.mean == q.mean);
  CHECK((third - fourth).norm() > 1e-6);
}

// As for PVI: a natural step leaves no noise in the mean of a quadratic, and none but that of G in
// the precision. Its relative variance is lr / (2 - lr) 2 / pairs at most in a client's q_c, of
// which the dual adds up a part per round; the average is over 7 chains.
TEST_CASE("Bayesian ADMM's natural-gradient steps find the exact solution of quadratics") {
  const std::string family = GENERATE("diagonal", "full");
  const Index chains = 7;
  SiteRun run("bayesian_admm", {{"family", family}, {"K", 40}, {"lr", .1}, {"pairs", 8}},
              random_streams, chains);
  run.advance(60);
  Vector3d precision = Vector3d::Zero();
  for (Index j = 0; j < chains; ++j) {
    const Gaussian q = server_q(run, j);
    CHECK((q.mean - kPosteriorMean).norm() < 1e-3);
    precision += q.precision.diagonal() / chains;
  }
  CAPTURE(precision);
  CHECK((precision.cwiseQuotient(kPosteriorPrecision).array() - 1).abs().maxCoeff() < .1);
}

using namespace ledger_terms;

// A message has a mean and variances, or a symmetric matrix, of d = 2.
const ShippedSampler bayesian_admm =
    ShippedSampler("bayesian_admm")
        .conforms({{"local", "exact"}, {"family", "full"}, {"start_precision", 2.0}},
                  conformance::kDefaultTolerance,
                  {"local", "batch", "beta1", "beta2", "last_round"})
        .conforms({{"K", 3}, {"start_precision", 2.0}}, conformance::kDefaultTolerance,
                  {"family", "local", "temp", "weight", "start_precision", "batch", "beta1",
                   "beta2", "last_round"})
        .conforms({{"local", "ivon"}, {"K", 3}, {"start_precision", 2.0}},
                  conformance::kDefaultTolerance,
                  {"family", "local", "temp", "weight", "start_precision", "batch", "K", "pairs",
                   "last_round"})
        .costs({{"local", "exact"}, {"family", "full"}},
               [](const Seen&) { return both_ways(C * T, C * T * N * 2.5, 0); })
        .costs({{"local", "ivon"}, {"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); })
        .costs({{"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); })
        .costs({{"K", 3}, {"batch", 1}, {"last_round", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * N * 2, C * 6 * N * 2); });

}  // namespace bayesian_admm_test
}  // namespace skald::test
