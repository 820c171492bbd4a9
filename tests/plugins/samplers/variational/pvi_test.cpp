// PVI against its recurrences on quadratic potentials.
#include <Eigen/Cholesky>

#include "all_samplers/shipped_sampler.hpp"
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace pvi_test {

using Eigen::Vector3d;

const std::vector<Setting> kFull{{"family", "full"}};
const std::vector<Setting> kUndamped{{"damping", 1.0}};

double distance(const Gaussian& q, const Vector3d& mean, const Vector3d& precision) {
  return (q.mean - mean).norm() + (q.precision.diagonal() - precision).norm();
}

TEST_CASE("PVI with full covariances has the posterior after one undamped round") {
  const std::string schedule = GENERATE("synchronous", "sequential");
  const auto options = with(with(kFull, kUndamped), {{"schedule", schedule}});
  const Gaussian q = q_after("pvi", options, 1);
  CHECK((q.mean - kPosteriorMean).norm() < 2e-10);
  MatrixXd expected = Vector3d(kPosteriorPrecision).asDiagonal();
  expected(0, 1) = expected(1, 0) = 14;
  expected(0, 2) = expected(2, 0) = 20;
  expected(1, 2) = expected(2, 1) = 16;
  CHECK((q.precision - expected).norm() < 1e-11);
  CHECK((q_after("pvi", options, 7).mean - kPosteriorMean).norm() < 2e-10);
}

TEST_CASE("PVI's damping moves natural parameters") {
  const auto options = with(kFull, {{"damping", .5}});
  CHECK(distance(q_after("pvi", options, 1), {.6156354288, .1453475079, .3334326269},
                 {131, 124, 143}) < 2e-10);
  CHECK((q_after("pvi", options, 3).mean - Vector3d(.6355825761, .1488055205, .3420969212)).norm() <
        2e-10);
}

TEST_CASE("PVI's mean-field rounds are those of its recurrence") {
  const auto after = [](double damping, Index rounds) {
    return q_after("pvi", {{"damping", damping}}, rounds);
  };
  CHECK(distance(after(1, 1), {.9052308261, -.1428159924, .5298145883}, kPosteriorPrecision) <
        2e-10);
  CHECK(distance(after(1, 3), {.6344540707, .1547197321, .3400869816}, kPosteriorPrecision) <
        2e-10);
  CHECK(distance(after(.5, 1), {.8706800312, -.137057283, .5112896027}, {131, 124, 143}) < 2e-10);
  CHECK((after(.5, 3).mean - Vector3d(.6971143145, .07353857579, .3882281223)).norm() < 2e-10);
  CHECK(distance(after(.25, 1), {.8089296744, -.1268291276, .4778719816}, {70.5, 67, 76.5}) <
        2e-10);
  CHECK((after(.25, 3).mean - Vector3d(.7437552234, .004725830982, .4255460741)).norm() < 2e-10);
  CHECK(distance(after(.25, 400), kPosteriorMean, kPosteriorPrecision) < 2e-10);
}

TEST_CASE("PVI damps by the number of clients if nothing else is said") {
  CHECK(q_after("pvi", {}, 3).mean == q_after("pvi", {{"damping", .25}}, 3).mean);
}

TEST_CASE("PVI's clients one after another") {
  const auto options = with(kUndamped, {{"schedule", "sequential"}});
  CHECK(distance(q_after("pvi", options, 1), {.7032258234, .09102564146, .4389918136},
                 kPosteriorPrecision) < 2e-10);
  CHECK(distance(q_after("pvi", options, 3), {.6390256174, .149490648, .3435763423},
                 kPosteriorPrecision) < 2e-10);
}

TEST_CASE("PVI's clients keep their sites while others work") {
  const random::PhiloxRandom random = two_then_two();
  SiteRun run("pvi", {{"local", "exact"}, {"damping", .5}, {"S", 2}}, random);
  run.advance(2);
  CHECK((run.q().mean - Vector3d(.7640949598, -.0482606994, .4784969658)).norm() < 2e-10);
}

TEST_CASE("PVI's mean-field rounds contract as the damping says") {
  const auto [damping, radius] =
      GENERATE(std::pair(1.0, .1296281652), std::pair(.5, .533598694), std::pair(.25, .766799347));
  CHECK(std::abs(radius_of_shifts("pvi", {{"damping", damping}}) - radius) < 2e-10);
}

TEST_CASE("PVI forgets the sites that it starts from") {
  const auto started = with(kUndamped, {{"site_precision", 3.0}});
  CHECK(distance(q_after("pvi", started, 60), kPosteriorMean, kPosteriorPrecision) < 2e-10);
  CHECK(distance(q_after("pvi", started, 1), {.9052308261, -.1428159924, .5298145883},
                 kPosteriorPrecision) > 1e-3);
}

// Of 4000 independent draws at 5.5 standard errors.
TEST_CASE("PVI draws from q") {
  const Index chains = 4000;
  SiteRun run("pvi", with(kUndamped, {{"local", "exact"}}), random_streams, chains);
  const MatrixXd draws = run.advance(50).colwise() - Eigen::VectorXd(kPosteriorMean);
  const double n = static_cast<double>(chains);
  const Vector3d variance = kPosteriorPrecision.cwiseInverse();
  for (Index i = 0; i < 3; ++i) {
    CHECK(std::abs(draws.row(i).mean()) < 5.5 * std::sqrt(variance[i] / n));
    for (Index k = 0; k <= i; ++k) {
      const double expected = i == k ? variance[i] : 0, spread = variance[i] * variance[k];
      CHECK(std::abs(draws.row(i).dot(draws.row(k)) / n - expected) <
            5.5 * std::sqrt((i == k ? 2 : 1) * spread / n));
    }
  }
}

// A natural step leaves no noise in the mean of a quadratic, and none but that of G in the
// precision, which is unbiased: over independent chains, precisions have the exact mean.
TEST_CASE("PVI's natural-gradient steps find the exact solution of quadratics") {
  const std::string family = GENERATE("diagonal", "full");
  const Index chains = 7;
  SiteRun run("pvi", {{"family", family}, {"K", 20}, {"lr", .1}, {"pairs", 4}, {"damping", .25}},
              random_streams, chains);
  run.advance(60);
  Eigen::ArrayXXd traces(3, chains);
  for (Index j = 0; j < chains; ++j) {
    const Gaussian q = product_with_prior(run.sites().middleCols(4 * j, 4), 3, kTemperedPrior);
    CHECK((q.mean - kPosteriorMean).norm() < 1e-3);
    traces.col(j) = q.precision.diagonal();
  }
  // A site's precision has the relative variance lr / (2 - lr) 2 / pairs, at most, and damping
  // divides that by 7: the mean over 7 chains and 4 sites has a standard error below 0.6 % of q's.
  const Vector3d found = traces.rowwise().mean();
  CAPTURE(found);
  CHECK((found.cwiseQuotient(kPosteriorPrecision).array() - 1).abs().maxCoeff() < 6 * .006);
}

using namespace ledger_terms;

// Varied in the first case.
const std::vector<std::string> kHeldWithIvon{"family", "schedule",        "damping",
                                             "S",      "client_sampling", "site_precision",
                                             "local",  "batch",           "temp"};

// A message has a mean and variances, or a symmetric matrix, of d = 2.
const ShippedSampler pvi =
    ShippedSampler("pvi")
        .conforms({{"local", "exact"}, {"family", "full"}, {"damping", .5}},
                  conformance::kDefaultTolerance, {"beta1", "beta2"})
        .conforms({{"local", "ivon"}, {"K", 3}}, conformance::kDefaultTolerance, kHeldWithIvon)
        .costs({{"local", "exact"}, {"family", "full"}},
               [](const Seen&) { return both_ways(C * T, C * T * N * 2.5, 0); })
        .costs({{"local", "exact"}, {"S", 2}},
               [](const Seen&) { return both_ways(C * T, C * T * 2 * 2, 0); })
        .costs({{"local", "ivon"}, {"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); })
        .costs({{"K", 3}, {"batch", 1}, {"pairs", 2}},
               [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T * N * 4); });

}  // namespace pvi_test
}  // namespace skald::test
