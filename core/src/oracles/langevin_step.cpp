#include "oracles/langevin_step.hpp"

#include "text/counted.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace skald::oracles {
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
