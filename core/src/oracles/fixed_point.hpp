// Solver of u = F(u) + b for a linear F known by its action.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

namespace skald::oracles {

// Up to `most_dense` unknowns F is written out and factored once; beyond, GMRES uses the action
// alone.
class FixedPoint {
 public:
  using Action = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
  static constexpr Eigen::Index most_dense = 128;

  FixedPoint(Action action, Eigen::Index unknowns);

  // Empty when the residual does not come below 1e-12 max(|b|, |u|), as for an F with an eigenvalue
  // at, or very close to, one.
  std::optional<Eigen::VectorXd> solve(const Eigen::VectorXd& b) const;

 private:
  Eigen::VectorXd approximate_solution(const Eigen::VectorXd& b) const;

  Action action_;
  Eigen::MatrixXd inverse_;  // (I - F)^{-1}; empty when solved by GMRES
};

}  // namespace skald::oracles
