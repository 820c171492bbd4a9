// Solver of u = F(u) + b for a linear F known by its action.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace skald {

// Up to `most_dense` unknowns F is written out and factored once; beyond, GMRES uses the action
// alone.
class FixedPoint {
 public:
  using Action = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
  static constexpr Eigen::Index most_dense = 128;

  FixedPoint(Action action, Eigen::Index unknowns);

  // Relative residual at most 1e-12; throws std::runtime_error when that is not reached, as for
  // an F with an eigenvalue very close to one.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  Action action_;
  Eigen::MatrixXd inverse_;  // (I - F)^{-1}; empty when solved by GMRES
};

}  // namespace skald
