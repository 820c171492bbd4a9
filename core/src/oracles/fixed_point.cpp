#include "oracles/fixed_point.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <unsupported/Eigen/IterativeSolvers>
#include <utility>

#include "linear/matrices.hpp"

namespace skald::oracles {

// I - F as the matrix-free operator that the iterative solvers of Eigen take.
class FixedPointResidual;

}  // namespace skald::oracles

namespace Eigen::internal {
template <>
struct traits<skald::oracles::FixedPointResidual> : traits<SparseMatrix<double>> {};
}  // namespace Eigen::internal

namespace skald::oracles {

class FixedPointResidual : public Eigen::EigenBase<FixedPointResidual> {
 public:
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  enum {
    ColsAtCompileTime = Eigen::Dynamic,
    MaxColsAtCompileTime = Eigen::Dynamic,
    IsRowMajor = false
  };

  FixedPointResidual(const FixedPoint::Action& action, Eigen::Index unknowns)
      : action_(action), unknowns_(unknowns) {}
  Eigen::Index rows() const { return unknowns_; }
  Eigen::Index cols() const { return unknowns_; }
  Eigen::VectorXd apply(const Eigen::VectorXd& u) const { return u - action_(u); }

  template <class Vector>
  Eigen::Product<FixedPointResidual, Vector, Eigen::AliasFreeProduct> operator*(
      const Eigen::MatrixBase<Vector>& u) const {
    return {*this, u.derived()};
  }

 private:
  const FixedPoint::Action& action_;
  Eigen::Index unknowns_;
};

}  // namespace skald::oracles

namespace Eigen::internal {
template <class Vector>
struct generic_product_impl<skald::oracles::FixedPointResidual, Vector, SparseShape, DenseShape,
                            GemvProduct>
    : generic_product_impl_base<skald::oracles::FixedPointResidual, Vector,
                                generic_product_impl<skald::oracles::FixedPointResidual, Vector>> {
  template <class Target>
  static void scaleAndAddTo(Target& target, const skald::oracles::FixedPointResidual& residual,
                            const Vector& u, const double& scale) {
    target.noalias() += scale * residual.apply(u);
  }
};
}  // namespace Eigen::internal

namespace skald::oracles {
namespace {

constexpr double tolerance = 1e-12;

Eigen::VectorXd solve_by_gmres(const FixedPoint::Action& action, const Eigen::VectorXd& b) {
  const FixedPointResidual residual(action, b.size());
  Eigen::GMRES<FixedPointResidual, Eigen::IdentityPreconditioner> solver;
  solver.compute(residual);
  solver.set_restart(200);
  solver.setTolerance(tolerance / 10);
  solver.setMaxIterations(20000);
  return solver.solve(b);
}

Eigen::MatrixXd residual_matrix(const FixedPoint::Action& action, Eigen::Index unknowns) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(unknowns, unknowns);
  for (Eigen::Index j = 0; j < unknowns; ++j)
    matrix.col(j) -= action(Eigen::VectorXd::Unit(unknowns, j));
  return matrix;
}

}  // namespace

FixedPoint::FixedPoint(Action action, Eigen::Index unknowns) : action_(std::move(action)) {
  if (unknowns <= most_dense) {
    inverse_ = linear::solve(residual_matrix(action_, unknowns),
                             Eigen::MatrixXd::Identity(unknowns, unknowns).eval());
  }
}

Eigen::VectorXd FixedPoint::approximate_solution(const Eigen::VectorXd& b) const {
  if (inverse_.size() == 0) return solve_by_gmres(action_, b);
  // One step of refinement removes the error of the explicit inverse.
  const Eigen::VectorXd u = linear::times(inverse_, b);
  return u + linear::times(inverse_, b - u + action_(u));
}

std::optional<Eigen::VectorXd> FixedPoint::solve(const Eigen::VectorXd& b) const {
  if (b.isZero(0)) return b;
  Eigen::VectorXd u = approximate_solution(b);
  const double residual = (b - u + action_(u)).norm();
  if (!(residual <= tolerance * std::max(b.norm(), u.norm()))) return std::nullopt;
  return u;
}

}  // namespace skald::oracles
