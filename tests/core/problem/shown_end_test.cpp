// What the last state of Gaussian chains tells, against published closed forms.
#include "problem/shown_end.hpp"

#include "federation.hpp"
#include "test.hpp"

namespace shown_end_test {

using namespace skald::problem;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

class Chain final : public Sampler {
 public:
  Chain(const LangevinLaw& law, Index stride) : law_(law), stride_(stride) {}
  Index stride() const override { return stride_; }
  void start(Context&, Block) override {}
  void advance(Context&, Index, Block) override {}
  bool law(LangevinLaw& law) const override {
    law = law_;
    return true;
  }

 private:
  LangevinLaw law_;
  Index stride_;
};

// Mean losses of four clients, F_c = x' A_c x / 2 - b_c' x, and their numbers of rows.
const std::vector<Matrix3d> A = {(Matrix3d() << 2, .5, 0, .5, 1, .2, 0, .2, 1.5).finished(),
                                 (Matrix3d() << 1, -.3, .1, -.3, 2, 0, .1, 0, .8).finished(),
                                 (Matrix3d() << 1.5, 0, .4, 0, 1.2, -.2, .4, -.2, 1).finished(),
                                 (Matrix3d() << .9, .2, -.1, .2, .7, .3, -.1, .3, 1.8).finished()};
const std::vector<Vector3d> b = {{1, -2, .5}, {-1, 1.5, 2}, {.5, .5, -1}, {2, 0, 1}};
const std::vector<double> weights = {.1, .2, .3, .4};
constexpr std::int64_t kForEver = std::int64_t{1} << 40;

// Their posterior with 100 rows and a prior of precision 5, which clients share by weight.
oracles::GaussianProblem posterior() {
  std::vector<oracles::QuadraticClient> clients;
  for (std::size_t c = 0; c < 4; ++c) {
    const Matrix3d curvature = weights[c] * (100 * A[c] + 5 * Matrix3d::Identity());
    clients.push_back({curvature, curvature.inverse() * (weights[c] * 100 * b[c])});
  }
  return oracles::GaussianProblem(std::move(clients));
}

oracles::GaussianProblem whole(const oracles::GaussianProblem& problem) {
  return oracles::GaussianProblem({{problem.precision(), problem.mode()}});
}

// What each client's record tells that moves grad U by s.
std::vector<double> mus(const oracles::GaussianProblem& gaussian, const LangevinLaw& law,
                        std::int64_t iterations, const Vector3d& s) {
  const std::vector<Index> rows(gaussian.size(), 10);
  const auto federation = quadratic_federation(random_rows(1, 3, rows, true));
  const Chain chain(law, std::max<std::int64_t>(law.K, 1));
  const auto found =
      shown_end_information(chain, federation->problem(), gaussian, {iterations, {}});
  REQUIRE(found);
  std::vector<double> all;
  for (const MatrixXd& one : *found) all.push_back(std::sqrt(s.dot(one * s)));
  return all;
}

}  // namespace

TEST_CASE("the last state of gradient descent has the reference's exact mu") {
  Matrix3d hessian = Matrix3d::Zero();
  for (std::size_t c = 0; c < 4; ++c) hessian += weights[c] * A[c];
  const oracles::GaussianProblem loss({{hessian, Vector3d(.5, -1, .25)}});
  LangevinLaw law;
  law.step = .1;
  law.temp = law.step * .05 * .05 / 2;
  const auto mu = [&](std::int64_t steps) {
    return mus(loss, law, steps, Vector3d(.02, -.01, .03)).front();
  };
  CHECK(mu(1) == Approx(.7483314774).epsilon(1e-9));
  CHECK(mu(2) == Approx(1.055649892).epsilon(1e-9));
  CHECK(mu(10) == Approx(2.197753744).epsilon(1e-9));
  CHECK(mu(100) == Approx(2.845533674).epsilon(1e-9));
  CHECK(mu(1000) == Approx(2.845544343).epsilon(1e-9));
}

TEST_CASE("the last state of ULA has the reference's mu, and never more than all states") {
  LangevinLaw law;
  law.step = .002;
  law.temp = .5;
  const auto mu = [&](std::int64_t steps) {
    return mus(whole(posterior()), law, steps, Vector3d(1, -2, .5)).front();
  };
  CHECK(mu(1) == Approx(.1024695077).epsilon(1e-9));
  CHECK(mu(10) == Approx(.2643464492).epsilon(1e-9));
  CHECK(mu(100) == Approx(.2846722182).epsilon(1e-9));
  CHECK(mu(kForEver) == Approx(.2846722182).epsilon(1e-9));
  for (std::int64_t t = 1; t < 1000; t *= 2) {
    CHECK(mu(t) <= mu(2 * t) * (1 + 1e-12));
    CHECK(mu(t) <= mu(1) * std::sqrt(static_cast<double>(t)) * (1 + 1e-12));
  }
}

TEST_CASE("the last state of FA-LD tells of each client what the reference says") {
  LangevinLaw law;
  law.kind = LangevinLaw::Kind::averaging;
  law.at_communication = true;
  law.step = .002;
  law.temp = .5;
  law.weights = weights;
  const auto require = [&](std::int64_t K, double rho_squared, const std::vector<double>& known) {
    law.K = K;
    law.rho = std::sqrt(rho_squared);
    const auto found = mus(posterior(), law, kForEver / K * K, Vector3d(1, -2, .5));
    for (std::size_t c = 0; c < 4; ++c) CHECK(found[c] == Approx(known[c]).epsilon(1e-9));
  };
  require(1, .3, {.2846722182, .2846722182, .2846722182, .2846722182});
  require(5, 0, {.3342264713, .2118478461, .2646288129, .3688557658});
  require(5, .75, {.3413526219, .2164002864, .2702611676, .3767809434});
}

TEST_CASE("chains that are no Gaussians, or that rounding decides, tell nothing exactly") {
  LangevinLaw law;
  law.step = .002;
  law.temp = .5;
  const auto federation = quadratic_federation(random_rows(1, 3, {10, 10, 10, 10}, true));
  const auto reason = [&](std::int64_t iterations = 10) {
    const Chain chain(law, std::max<std::int64_t>(law.K, 1));
    const auto found =
        shown_end_information(chain, federation->problem(), posterior(), {iterations, {}});
    return found ? "" : found.reason();
  };
  const std::string no_law = "the sampler states no Gaussian law along the run";
  CHECK(reason().empty());
  law.full_batch = false;
  law.batch = 5;
  CHECK(reason().starts_with(no_law));
  law.full_batch = true;
  law.temp = 0;
  CHECK(reason().starts_with("what is shown has too little noise"));
  law.temp = .5;
  law.step = .1;
  CHECK(reason(10000).starts_with("what is shown has too little noise"));
  law.step = 1e-12;
  CHECK(reason(1).starts_with("the run is too short"));
  law.step = .002;
  law.kind = LangevinLaw::Kind::averaging;
  law.at_communication = true;
  law.K = 2;
  law.participation = LangevinLaw::Participation::without_replacement;
  law.S = 2;
  CHECK(reason().starts_with(no_law));
  law.participation = LangevinLaw::Participation::full;
  law.K = 0;
  law.p_c = .5;
  CHECK(reason().starts_with(no_law));
}

}  // namespace shown_end_test
