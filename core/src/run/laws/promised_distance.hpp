// What a published theorem promises of a run's chain on its own problem, beside what is true.
#pragma once

#include <cstdint>

#include "bounds/chain_bound.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "text/result.hpp"

namespace skald::run {

// W2 of the chain's stationary law from the target exp(-U/T).
struct PromisedDistance {
  text::Result<double> exact = 0.0;  // infinite if the law has no finite second moment
  text::Result<bounds::ChainBound> bound = bounds::ChainBound{};
};

// Builds the problem of the cell and starts its sampler to learn its law; no iteration is done.
// Throws as Experiment does.
PromisedDistance promised_distance(const grid::Cell& cell, std::uint64_t replicate,
                                   plugin_host::PluginHost& host);

}  // namespace skald::run
