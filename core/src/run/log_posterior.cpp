#include "run/log_posterior.hpp"

#include <span>
#include <stdexcept>
#include <string>

#include "run/experiment.hpp"

namespace skald::run {

Eigen::VectorXd log_posterior(const grid::Cell& cell, std::uint64_t replicate,
                              const Eigen::MatrixXd& draws, plugin_host::PluginHost& host) {
  Experiment experiment(cell, replicate, host);
  const Problem& problem = experiment.problem();
  if (draws.rows() != problem.dimension()) {
    throw std::invalid_argument("found draws of " + std::to_string(draws.rows()) +
                                " coordinates, expected " + std::to_string(problem.dimension()));
  }
  Eigen::VectorXd potential(draws.cols());
  problem.potential(Problem::everyone, view(draws),
                    {potential.data(), static_cast<std::size_t>(potential.size())});
  return -potential / experiment.temperature();
}

}  // namespace skald::run
