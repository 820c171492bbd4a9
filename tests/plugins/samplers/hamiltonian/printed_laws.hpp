// What the laws of FA-HMC and AFHMC are compared with: printed moments, and a public comparison.
#pragma once

#include <Eigen/Core>

#include "exact_law.hpp"
#include "oracles/gaussian_problem.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test {

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
