// The density that a run samples from.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::run {

// Returns -U(theta) / T for every column theta of `draws` (d x n): the logarithm of the target's
// density but for a constant, with U over all clients and T as in exact_posterior(). Throws as
// Experiment does, and std::invalid_argument for draws of another dimension.
Eigen::VectorXd log_posterior(const grid::Cell& cell, std::uint64_t replicate,
                              const Eigen::MatrixXd& draws, plugin_host::PluginHost& host);

}  // namespace skald::run
