// The exact law of a sampler that describes its rounds as affine maps.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "problem/stated_law.hpp"
#include "run_sampler.hpp"

namespace skald::test {

// A sampler that has started, and its law; the federation outlives it.
class ExactLaw {
 public:
  ExactLaw(Federation& federation, const std::string& name, const std::vector<Setting>& settings)
      : problem_(federation.gaussian()),
        sampler_(load_plugin<Sampler>("sampler/" + name, settings)),
        run_(federation, *sampler_, random_streams, nothing,
             Eigen::MatrixXd::Zero(federation.dimension(), 1)),
        law_(problem::StatedLaw::of(*sampler_, federation.problem(), problem_)) {}

  bool is_stated() const { return law_.has_value(); }
  const oracles::GaussianProblem& problem() const { return problem_; }
  oracles::StationaryLaw stationary() const { return law_->stationary(); }
  oracles::Moments moments() const {
    const auto law = law_->stationary();
    REQUIRE(law.moments);
    return *law.moments;
  }
  // After that many rounds, in deviations from the mode.
  oracles::Moments after(const oracles::Moments& start, std::int64_t rounds) const {
    return law_->from(start)(rounds);
  }

 private:
  oracles::GaussianProblem problem_;
  std::shared_ptr<Sampler> sampler_;
  SamplerRun run_;
  std::optional<problem::StatedLaw> law_;
};

// Moments in three dimensions, printed with ten decimals; the covariance as 11 12 13 22 23 33.
struct Printed {
  Eigen::Vector3d bias;
  std::array<double, 6> covariance;
};
inline void check_moments(const oracles::Moments& found, const Printed& printed) {
  CAPTURE(found.mean.transpose(), found.covariance);
  CHECK((found.mean - printed.bias).cwiseAbs().maxCoeff() < 1e-9);
  const auto& s = found.covariance;
  const std::array upper{s(0, 0), s(0, 1), s(0, 2), s(1, 1), s(1, 2), s(2, 2)};
  for (std::size_t i = 0; i < upper.size(); ++i)
    CHECK(std::abs(upper[i] - printed.covariance[i]) < 1e-9);
}

// Ten clients in one dimension, half N(20, 1) and half N(1, 4). With T = 10 and equal weights the
// target is N(16.2, 1.6), that of the mean of their potentials.
inline std::unique_ptr<Federation> two_groups() {
  FederationData data{Eigen::MatrixXd(1, 10), {}, Eigen::MatrixXd(1, 10), 10};
  for (Index c = 0; c < 10; ++c) {
    data.points(0, c) = c < 5 ? 20 : 1;
    data.precision(0, c) = c < 5 ? 1 : .25;
    data.client.push_back(static_cast<std::int32_t>(c));
  }
  return quadratic_federation(std::move(data));
}
// Settings of a public comparison on 100 such coordinates.
inline std::vector<Setting> public_settings(int L, int K) {
  return {{"leap_step", .006}, {"leapfrog", L}, {"K", K}, {"rho", 1.}, {"temp", 10.}};
}
// W2^2 on 100 coordinates that start as N(0, 1) each, after that many rounds.
inline double squared_w2(const ExactLaw& law, std::int64_t rounds) {
  const oracles::Moments start{-law.problem().mode(), Eigen::MatrixXd::Identity(1, 1)};
  const oracles::Moments now = law.after(start, rounds);
  const double apart = std::sqrt(now.covariance(0, 0)) - std::sqrt(1.6);
  return 100 * (now.mean(0) * now.mean(0) + apart * apart);
}

}  // namespace skald::test
