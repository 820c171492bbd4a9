#include "oracles/time_average.hpp"

#include <algorithm>
#include <cmath>

#include "linear/symmetric.hpp"

namespace skald::oracles {
namespace {

// Variance of the mean of n draws, `thin` iterations apart, of a sequence of unit variance with the
// given coefficient that is held with probability q = held. A draw shows the sequence as it was at
// the last renewal: over l iterations its autocorrelation is q^l + w (a^l - q^l), where
// w = p^2 a / ((a - q)(1 - q a)), p = 1 - q. For squares of Gaussian sequences a is squared.
double mean_variance(double a, double held, std::int64_t n, std::int64_t thin) {
  const auto apart = static_cast<double>(thin);
  if (held == 0) return ar1_mean_variance(std::pow(a, apart), n);
  constexpr double closest = 1e-6;  // keeps w finite
  if (std::abs(a - held) < closest) a = held + closest;
  const double weight = (1 - held) * (1 - held) * a / ((a - held) * (1 - held * a));
  return (1 - weight) * ar1_mean_variance(std::pow(held, apart), n) +
         weight * ar1_mean_variance(std::pow(a, apart), n);
}

}  // namespace

// The sum is (1 + q)/p + 2 p a / ((1 - q a)(1 - a)), a quadratic equation for a.
double decay_behind_held(double sum, double p_c) {
  const double q = 1 - p_c;
  const double w = std::max((sum - (1 + q) / p_c) / (2 * p_c), 0.0);
  const double b = w * (1 + q) + 1;
  return 1 - 2 * w / (b + std::sqrt(b * b - 4 * q * w * w));
}

std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem, double step,
                                                const Moments& law) {
  const linear::Spectrum spectrum = linear::spectrum(problem.precision());
  const Eigen::MatrixXd& basis = spectrum.vectors;
  const Eigen::VectorXd bias = basis.transpose() * law.mean;
  const Eigen::VectorXd variance = (basis.transpose() * law.covariance * basis).diagonal();
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j)
    modes.push_back({variance(j), step * spectrum.values(j), bias(j)});
  return modes;
}

std::vector<TimeAverageMode> integrated_modes(const Eigen::MatrixXd& integrated, const Moments& law,
                                              double iterations, double p_c) {
  const linear::Spectrum spectrum = linear::spectrum(integrated);
  const Eigen::MatrixXd& basis = spectrum.vectors;
  const Eigen::VectorXd bias = basis.transpose() * law.mean;
  const Eigen::MatrixXd covariance = basis.transpose() * law.covariance * basis;
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j) {
    const double sum = std::max(spectrum.values(j) / covariance(j, j), 1.0);
    const double decay =
        p_c > 0 ? decay_behind_held(sum, p_c) : 1 - std::pow((sum - 1) / (sum + 1), 1 / iterations);
    modes.push_back({covariance(j, j), decay, bias(j), p_c > 0 ? 1 - p_c : 0});
  }
  return modes;
}

std::vector<TimeAverageMode> independent_modes(const Moments& law) {
  const linear::Spectrum spectrum = linear::spectrum(law.covariance);
  const Eigen::VectorXd bias = spectrum.vectors.transpose() * law.mean;
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j) modes.push_back({spectrum.values(j), 1, bias(j)});
  return modes;
}

double ar1_mean_variance(double coefficient, std::int64_t n) {
  // (1 / n) sum_{|k| < n} (1 - |k| / n) coefficient^|k|.
  const double count = static_cast<double>(n);
  const double rest = 1 - coefficient;
  if (rest * count < 1e-4) return 1;  // less than one part in 10^4 is averaged out
  const double transient =
      2 * coefficient * (1 - std::pow(coefficient, count)) / (count * rest * rest);
  return ((1 + coefficient) / rest - transient) / count;
}

double second_moment_standard_error(const std::vector<TimeAverageMode>& modes, std::int64_t n,
                                    std::int64_t chains, std::int64_t thin) {
  double variance = 0;
  for (const auto& mode : modes) {
    const double a = 1 - mode.decay;
    variance += 2 * mode.variance * mode.variance * mean_variance(a * a, mode.held, n, thin) +
                4 * mode.bias * mode.bias * mode.variance * mean_variance(a, mode.held, n, thin);
  }
  return std::sqrt(variance / static_cast<double>(chains));
}

}  // namespace skald::oracles
