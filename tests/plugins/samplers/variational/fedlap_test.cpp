// FedLap and FedLap-Cov against their recurrences on quadratic potentials.
#include "all_samplers/shipped_sampler.hpp"
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace fedlap_test {

using Eigen::Vector3d;

const std::vector<Setting> kFedLap{{"family", "none"}};

Vector3d mean_after(double damping, Index rounds) {
  return q_after("fedlap", with(kFedLap, {{"damping", damping}}), rounds).mean;
}

TEST_CASE("FedLap's rounds are those of its recurrence") {
  CHECK((mean_after(.25, 1) - Vector3d(.6561225629, -.4149455326, .5373568125)).norm() < 2e-10);
  CHECK((mean_after(.25, 2) - Vector3d(.7372478331, -.4615092012, .5961432895)).norm() < 2e-10);
  CHECK((mean_after(.25, 10) - Vector3d(.7187034427, -.2560931368, .5061099081)).norm() < 2e-10);
  CHECK((mean_after(.5, 1) - Vector3d(1.312245126, -.8298910653, 1.074713625)).norm() < 2e-9);
  CHECK((mean_after(.5, 10) - Vector3d(.6525654942, -.0918194618, .3973007481)).norm() < 2e-10);
}

TEST_CASE("FedLap's sites come to rest at the gradients of their clients") {
  SiteRun run("fedlap", with(kFedLap, {{"local", "exact"}, {"damping", .5}}));
  const Vector3d mode = run.advance(900);
  CHECK((mode - kPosteriorMean).norm() < 2e-10);
  const Eigen::MatrixXd duals = run.sites().bottomRows(3) / kTemperedPrior;
  CHECK((duals.col(0) - Vector3d(-.705535324, -5.07525962, -.090507965)).norm() < 1e-8);
  CHECK((duals.col(3) - Vector3d(11.43478214, -2.683671582, 3.205079748)).norm() < 1e-8);
}

TEST_CASE("FedLap contracts if it is damped") {
  const auto [damping, radius] = GENERATE(std::pair(.25, .9779264479), std::pair(.5, .9558528958));
  CHECK(std::abs(radius_of_shifts("fedlap", with(kFedLap, {{"damping", damping}})) - radius) <
        2e-10);
}

TEST_CASE("FedLap diverges without damping where clients are steep") {
  CHECK(mean_after(1, 201).norm() / mean_after(1, 200).norm() == Approx(2.553822018).epsilon(1e-8));
}

TEST_CASE("FedLap's local steps rest at the optimum, however many") {
  const int K = GENERATE(1, 7);
  SiteRun run("fedlap", with(kFedLap, {{"K", K}, {"lr", .3}, {"damping", .25}, {"batch", 1}}));
  CHECK((run.advance(3000) - kPosteriorMean).norm() < 2e-10);
}

TEST_CASE("FedLap rests at the optimum where sites start with a precision, too") {
  SiteRun run("fedlap", with(kFedLap, {{"local", "exact"}, {"site_precision", 30.0}}));
  CHECK((run.advance(600) - kPosteriorMean).norm() < 2e-10);
}

TEST_CASE("FedLap-Cov on quadratics is mean-field PVI") {
  const double damping = GENERATE(1.0, .5);
  const Gaussian found = q_after("fedlap", {{"damping", damping}}, 3);
  const Gaussian expected = q_after("pvi", {{"damping", damping}}, 3);
  CHECK((found.mean - expected.mean).norm() < 1e-14);
  CHECK((found.precision - expected.precision).norm() < 1e-11);
}

// The Hessian has an error of the order of rounding over the width of differences.
TEST_CASE("FedLap-Cov's local steps find modes and Hessians") {
  const std::string family = GENERATE("diagonal", "full");
  SiteRun run("fedlap", {{"family", family}, {"K", 300}, {"lr", .5}, {"damping", 1.0}});
  run.advance(10);
  CHECK((run.q().mean - kPosteriorMean).norm() < 1e-8);
  CHECK((run.q().precision.diagonal() - kPosteriorPrecision).norm() < 1e-6);
  const double correlated = run.q().precision(0, 1);
  CHECK(correlated == Approx(family == "full" ? 14 : 0).margin(1e-6));
}

// A direction of signs has the diagonal of H plus +-H_ik: over the clients, the sum has variances
// of sum_c sum_k H_ik^2, here below 110^2; damped by 1/4, of a seventh, and 7 chains. The mean
// of q is that of the limit for any precisions.
TEST_CASE("FedLap-Cov measures Hessians along random directions") {
  const Index chains = 7;
  SiteRun run("fedlap", {{"directions", 1}, {"K", 50}, {"lr", .5}, {"damping", .25}},
              random_streams, chains);
  run.advance(60);
  Vector3d precision = Vector3d::Zero();
  for (Index j = 0; j < chains; ++j) {
    const Gaussian q = product_with_prior(run.sites().middleCols(4 * j, 4), 3, kTemperedPrior);
    precision += q.precision.diagonal() / chains;
    CHECK((q.precision.diagonal() - kPosteriorPrecision).norm() > 1e-3);
  }
  CHECK((precision - kPosteriorPrecision).cwiseAbs().maxCoeff() < 6 * 110 / 7.);
}

using namespace ledger_terms;

const ShippedSampler fedlap =
    ShippedSampler("fedlap")
        .conforms({{"local", "exact"}, {"family", "full"}, {"damping", .5}},
                  conformance::kDefaultTolerance,
                  {"family", "S", "client_sampling", "site_precision", "batch"})
        .conforms({{"family", "none"}, {"site_precision", 2.0}, {"lr", .3}, {"K", 3}},
                  conformance::kDefaultTolerance, {"family"})
        .conforms({{"local", "exact"}}, conformance::kDefaultTolerance,
                  {"family", "S", "client_sampling", "site_precision", "batch"})
        .costs({{"family", "none"}, {"K", 3}, {"batch", 1}},
               [](const Seen&) { return everyone_in(T / 3, T * N); })
        .costs({{"K", 3}, {"batch", 1}},  // a Hessian along 2 coordinates takes 4 gradients of rows
               [](const Seen&) {
                 return both_ways(C * T / 3, C * T / 3 * N * 2, C * (T * N + T / 3 * 4 * n));
               })
        .costs({{"K", 3}, {"directions", 1}, {"family", "full"}, {"S", 1}, {"batch", 1}},
               [](const Seen& seen) {
                 return both_ways(C * T / 3, C * T / 3 * 2.5, seen.later.gradients);
               })
        .costs({{"local", "exact"}, {"last_round", 2}},
               [](const Seen&) { return both_ways(C * T, C * 2 * N * 2, 0); });

}  // namespace fedlap_test
}  // namespace skald::test
