// AFHMC against its rounds written out, and against FA-HMC, which it is without heterogeneity.
#include <cmath>
#include <string>
#include <vector>

#include "all_samplers/shipped_sampler.hpp"
#include "catch.hpp"
#include "problem/declared_releases.hpp"
#include "run_sampler.hpp"
#include "sampler_contract.hpp"

namespace afhmc_test {

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

const std::string kName = "afhmc";
const double kEpsilon = .05, kTemp = .7;
const int L = 4, K = 3;

std::vector<Setting> settings(double rho) {
  return {{"leap_step", kEpsilon}, {"leapfrog", L}, {"K", K}, {"rho", rho}, {"temp", kTemp}};
}

// A round from x in the paper's velocity form, both halves of every kick with their own gradient.
MatrixXd round_from(Federation& federation, const std::vector<double>& weights, double rho,
                    std::int64_t first, const MatrixXd& x) {
  const auto gradient = [&](Index c, const MatrixXd& at) {
    MatrixXd g(at.rows(), at.cols());
    federation.problem().gradient(c, view(at), view(g));
    return g;
  };
  const auto normals = [&](Stream stream, std::int64_t k) {
    MatrixXd z(x.rows(), x.cols());
    random_streams.normal(stream, k, view(z));
    return z;
  };
  const MatrixXd sum = gradient(Problem::everyone, x);
  MatrixXd mean = MatrixXd::Zero(x.rows(), x.cols());
  for (Index c = 0; c < federation.problem().clients(); ++c) {
    const double w = weights[static_cast<std::size_t>(c)];
    const auto force = [&](const MatrixXd& q) {
      return MatrixXd((gradient(c, q) / w - gradient(c, x) / w + sum) / kTemp);
    };
    MatrixXd q = x;
    for (std::int64_t k = first; k < first + K; ++k) {
      MatrixXd p = rho * normals({Role::shared_noise}, k) +
                   std::sqrt((1 - rho * rho) / w) * normals({Role::noise, c}, k);
      for (int l = 0; l < L; ++l) {
        const MatrixXd g = force(q);
        q += kEpsilon * p - kEpsilon * kEpsilon / 2 * g;
        p -= kEpsilon / 2 * (g + force(q));
      }
    }
    mean += w * q;
  }
  return mean;
}

}  // namespace

TEST_CASE("AFHMC: the states after rounds are those of its trajectories written out") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), 0.7);
  const double rho = GENERATE(0.0, 0.6, 1.0);
  MatrixXd expected = MatrixXd::Constant(3, 2, .5);
  for (int round = 0; round < 3; ++round)
    expected = round_from(*federation, {.2, .5, .3}, rho, round * K, expected);
  const MatrixXd found = run_sampler(*federation, kName, settings(rho), 3 * K, 2);
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("AFHMC of one client is its FA-HMC") {
  const auto federation = quadratic_federation(random_rows(2, 2, {7}, false), 0.3);
  CHECK((run_sampler(*federation, kName, settings(.6), 30) -
         run_sampler(*federation, "fa_hmc", settings(.6), 30))
            .cwiseAbs()
            .maxCoeff() < 1e-13);
}

TEST_CASE("AFHMC has no minibatches and no cohorts") {
  for (const Setting& setting :
       {Setting{"batch", 2}, Setting{"S", 2}, Setting{"participation", "with_replacement"}}) {
    CHECK_THROWS_WITH(load_plugin<Sampler>("sampler/" + kName, {setting}),
                      Catch::Contains("unknown option"));
  }
}

TEST_CASE("AFHMC releases nothing, since it sends gradients as they are") {
  const auto federation = quadratic_federation(random_rows(10, 1, {1, 2}, false));
  const auto sampler = load_plugin<Sampler>("sampler/" + kName);
  const auto declared = problem::declared(*sampler, federation->problem(), 10);
  CHECK(declared.releases.empty());
  CHECK_THAT(declared.why_nothing, Catch::Contains("gradients without noise"));
}

TEST_CASE("AFHMC keeps the contract of samplers") {
  const auto federation = quadratic_federation(random_rows(11, 2, {2, 5, 3}, false), 0.3);
  check_sampler_contract(*federation, kName, settings(.5), 12);
}

namespace {

using namespace ledger_terms;

const ShippedSampler afhmc =
    ShippedSampler(kName)
        .conforms({{"K", 2}, {"leapfrog", 3}, {"rho", 0.6}})
        // Gradients and states travel; the first gradient of a round is the one that is exchanged.
        .costs({{"K", 3}, {"leapfrog", 5}},
               [](const Seen&) { return both_ways(C * T / 3, C * 2 * N * T / 3, C * T * 5 * n); });

}  // namespace

}  // namespace afhmc_test
