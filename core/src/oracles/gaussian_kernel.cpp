#include "oracles/gaussian_kernel.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "linear/products.hpp"

namespace skald::oracles {
namespace {

GaussianKernel identity_kernel(Eigen::Index d) {
  return {Eigen::MatrixXd::Identity(d, d), Eigen::VectorXd::Zero(d), Eigen::MatrixXd::Zero(d, d)};
}

Eigen::MatrixXd propagate(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& covariance) {
  return linear::symmetric_part(linear::congruent(matrix, covariance));
}

}  // namespace

Moments apply(const GaussianKernel& kernel, const Moments& law) {
  return {linear::times(kernel.matrix, law.mean) + kernel.shift,
          propagate(kernel.matrix, law.covariance) + kernel.noise};
}

GaussianKernel compose(const GaussianKernel& first, const GaussianKernel& second) {
  return {linear::product(second.matrix, first.matrix),
          linear::times(second.matrix, first.shift) + second.shift,
          propagate(second.matrix, first.noise) + second.noise};
}

GaussianKernel power(const GaussianKernel& kernel, std::int64_t n) {
  if (n < 0) {
    throw std::invalid_argument("power of a transition: n is " + std::to_string(n) +
                                ", expected n >= 0");
  }
  GaussianKernel result = identity_kernel(kernel.shift.size());
  GaussianKernel square = kernel;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = compose(result, square);
    if (n > 1) square = compose(square, square);
  }
  return result;
}

// By the chain of (x_k, E x_1 + ... + E x_k).
Moments average(const GaussianKernel& kernel, const Eigen::MatrixXd& E, const Moments& law,
                std::int64_t n) {
  const Eigen::Index d = E.cols(), sums = E.rows();
  Eigen::MatrixXd lift(d + sums, d);
  lift << Eigen::MatrixXd::Identity(d, d), E;
  GaussianKernel both{Eigen::MatrixXd::Identity(d + sums, d + sums),
                      linear::times(lift, kernel.shift), propagate(lift, kernel.noise)};
  both.matrix.leftCols(d) = linear::product(lift, kernel.matrix);
  const Eigen::MatrixXd start = Eigen::MatrixXd::Identity(d + sums, d);
  const Moments end =
      apply(power(both, n), {linear::times(start, law.mean), propagate(start, law.covariance)});
  const auto count = static_cast<double>(n);
  return {end.mean.tail(sums) / count,
          end.covariance.bottomRightCorner(sums, sums) / (count * count)};
}

std::optional<Moments> stationary(const GaussianKernel& kernel) {
  // Doubling: after k squarings the kernel makes 2^k transitions, and its shift and noise are the
  // law from a start at zero. 2^60 transitions forget every start that is forgotten at all, as far
  // as double precision can tell.
  constexpr int most_squarings = 60;
  constexpr double forgotten = std::numeric_limits<double>::epsilon() * 1e-4;
  GaussianKernel many = kernel;
  for (int k = 0; k < most_squarings; ++k) {
    const double memory = many.matrix.norm();
    if (!(memory < 1e100)) return std::nullopt;
    if (memory < forgotten) return Moments{many.shift, many.noise};
    many = compose(many, many);
  }
  return std::nullopt;
}

}  // namespace skald::oracles
