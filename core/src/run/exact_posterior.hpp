// The posterior that a run is about, where it has a closed form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "grid/cell.hpp"
#include "oracles/moments.hpp"
#include "plugin_host/plugin_host.hpp"

namespace skald::run {

// Returns mean and covariance of these coordinates, counted from 0, under the target exp(-U/T) of a
// run of the cell, with T as the sampler has it (Experiment::temperature()); nothing unless the
// problem is Gaussian in closed form. Throws as Experiment does, and std::invalid_argument for a
// coordinate that the problem does not have.
std::optional<oracles::Moments> exact_posterior(const grid::Cell& cell, std::uint64_t replicate,
                                                std::span<const std::int64_t> coordinates,
                                                plugin_host::PluginHost& host);

}  // namespace skald::run
