// First two moments of a chain, and the answer of an oracle, which may have none to give.
#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>

#include "text/result.hpp"

namespace skald::oracles {

// Mean and covariance of a law on R^d. In the oracles of this module `mean` is the deviation from
// the mode x* of the target, so that a chain without bias has mean zero.
struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

// E ||X||^2, which for deviations is E ||X - x*||^2.
inline double second_moment(const Moments& law) {
  return law.mean.squaredNorm() + law.covariance.trace();
}

// The moments of a stationary law, or why there is none to give. An unstable configuration is a
// result, not an error.
struct StationaryLaw {
  text::Result<Moments> moments;
  bool diverges = false;  // there are none because the second moment is infinite, or too large to
                          // be told from infinite
};

// A chain without a finite second moment, and why.
inline StationaryLaw diverging_law(std::string because) {
  return {text::no_value(std::move(because)), true};
}

}  // namespace skald::oracles
