#include "oracles/time_average.hpp"

#include <algorithm>
#include <cmath>

#include "linear/products.hpp"
#include "linear/symmetric.hpp"

namespace skald::oracles {
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
  const Eigen::VectorXd bias = linear::transposed_times(basis, law.mean);
  const Eigen::VectorXd variance =
      linear::congruent(linear::transposed(basis), law.covariance).diagonal();
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j)
    modes.push_back({variance(j), step * spectrum.values(j), bias(j)});
  return modes;
}

std::vector<TimeAverageMode> integrated_modes(const Eigen::MatrixXd& integrated, const Moments& law,
                                              double iterations, double p_c) {
  const linear::Spectrum spectrum = linear::spectrum(integrated);
  const Eigen::MatrixXd& basis = spectrum.vectors;
  const Eigen::VectorXd bias = linear::transposed_times(basis, law.mean);
  const Eigen::MatrixXd covariance = linear::congruent(linear::transposed(basis), law.covariance);
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
  const Eigen::VectorXd bias = linear::transposed_times(spectrum.vectors, law.mean);
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j) modes.push_back({spectrum.values(j), 1, bias(j)});
  return modes;
}

}  // namespace skald::oracles
