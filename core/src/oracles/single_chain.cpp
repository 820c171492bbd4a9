#include "oracles/single_chain.hpp"

#include <string>

#include "linear/solve.hpp"
#include "linear/symmetric.hpp"

namespace skald::oracles {

GaussianKernel single_chain_kernel(const GaussianProblem& problem, double step, double temp,
                                   const Eigen::MatrixXd& gradient_noise) {
  const Eigen::Index d = problem.dimension();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(d, d);
  GaussianKernel kernel{identity - step * problem.precision(), Eigen::VectorXd::Zero(d),
                        2 * step * temp * identity};
  if (gradient_noise.size() > 0) kernel.noise += step * step * gradient_noise;
  return kernel;
}

StationaryLaw ula_stationary_law(const GaussianProblem& problem, double step, double temp) {
  const double reach = step * problem.largest_curvature();
  if (!(reach < 2)) {
    return diverging_law("the chain is unstable: step * L = " + std::to_string(reach) +
                         ", must be below 2");
  }
  const linear::Spectrum modes = linear::spectrum(problem.precision());
  const Eigen::ArrayXd curvature = modes.values.array();
  const Eigen::VectorXd variance = temp / (curvature * (1 - step * curvature / 2));
  return {Moments{Eigen::VectorXd::Zero(problem.dimension()),
                  linear::from_spectrum(modes.vectors, variance)}};
}

}  // namespace skald::oracles
