// A federation of quadratic potentials, on which every oracle of this module is exact.
#pragma once

#include <Eigen/Core>
#include <vector>

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

}  // namespace skald::oracles
