#include <Eigen/Dense>

#include "all_samplers/shipped_sampler.hpp"
#include "chain_moments.hpp"
#include "run_sampler.hpp"
#include "sampler_contract.hpp"
#include "test.hpp"

namespace {

std::vector<Setting> settings(const std::string& product, int warm_up, int samples) {
  return {{"product", product}, {"warm_up", warm_up}, {"samples", samples}, {"leapfrog_steps", 5}};
}

// Moments of every chain's draws from the product.
struct Drawn {
  MatrixXd mean;                     // d x C
  std::vector<MatrixXd> covariance;  // of the C chains
};

Drawn draw(Federation& federation, std::vector<Setting> options, Index chains, Index collected,
           Index draws) {
  const auto sampler = load_plugin<Sampler>("sampler/consensus", std::move(options));
  const random::PhiloxRandom random(8, 0);
  const Index d = federation.dimension();
  SamplerRun run(federation, *sampler, random, nothing, contract_starts(d, chains));
  run.advance(collected);
  std::vector<MatrixXd> of_chain(static_cast<std::size_t>(chains), MatrixXd(d, draws));
  for (Index t = 0; t < draws; ++t) {
    const MatrixXd theta = run.advance(1);
    for (Index j = 0; j < chains; ++j) of_chain[static_cast<std::size_t>(j)].col(t) = theta.col(j);
  }
  Drawn drawn{MatrixXd(d, chains), {}};
  for (Index j = 0; j < chains; ++j) {
    const MatrixXd& x = of_chain[static_cast<std::size_t>(j)];
    drawn.mean.col(j) = x.rowwise().mean();
    const MatrixXd centred = x.colwise() - drawn.mean.col(j);
    drawn.covariance.push_back(centred * centred.transpose() / static_cast<double>(draws - 1));
  }
  return drawn;
}

}  // namespace

// 60 chains with samples of their own. P(|z| > 8) = 6e-11 for Student's t with 59 degrees of
// freedom. Covariances that are estimated from T samples make the product's too wide by about
// (N - 1) (d + 1) / T = 1.5 %.
TEST_CASE("on Gaussians, every product has the posterior's mean, two its covariance too") {
  const std::string product =
      GENERATE("consensus", "parametric", "nonparametric", "semiparametric");
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 6, 5}, false), 0.6);
  const oracles::GaussianProblem gaussian = federation->gaussian();
  const MatrixXd covariance = gaussian.covariance(1);
  const Index samples = 400, chains = 60;
  const Drawn drawn =
      draw(*federation, settings(product, 200, samples), chains, 200 + samples, samples);
  for (Index i = 0; i < 2; ++i) {
    const double z = z_score(drawn.mean.row(i).transpose(), gaussian.mode()(i));
    CAPTURE(product, i, z);
    CHECK(std::abs(z) < 8);
  }
  MatrixXd average = MatrixXd::Zero(2, 2);
  for (const MatrixXd& found : drawn.covariance) average += found / static_cast<double>(chains);
  CAPTURE(product, average, covariance);
  // Indices move slowly: 400 draws of one chain span too little of a kernel product's mixture,
  // whose weights are tested by themselves (subposterior_product_test).
  if (product == "nonparametric" || product == "semiparametric") return;
  CHECK((average - covariance).norm() < 0.1 * covariance.norm());
}

TEST_CASE("of one client, consensus returns the posterior's samples") {
  const auto federation = quadratic_federation(random_rows(1, 2, {9}, true), 0.6);
  const auto sampler = load_plugin<Sampler>("sampler/consensus", settings("consensus", 50, 20));
  const random::PhiloxRandom random(8, 0);
  SamplerRun run(*federation, *sampler, random, nothing, contract_starts(2, 3));
  run.advance(50);
  MatrixXd states(2, 3 * 20);
  for (Index t = 0; t < 20; ++t) states.middleCols(3 * t, 3) = run.advance(1);
  for (const Index t : {0, 7, 19, 20}) {  // after the last sample the first again
    SamplerRun again(*federation, *sampler, random, nothing, contract_starts(2, 3));
    const MatrixXd theta = again.advance(70 + t + 1);
    CHECK((theta - states.middleCols(3 * (t % 20), 3)).norm() < 1e-10);
  }
}

TEST_CASE("consensus communicates once: every client sends mean and covariance") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 6, 5}, false), 0.6);
  const auto sampler = load_plugin<Sampler>("sampler/consensus", settings("parametric", 10, 20));
  const random::PhiloxRandom random(8, 0);
  SamplerRun run(*federation, *sampler, random, nothing, contract_starts(2, 4));
  run.advance(29);
  CHECK(federation->ledger().bits_up == 0);
  run.advance(1);
  const double evaluations = federation->ledger().gradient_evaluations;
  // 30 trajectories of 5 leapfrog steps and the first gradient, over 15 rows, in 4 chains.
  CHECK(evaluations == (30 * 5 + 1) * 15 * 4);
  run.advance(100);
  CHECK(federation->ledger().rounds == 0);
  CHECK(federation->ledger().bits_up == 4 * 3 * (2 + 3) * 32.0);
  CHECK(federation->ledger().bits_down == 0);
  CHECK(federation->ledger().gradient_evaluations == evaluations);
}

TEST_CASE("consensus keeps a sampler's promises, while collecting and after") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 6}, false), 0.6);
  for (const char* product : {"consensus", "parametric", "nonparametric", "semiparametric"}) {
    check_sampler_contract(*federation, "consensus", settings(product, 40, 20), 40);
    check_sampler_contract(*federation, "consensus", settings(product, 40, 20), 120);
  }
}

namespace {

using namespace ledger_terms;

const ShippedSampler consensus =
    ShippedSampler("consensus")
        .conforms({{"warm_up", 300}, {"samples", 600}})
        // One upload of ten samples, after twenty trajectories.
        .costs({{"warm_up", 10}, {"samples", 10}, {"leapfrog_steps", 4}},
               [](const Seen&) {
                 return Cost{0, C * N * 10 * F, 0, C * n * (1 + 20 * 4)};
               })
        // Of which the parametric product needs a mean and a covariance.
        .costs({{"warm_up", 10}, {"samples", 10}, {"leapfrog_steps", 4}, {"product", "parametric"}},
               [](const Seen&) {
                 return Cost{0, C * N * 32 * (d + d * (d + 1) / 2), 0, C * n * (1 + 20 * 4)};
               });

}  // namespace
