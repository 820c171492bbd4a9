#include "run/posterior.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "run/experiment.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

void require_coordinates(std::span<const std::int64_t> coordinates, Index dimension) {
  for (const std::int64_t coordinate : coordinates) {
    if (coordinate >= 0 && coordinate < dimension) continue;
    throw std::invalid_argument("found coordinate " + std::to_string(coordinate + 1) +
                                ", expected 1 to " + std::to_string(dimension));
  }
}

}  // namespace

std::optional<oracles::Moments> exact_posterior(const grid::Cell& cell, std::uint64_t replicate,
                                                std::span<const std::int64_t> coordinates,
                                                plugin_host::PluginHost& host) {
  Experiment experiment(cell, replicate, host);
  const auto& gaussian = experiment.gaussian();
  if (!gaussian) return std::nullopt;
  require_coordinates(coordinates, gaussian->dimension());
  const std::vector<Index> chosen(coordinates.begin(), coordinates.end());
  const Eigen::MatrixXd covariance = gaussian->covariance(experiment.temperature());
  return oracles::Moments{gaussian->mode()(chosen), covariance(chosen, chosen)};
}

Eigen::VectorXd log_posterior(const grid::Cell& cell, std::uint64_t replicate,
                              const Eigen::MatrixXd& draws, plugin_host::PluginHost& host) {
  Experiment experiment(cell, replicate, host);
  const Problem& problem = experiment.problem();
  if (draws.rows() != problem.dimension()) {
    throw std::invalid_argument("found draws of " + text::counted(draws.rows(), "coordinate") +
                                ", expected " + std::to_string(problem.dimension()));
  }
  Eigen::VectorXd potential(draws.cols());
  problem.potential(Problem::everyone, view(draws),
                    {potential.data(), static_cast<std::size_t>(potential.size())});
  return -potential / experiment.temperature();
}

}  // namespace skald::run
