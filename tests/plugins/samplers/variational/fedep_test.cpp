// FedEP against its recurrences on quadratic potentials.
#include <Eigen/Cholesky>

#include "all_samplers/shipped_sampler.hpp"
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace fedep_test {

using Eigen::Vector3d;

double distance(const Gaussian& q, const Vector3d& mean, const Vector3d& precision) {
  return (q.mean - mean).norm() + (q.precision.diagonal() - precision).norm();
}

TEST_CASE("FedEP with full covariances has the posterior after one undamped round") {
  const bool stateless = GENERATE(false, true);
  const Gaussian q =
      q_after("fedep", {{"family", "full"}, {"damping", 1.0}, {"stateless", stateless}}, 1);
  CHECK(distance(q, kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

TEST_CASE("FedEP's mean-field rounds match variances") {
  CHECK(distance(q_after("fedep", {{"damping", .5}}, 1), {.8699274954, -.1125795679, .5421018498},
                 {121.5035983, 116.535056, 133.2052223}) < 2e-7);
  const std::vector<Setting> sequential{{"damping", 1.0}, {"schedule", "sequential"}};
  CHECK(distance(q_after("fedep", sequential, 1), {.7201415112, .1049163768, .4422249344},
                 {241.1970389, 229.5318794, 268.2817279}) < 2e-7);
}

TEST_CASE("FedEP's mean-field limit has the exact mean and precisions of its own") {
  const Vector3d precision{247.3572729, 233.1917604, 270.1315071};
  CHECK(distance(q_after("fedep", {{"damping", .5}}, 400), kPosteriorMean, precision) < 2e-7);
  CHECK(distance(q_after("fedep", {{"damping", .25}}, 900), kPosteriorMean, precision) < 2e-7);
  const std::vector<Setting> sequential{{"damping", 1.0}, {"schedule", "sequential"}};
  CHECK(distance(q_after("fedep", sequential, 100), kPosteriorMean, precision) < 2e-7);
}

TEST_CASE("FedEP without states at clients has a biased mean-field limit") {
  const double damping = GENERATE(.5, .2);
  const Gaussian q = q_after("fedep", {{"damping", damping}, {"stateless", true}}, 2000);
  CHECK(distance(q, {.7022237663, .07299369751, .3947248681},
                 {247.3283231, 233.6112373, 270.3761235}) < 2e-7);
}

// Gradients of quadratics are linear in the draws: their regression has no error.
TEST_CASE("FedEP's draws give the exact full covariances of quadratics") {
  const Index chains = 7;
  SiteRun run("fedep", {{"family", "full"}, {"K", 40}, {"damping", 1.0}}, random_streams, chains);
  run.advance(1);
  for (Index j = 0; j < chains; ++j) {
    const Gaussian q = product_with_prior(run.sites().middleCols(4 * j, 4), 3, kTemperedPrior);
    CHECK(distance(q, kPosteriorMean, kPosteriorPrecision) < 1e-8);
  }
}

// In the diagonal family a client's regression leaves the part of H x that other coordinates have:
// from R draws, of which sqrt(2) are worth one or fewer, below 40 / sqrt(R / 3) = 3 of about 240.
// Four sites, averaged over 30 rounds, damped, and 7 chains: below 1.
TEST_CASE("FedEP's draws have the variances of quadratics") {
  const Index chains = 7, rounds = 30;
  SiteRun run("fedep", {{"K", 530}, {"damping", .25}}, random_streams, chains);
  run.advance(20);
  Vector3d precision = Vector3d::Zero(), mean = Vector3d::Zero();
  for (Index t = 0; t < rounds; ++t) {
    run.advance(1);
    for (Index j = 0; j < chains; ++j) {
      const Gaussian q = product_with_prior(run.sites().middleCols(4 * j, 4), 3, kTemperedPrior);
      precision += q.precision.diagonal() / (rounds * chains);
      mean += q.mean / (rounds * chains);
    }
  }
  CAPTURE(precision, mean);
  CHECK((precision - Vector3d(247.3572729, 233.1917604, 270.1315071)).cwiseAbs().maxCoeff() < 3);
  CHECK((mean - kPosteriorMean).cwiseAbs().maxCoeff() < .002);
}

// From 2 draws, the slope of one coordinate is off by as much as the others weigh: q stays a
// density all the same, and it is told how often.
TEST_CASE("FedEP projects sites whose precision would be negative") {
  SiteRun run("fedep", {{"K", 12}, {"burn_steps", 10}, {"damping", .5}});
  CHECK(run.advance(30).allFinite());
  CAPTURE(run.projected());
  CHECK(run.projected() > 5);
  CHECK(run.projected() < 4 * 30);
  CHECK(run.q().precision.diagonal().minCoeff() >= kTemperedPrior);
  SiteRun exact("fedep", {{"local", "exact"}});
  exact.advance(30);
  CHECK(exact.projected() == 0);
}

TEST_CASE("FedEP refuses fewer draws than a precision needs") {
  CHECK_THROWS_WITH(SiteRun("fedep", {{"K", 31}}), Catch::Contains("leaves 1 draw "));
  CHECK_NOTHROW(SiteRun("fedep", {{"K", 32}}));
  CHECK_THROWS_WITH(SiteRun("fedep", {{"K", 33}, {"family", "full"}}),
                    Catch::Contains("fewer than the 4"));
}

using namespace ledger_terms;

const ShippedSampler fedep =
    ShippedSampler("fedep")
        .conforms({{"local", "exact"}, {"family", "full"}, {"damping", .5}})
        .costs({{"local", "exact"}, {"family", "full"}, {"stateless", true}},
               [](const Seen&) { return both_ways(C * T, C * T * N * 2.5, 0); })
        .costs({{"K", 8}, {"burn_steps", 1}, {"batch", 1}, {"S", 2}},
               [](const Seen&) {
                 return both_ways(C * T / 8, C * T / 8 * 2 * 2, C * T / 8 * 2 * (8 + 7));
               })
        .costs({{"local", "exact"}, {"last_round", 2}},
               [](const Seen&) { return both_ways(C * T, C * 2 * N * 2, 0); });

}  // namespace fedep_test
}  // namespace skald::test
