// The exact law that a shipped sampler states, for tests that compare it with other solutions.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "problem/stated_law.hpp"
#include "run_sampler.hpp"

namespace skald::test {

inline oracles::StationaryLaw exact_law(Federation& federation, const std::string& name,
                                        std::vector<Setting> options) {
  const auto sampler = load_plugin<Sampler>("sampler/" + name, std::move(options));
  const SamplerRun run(federation, *sampler, random_streams, nothing,
                       Eigen::MatrixXd::Zero(federation.dimension(), 1));
  const oracles::GaussianProblem gaussian = federation.gaussian();
  const auto stated = problem::StatedLaw::of(*sampler, federation.problem(), gaussian);
  if (!stated) return {text::no_value("the sampler states no law")};
  return stated->stationary();
}

// The entries 11, 12, 13, 22, 23 and 33 of a symmetric matrix.
inline Eigen::MatrixXd symmetric(const std::array<double, 6>& entries) {
  const auto [a, b, c, d, e, f] = entries;
  Eigen::Matrix3d matrix;
  matrix << a, b, c, b, d, e, c, e, f;
  return matrix;
}

inline double apart(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace skald::test
