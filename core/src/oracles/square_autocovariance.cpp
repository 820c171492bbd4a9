#include "oracles/square_autocovariance.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

namespace skald::oracles {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
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
  return 2 * lagged.squaredNorm() + 4 * mean.dot(lagged * mean);
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
  const Eigen::EigenSolver<MatrixXd> solver(matrix);
  const MatrixXcd& vectors = solver.eigenvectors();
  const VectorXcd& rates = solver.eigenvalues();
  // C_k = sum_i rate_i^k u_i r_i', with u_i and r_i the columns of these:
  const MatrixXcd u = estimate.cast<Complex>() * vectors;
  const MatrixXd shown = covariance * estimate.transpose();
  const MatrixXcd r = vectors.partialPivLu().solve(shown.cast<Complex>()).transpose();
  const MatrixXcd products = (u.transpose() * u).cwiseProduct(r.transpose() * r);
  const VectorXcd linear =
      (u.transpose() * mean.cast<Complex>()).cwiseProduct(r.transpose() * mean.cast<Complex>());
  const double least = 1e-15 * products.cwiseAbs().maxCoeff();
  SquareAutocovariance terms;
  for (Index i = 0; i < rates.size(); ++i) {
    if (std::abs(linear[i]) > 0) terms.push_back({4.0 * linear[i], rates[i]});
    for (Index j = 0; j <= i; ++j) {
      if (std::abs(products(i, j)) <= least) continue;
      const double count = i == j ? 2 : 4;
      terms.push_back({count * products(i, j), rates[i] * rates[j]});
    }
  }
  return terms;
}

// Whether the terms agree with the chain itself over some lags.
bool agree(const SquareAutocovariance& terms, const MatrixXd& matrix, const MatrixXd& covariance,
           const MatrixXd& estimate, const VectorXd& mean, double tolerance) {
  MatrixXd lagged = covariance;
  const double variance = of_squares(estimate * lagged * estimate.transpose(), mean);
  for (int lag = 0; lag <= 8; ++lag) {
    const double there = of_squares(estimate * lagged * estimate.transpose(), mean);
    if (!(std::abs(value_at(terms, lag) - there) <= tolerance * variance)) return false;
    lagged = matrix * lagged;
  }
  return std::all_of(terms.begin(), terms.end(),
                     [](const Exponential& term) { return std::abs(term.rate) < 1 + 1e-9; });
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
  // A matrix without a basis of eigenvectors, as of a chain that remembers, is moved to one that
  // has one.
  const VectorXd apart = VectorXd::LinSpaced(matrix.rows(), 0, 1) * matrix.norm();
  for (const auto& [moved_by, tolerance] : {std::pair{0.0, 1e-8}, {3e-6, 1e-4}, {3e-5, 1e-3}}) {
    MatrixXd near = matrix;
    near.diagonal() += moved_by * apart;
    SquareAutocovariance terms = terms_of(near, covariance, estimate, mean);
    if (!agree(terms, matrix, covariance, estimate, mean, tolerance)) continue;
    const double per_iteration = 1 / static_cast<double>(stride);
    if (stride > 1) {
      for (Exponential& term : terms) term.rate = std::pow(term.rate, per_iteration);
    }
    return terms;
  }
  return std::nullopt;
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

}  // namespace skald::oracles
