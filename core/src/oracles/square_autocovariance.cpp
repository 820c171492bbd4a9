#include "oracles/square_autocovariance.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/matrices.hpp"
#include "oracles/fourth_moments.hpp"

namespace skald::oracles {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Adds the terms of one mode. A draw of a held sequence shows it as it was at the last renewal:
// over l iterations its autocorrelation is q^l + w (a^l - q^l), where w = p^2 a / ((a - q)(1 - q
// a)), p = 1 - q. For squares of Gaussian sequences a is squared.
void add(double weight, double a, double held, SquareAutocovariance& terms) {
  if (held == 0) return terms.push_back({weight, a});
  constexpr double closest = 1e-6;  // keeps w finite
  if (std::abs(a - held) < closest) a = held + closest;
  const double share = (1 - held) * (1 - held) * a / ((a - held) * (1 - held * a));
  terms.push_back({weight * (1 - share), held});
  terms.push_back({weight * share, a});
}

// The covariance of squares, from those of X over some lag.
double of_squares(const MatrixXd& lagged, const VectorXd& mean) {
  return 2 * lagged.squaredNorm() + 4 * mean.dot(linear::times(lagged, mean));
}

double value_at(const SquareAutocovariance& terms, int lag) {
  Complex sum = 0;
  for (const Exponential& term : terms) {
    sum += term.weight * (lag == 0 ? Complex(1) : std::pow(term.rate, static_cast<double>(lag)));
  }
  return sum.real();
}

// By the eigenvectors of the matrix, per stride; terms that are nothing but rounding are left out.
SquareAutocovariance terms_of(const MatrixXd& matrix, const MatrixXd& covariance,
                              const MatrixXd& estimate, const VectorXd& mean) {
  const Eigenbasis basis(matrix);
  // C_k = sum_i rate_i^k u_i r_i', where u_i = E z_i and r_i is the product of E covariance with
  // the dual vector of z_i; u and r have the products of the real columns that z_i consists of.
  const MatrixXd u = linear::product(estimate, basis.columns);
  const MatrixXd r =
      linear::product(basis.inverse, linear::product(covariance, linear::transposed(estimate)));
  const MatrixXd among_u = linear::product(linear::transposed(u), u);
  const MatrixXd among_r = linear::product(r, linear::transposed(r));
  const VectorXd mean_u = linear::transposed_times(u, mean), mean_r = linear::times(r, mean);
  struct Product {
    Index i, j;
    Complex value;
  };
  std::vector<Product> products;
  double largest = 0;
  const auto count = static_cast<Index>(basis.values.size());
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Complex value = basis.between(among_u, i, j) * basis.between_duals(among_r, i, j);
      products.push_back({i, j, value});
      largest = std::max(largest, std::abs(value));
    }
  }
  SquareAutocovariance terms;
  const auto rate = [&](Index i) { return basis.values[static_cast<std::size_t>(i)]; };
  for (Index i = 0; i < count; ++i) {
    const Complex linear = basis.along(mean_u, i) * basis.along_dual(mean_r, i);
    if (std::abs(linear) > 0) terms.push_back({4.0 * linear, rate(i)});
  }
  for (const auto& [i, j, value] : products) {
    if (std::abs(value) <= 1e-15 * largest) continue;
    terms.push_back({(i == j ? 2.0 : 4.0) * value, rate(i) * rate(j)});
  }
  return terms;
}

// Whether the terms agree with the autocovariances of the first lags.
bool agree(const SquareAutocovariance& terms, const std::vector<double>& lags, double tolerance) {
  for (std::size_t lag = 0; lag < lags.size(); ++lag) {
    const double off = value_at(terms, static_cast<int>(lag)) - lags[lag];
    if (!(std::abs(off) <= tolerance * lags.front())) return false;
  }
  return std::all_of(terms.begin(), terms.end(),
                     [](const Exponential& term) { return std::abs(term.rate) < 1 + 1e-9; });
}

// The terms that a matrix has, of which there are so many lags, per iteration. A matrix without a
// basis of eigenvectors, as of a chain that remembers, is moved to one that has one.
template <class TermsOf>
std::optional<SquareAutocovariance> terms_near(const MatrixXd& matrix,
                                               const std::vector<double>& lags, std::int64_t stride,
                                               const TermsOf& terms_of) {
  const VectorXd apart = VectorXd::LinSpaced(matrix.rows(), 0, 1) * matrix.norm();
  for (const auto& [moved_by, tolerance] :
       {std::pair{0.0, 1e-8}, {3e-6, 1e-4}, {3e-5, 1e-3}, {3e-3, 1e-2}}) {
    MatrixXd near = matrix;
    near.diagonal() += moved_by * apart;
    SquareAutocovariance terms = terms_of(near);
    if (!agree(terms, lags, tolerance)) continue;
    const double per_iteration = 1 / static_cast<double>(stride);
    if (stride > 1) {
      for (Exponential& term : terms) term.rate = std::pow(term.rate, per_iteration);
    }
    return terms;
  }
  return std::nullopt;
}

constexpr int kLags = 9;  // that are compared

// The space of quadratics into which a chain draws that of ||X||^2: an orthonormal basis, and what
// a stride does in it (Arnoldi's iteration). Quadratics are their numbers, one after another.
struct KrylovSpace {
  MatrixXd basis, matrix;
};
constexpr Index kMostVectors = 80;
constexpr int kDoublings = 50;

VectorXd numbers(const Quadratic& q) {
  VectorXd all(q.square.size() + q.slope.size());
  all << q.square.reshaped(), q.slope;
  return all;
}
Quadratic quadratic(const VectorXd& numbers, Index n) {
  return {numbers.head(n * n).reshaped(n, n), numbers.tail(n)};
}

KrylovSpace krylov_space(const AffineStride& stride, const VectorXd& first) {
  const Index n = stride.size();
  MatrixXd basis(first.size(), kMostVectors + 1);
  MatrixXd matrix = MatrixXd::Zero(kMostVectors + 1, kMostVectors);
  basis.col(0) = first.normalized();
  Index count = 0;
  for (double left = 1; count < kMostVectors && left > 1e-12; ++count) {
    VectorXd next = numbers(before(stride, quadratic(basis.col(count), n)));
    const double size = next.norm();
    for (int twice = 0; twice < 2; ++twice) {
      const VectorXd along = basis.leftCols(count + 1).transpose() * next;
      next -= basis.leftCols(count + 1) * along;
      matrix.col(count).head(count + 1) += along;
    }
    left = size > 0 ? next.norm() / size : 0;
    matrix(count + 1, count) = next.norm();
    basis.col(count + 1) = next.normalized();
  }
  return {basis.leftCols(count), matrix.topLeftCorner(count, count)};
}

// The function as a matrix over z = (1, state).
VectorXd over_one(const Quadratic& q) {
  const Index n = q.slope.size();
  MatrixXd all(n + 1, n + 1);
  all << 0, q.slope.transpose(), q.slope, q.square;
  return all.reshaped();
}

// The covariances of functions with the first of them, along the stationary chain, by the fourth
// moments of its state; nothing if these are not finite.
std::optional<VectorXd> exact_covariances(const AffineStride& chain,
                                          const std::vector<Quadratic>& functions) {
  const auto moments = fourth_moments(chain);
  if (!moments) return std::nullopt;
  MatrixXd all(moments->rows(), static_cast<Index>(functions.size()));
  for (Index i = 0; i < all.cols(); ++i)
    all.col(i) = over_one(functions[static_cast<std::size_t>(i)]);
  const VectorXd means = linear::transposed_times(all, moments->col(0));
  return linear::transposed_times(all, linear::times(*moments, all.col(0))) - means(0) * means;
}

// The same where four numbers of the state have the moments of normal ones: B = added + H' B H are
// the covariances of the functions, of which a stride makes the columns of H.
VectorXd normal_covariances(const AffineStride& chain, const Moments& state,
                            const std::vector<Quadratic>& functions, const MatrixXd& H) {
  MatrixXd B = added_covariances(chain, state, functions), power = H;
  for (int twice = 0; twice < kDoublings && power.norm() > 0; ++twice) {
    B += linear::congruent(linear::transposed(power), B);
    power = linear::product(power, power);
  }
  return B.col(0);
}

}  // namespace

SquareAutocovariance square_autocovariance(const std::vector<TimeAverageMode>& modes) {
  SquareAutocovariance terms;
  for (const TimeAverageMode& mode : modes) {
    const double a = 1 - mode.decay;
    add(2 * mode.variance * mode.variance, a * a, mode.held, terms);
    add(4 * mode.bias * mode.bias * mode.variance, a, mode.held, terms);
  }
  return terms;
}

std::optional<SquareAutocovariance> square_autocovariance(const MatrixXd& matrix,
                                                          const MatrixXd& covariance,
                                                          const MatrixXd& estimate,
                                                          const VectorXd& mean,
                                                          std::int64_t stride) {
  std::vector<double> lags;
  MatrixXd lagged = covariance;
  for (int lag = 0; lag < kLags; ++lag) {
    lags.push_back(of_squares(linear::congruent(estimate, lagged), mean));
    lagged = linear::product(matrix, lagged);
  }
  return terms_near(matrix, lags, stride, [&](const MatrixXd& near) {
    return terms_of(near, covariance, estimate, mean);
  });
}

std::optional<SquareAutocovariance> square_autocovariance(const AffineStride& chain,
                                                          const Moments& state,
                                                          std::int64_t stride) {
  const MatrixXd& E = chain.estimate;
  const VectorXd first =
      numbers({linear::product(linear::transposed(E), E), VectorXd::Zero(chain.size())});
  const KrylovSpace space = krylov_space(chain, first);
  std::vector<Quadratic> functions;
  for (const auto column : space.basis.colwise())
    functions.push_back(quadratic(column, chain.size()));
  const std::optional<VectorXd> covariances =
      tells_fourth_moments(chain) ? exact_covariances(chain, functions)
                                  : normal_covariances(chain, state, functions, space.matrix);
  if (!covariances) return std::nullopt;
  const VectorXd left = first.norm() * *covariances;
  std::vector<double> lags;
  VectorXd now = VectorXd::Unit(left.size(), 0) * first.norm();
  for (int lag = 0; lag < kLags; ++lag) {
    lags.push_back(left.dot(now));
    now = linear::times(space.matrix, now);
  }
  return terms_near(space.matrix, lags, stride, [&](const MatrixXd& near) {
    const Eigenbasis basis(near);
    const VectorXd l = linear::transposed_times(basis.columns, left),
                   r = basis.inverse.col(0) * first.norm();
    SquareAutocovariance terms;
    for (Index i = 0; i < l.size(); ++i) {
      terms.push_back(
          {basis.along(l, i) * basis.along_dual(r, i), basis.values[static_cast<std::size_t>(i)]});
    }
    return terms;
  });
}

std::complex<double> mean_variance(std::complex<double> rate, std::int64_t n) {
  // (1 / n) sum_{|k| < n} (1 - |k| / n) rate^|k|.
  const double count = static_cast<double>(n);
  const Complex rest = 1.0 - rate;
  if (std::abs(rest) * count < 1e-4) return 1;  // less than one part in 10^4 is averaged out
  const Complex transient = 2.0 * rate * (1.0 - std::pow(rate, count)) / (count * rest * rest);
  return ((1.0 + rate) / rest - transient) / count;
}

double second_moment_standard_error(const SquareAutocovariance& covariance, std::int64_t n,
                                    std::int64_t chains, std::int64_t thin) {
  Complex variance = 0;
  for (const Exponential& term : covariance) {
    const Complex rate = std::pow(term.rate, static_cast<double>(thin));
    variance += term.weight * mean_variance(rate, n);
  }
  return std::sqrt(std::max(variance.real(), 0.0) / static_cast<double>(chains));
}

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
