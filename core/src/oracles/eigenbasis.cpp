#include "oracles/eigenbasis.hpp"

#include <Eigen/Eigenvalues>

#include "linear/solve.hpp"

namespace skald::oracles {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;

// A vector of a pair as first column + factor * the next one; others have the factor 0.
struct Combination {
  Index first;
  Complex factor;

  template <class Numbers>
  Complex of(const Numbers& numbers) const {
    return factor == 0.0 ? Complex(numbers(first)) : numbers(first) + factor * numbers(first + 1);
  }
};

// Of a pair the first value is the one above the real axis.
Combination vector_of(const Eigenbasis& basis, Index i) {
  const double imaginary = basis.values[static_cast<std::size_t>(i)].imag();
  if (imaginary == 0) return {i, 0};
  return {imaginary > 0 ? i : i - 1, Complex(0, imaginary > 0 ? 1 : -1)};
}
Combination dual_of(const Eigenbasis& basis, Index i) {
  const Combination z = vector_of(basis, i);
  return {z.first, -z.factor};
}
// The dual vectors of a pair are halves: z and its conjugate share what their columns say.
double share(const Combination& dual) { return dual.factor == 0.0 ? 1 : .5; }

Complex combined(const Eigen::MatrixXd& products, const Combination& a, const Combination& b) {
  return a.of([&](Index row) { return b.of([&](Index column) { return products(row, column); }); });
}

}  // namespace

Eigenbasis::Eigenbasis(const Eigen::MatrixXd& matrix) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix);
  values.assign(solver.eigenvalues().begin(), solver.eigenvalues().end());
  columns = solver.pseudoEigenvectors();
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows());
  inverse = linear::solve(columns, one);
}

Complex Eigenbasis::along(const Eigen::VectorXd& products, Index i) const {
  return vector_of(*this, i).of(products);
}
Complex Eigenbasis::along_dual(const Eigen::VectorXd& products, Index i) const {
  const Combination dual = dual_of(*this, i);
  return share(dual) * dual.of(products);
}
Complex Eigenbasis::between(const Eigen::MatrixXd& products, Index i, Index j) const {
  return combined(products, vector_of(*this, i), vector_of(*this, j));
}
Complex Eigenbasis::between_duals(const Eigen::MatrixXd& products, Index i, Index j) const {
  const Combination a = dual_of(*this, i), b = dual_of(*this, j);
  return share(a) * share(b) * combined(products, a, b);
}

}  // namespace skald::oracles
