#include "oracles/gaussian_kernel.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "linear/matrices.hpp"
#include "text/number_text.hpp"

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

namespace {

void check_constants(const LangevinStep& step) {
  if (!(step.step > 0) || !std::isfinite(step.step))
    throw std::invalid_argument("step is " + std::to_string(step.step) + ", expected > 0");
  if (!(step.temp >= 0) || !std::isfinite(step.temp))
    throw std::invalid_argument("temp is " + std::to_string(step.temp) + ", expected >= 0");
  if (!(step.rho >= 0 && step.rho <= 1))
    throw std::invalid_argument("rho is " + std::to_string(step.rho) + ", expected in [0, 1]");
}

void check_weights(const std::vector<double>& weights, std::size_t clients) {
  if (weights.size() != clients) {
    throw std::invalid_argument(std::to_string(weights.size()) + " weights for " +
                                text::counted(clients, "client"));
  }
  for (double w : weights)
    if (!(w > 0)) throw std::invalid_argument("a client weight is not positive");
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (std::abs(total - 1) > 1e-9)
    throw std::invalid_argument("client weights sum to " + std::to_string(total) + ", expected 1");
}

}  // namespace

LangevinStep checked_step(const GaussianProblem& problem, LangevinStep step) {
  check_constants(step);
  if (step.weights.empty())
    step.weights.assign(problem.size(), 1 / static_cast<double>(problem.size()));
  check_weights(step.weights, problem.size());
  if (!step.gradient_noise.empty() && step.gradient_noise.size() != problem.size()) {
    throw std::invalid_argument(std::to_string(step.gradient_noise.size()) +
                                " gradient noise covariances for " +
                                text::counted(problem.size(), "client"));
  }
  for (const auto& covariance : step.gradient_noise) {
    if (covariance.rows() != problem.dimension() || covariance.cols() != problem.dimension()) {
      throw std::invalid_argument("a gradient noise covariance is not d x d with d = " +
                                  std::to_string(problem.dimension()));
    }
  }
  return step;
}

void check_probability(const char* name, double value) {
  if (!(value > 0 && value <= 1)) {
    throw std::invalid_argument(std::string(name) + " is " + std::to_string(value) +
                                ", expected in (0, 1]");
  }
}

Eigen::MatrixXd step_noise(const LangevinStep& step, std::size_t a, std::size_t b,
                           const CoordinateBlock& block) {
  const auto dimension = static_cast<Eigen::Index>(block.size());
  const double thermal = 2 * step.step * step.temp;
  double variance = thermal * step.rho * step.rho;
  if (a == b) variance += thermal * (1 - step.rho * step.rho) / step.weights[a];
  Eigen::MatrixXd noise = variance * Eigen::MatrixXd::Identity(dimension, dimension);
  if (a == b && !step.gradient_noise.empty())
    noise += std::pow(step.step / step.weights[a], 2) * step.gradient_noise[a](block, block);
  return noise;
}

}  // namespace skald::oracles
