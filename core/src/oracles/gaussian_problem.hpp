// A federation of quadratic potentials, on which every oracle of this module is exact.
#pragma once

#include <Eigen/Core>

#include <string>
#include <utility>
#include <vector>

#include "text/result.hpp"

namespace skald::oracles {

// U_c(theta) = 1/2 (theta - minimiser)' curvature (theta - minimiser); curvature symmetric,
// positive semi-definite, d x d.
struct QuadraticClient {
  Eigen::MatrixXd curvature;
  Eigen::VectorXd minimiser;
};

// Target exp(-sum_c U_c / T): a Gaussian around `mode` with covariance T precision^{-1}.
class GaussianProblem {
 public:
  // Throws std::invalid_argument unless there is a client, all shapes agree, every curvature is
  // symmetric and finite, and their sum is positive definite.
  explicit GaussianProblem(std::vector<QuadraticClient> clients);

  Eigen::Index dimension() const { return precision_.rows(); }
  std::size_t size() const { return clients_.size(); }
  const QuadraticClient& client(std::size_t c) const { return clients_[c]; }

  const Eigen::MatrixXd& precision() const { return precision_; }  // sum_c A_c
  const Eigen::VectorXd& mode() const { return mode_; }            // x*
  Eigen::MatrixXd covariance(double temp) const;                   // T precision^{-1}
  Eigen::VectorXd gradient_at_mode(std::size_t c) const;           // g_c = grad U_c(x*), sum 0

  double smallest_curvature() const { return smallest_; }  // m, of the precision
  double largest_curvature() const { return largest_; }    // L
  double step_bound() const { return 2 / (smallest_ + largest_); }

 private:
  std::vector<QuadraticClient> clients_;
  Eigen::MatrixXd precision_;
  Eigen::VectorXd mode_;
  double smallest_ = 0;
  double largest_ = 0;
};

// First two moments of a chain, and the answer of an oracle, which may have none to give.

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

// The finest common block-diagonal structure of a set of symmetric matrices.

// Coordinates of one block, increasing.
using CoordinateBlock = std::vector<Eigen::Index>;

// Splits 0 .. d-1 so that entry (i, j) of every matrix is zero for i, j of different blocks.
// Entries below 1e-14 times the largest entry of their matrix count as zero: a structure lost to
// rounding is still found. Blocks are ordered by their first coordinate. `matrices` is not empty,
// all d x d.
std::vector<CoordinateBlock> coordinate_blocks(const std::vector<Eigen::MatrixXd>& matrices);

// One block with every coordinate.
CoordinateBlock all_coordinates(Eigen::Index dimension);

}  // namespace skald::oracles
