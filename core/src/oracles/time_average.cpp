#include "oracles/time_average.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace skald {

std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem, double step,
                                                const Moments& law) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(problem.precision());
  const Eigen::MatrixXd& basis = spectrum.eigenvectors();
  const Eigen::VectorXd bias = basis.transpose() * law.mean;
  const Eigen::VectorXd variance = (basis.transpose() * law.covariance * basis).diagonal();
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j)
    modes.push_back({variance(j), step * spectrum.eigenvalues()(j), bias(j)});
  return modes;
}

std::vector<TimeAverageMode> independent_modes(const Moments& law) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(law.covariance);
  const Eigen::VectorXd bias = spectrum.eigenvectors().transpose() * law.mean;
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j)
    modes.push_back({spectrum.eigenvalues()(j), 1, bias(j)});
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
                                    std::int64_t chains) {
  double variance = 0;
  for (const auto& mode : modes) {
    const double a = 1 - mode.decay;
    variance += 2 * mode.variance * mode.variance * ar1_mean_variance(a * a, n) +
                4 * mode.bias * mode.bias * mode.variance * ar1_mean_variance(a, n);
  }
  return std::sqrt(variance / static_cast<double>(chains));
}

double mean_standard_error(const std::vector<TimeAverageMode>& modes, std::int64_t n,
                           std::int64_t chains) {
  double variance = 0;
  for (const auto& mode : modes) variance += mode.variance * ar1_mean_variance(1 - mode.decay, n);
  return std::sqrt(variance / static_cast<double>(chains));
}

}  // namespace skald
