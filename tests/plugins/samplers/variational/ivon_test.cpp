// Samplers whose clients take steps of IVON, on quadratic potentials.
#include "test.hpp"
#include "variational/site_run.hpp"

namespace skald::test {
namespace ivon_test {

using Eigen::Vector3d;

// The draws of three pairs are z = sqrt(3) e_i, with mean z z' = I: on quadratics, estimates from
// them have no noise.
class NoiselessPairs final : public Random {
 public:
  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    if (stream.role != Role::noise) return random_streams.normal(stream, iteration, out);
    out.matrix() = (std::sqrt(3.) * MatrixXd::Identity(3, 3)).reshaped();
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    random_streams.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_streams.uniform(stream, iteration, out);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_streams.bits(stream, iteration, chain, out);
  }
};
const NoiselessPairs noiseless;

const std::vector<Setting> kIvon{{"local", "ivon"}, {"pairs", 3}};

// The server's q of pvi is the prior times the sites; bayesian_admm holds it.
Gaussian q_of(const std::string& sampler, const SiteRun& run) {
  return sampler == "pvi" ? run.q() : product_with_prior(run.sites().col(0), 3, 0);
}
double distance(const Gaussian& a, const Gaussian& b) {
  return (a.mean - b.mean).norm() + (a.precision.diagonal() - b.precision.diagonal()).norm();
}

// From the prior N(0, I / P), c = (1 - beta2) H_ii / weight: every client has the precision
// P + c + c^2 / (2 P) and the shift lr s / weight. For weight = 1/N, the server has their means.
TEST_CASE("a step of IVON from the prior has a closed form in Bayesian ADMM") {
  constexpr double lr = .2, beta2 = .7, temp = .5, P = kTemperedPrior;
  SiteRun run("bayesian_admm", with(kIvon, {{"K", 1}, {"lr", lr}, {"beta2", beta2}}), noiseless);
  run.advance(1);
  Vector3d precision = Vector3d::Zero(), shift = Vector3d::Zero();
  const auto losses = four_quadratics();
  for (int c = 0; c < 4; ++c) {
    const Quadratic& loss = losses[static_cast<std::size_t>(c)];
    const double scale = 10 * (c + 1) / temp;
    const Vector3d change = (1 - beta2) * 4 * scale * loss.A.diagonal();
    precision += (Vector3d::Constant(P) + change + change.cwiseAbs2() / (2 * P)) / 4;
    shift += lr * scale * loss.b;
  }
  const Gaussian q = q_of("bayesian_admm", run);
  CHECK((q.precision.diagonal() - precision).norm() < 1e-10 * precision.norm());
  CHECK((q.precision * q.mean - shift).norm() < 1e-10 * shift.norm());
}

TEST_CASE("many steps of IVON solve local problems exactly, if nothing is noisy") {
  const std::string sampler = GENERATE("pvi", "bayesian_admm");
  SiteRun exact(sampler, {{"local", "exact"}});
  SiteRun ivon(sampler, with(kIvon, {{"K", 800}}), noiseless);
  for (int round = 1; round <= 4; ++round) {
    exact.advance(1);
    ivon.advance(1);
    CAPTURE(sampler, round);
    CHECK(distance(q_of(sampler, exact), q_of(sampler, ivon)) < 1e-9);
  }
}

TEST_CASE("rounds of a few steps of IVON lead where those of exact solutions do") {
  const std::string sampler = GENERATE("pvi", "bayesian_admm");
  const auto options = with(kIvon, {{"K", 5}, {"beta1", .5}});
  SiteRun run(sampler, options, noiseless);
  run.advance(3);
  const Gaussian limit{MatrixXd(kPosteriorPrecision.asDiagonal()), kPosteriorMean};
  CHECK(distance(q_of(sampler, run), limit) > .1);
  run.advance(800);
  CHECK(distance(q_of(sampler, run), limit) < 1e-8);
}

}  // namespace ivon_test
}  // namespace skald::test
