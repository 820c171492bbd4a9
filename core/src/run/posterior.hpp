// The posterior that a run is about: in closed form, and at single points.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>

#include "grid/cell.hpp"
#include "oracles/gaussian_problem.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::run {

// Returns mean and covariance of these coordinates, counted from 0, under the target exp(-U/T) of a
// run of the cell, with T as the sampler has it (Experiment::temperature()); nothing unless the
// problem is Gaussian in closed form. Throws as Experiment does, and std::invalid_argument for a
// coordinate that the problem does not have.
std::optional<oracles::Moments> exact_posterior(const grid::Cell& cell, std::uint64_t replicate,
                                                std::span<const std::int64_t> coordinates,
                                                plugin_host::PluginHost& host);

// Returns -U(theta) / T for every column theta of `draws` (d x n): the logarithm of that target's
// density but for a constant, with U over all clients. Throws as Experiment does, and
// std::invalid_argument for draws of another dimension.
Eigen::VectorXd log_posterior(const grid::Cell& cell, std::uint64_t replicate,
                              const Eigen::MatrixXd& draws, plugin_host::PluginHost& host);

}  // namespace skald::run
