// What sampler.hpp promises of every sampler, as checks that any of them can be put through.
#pragma once

#include <string>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"

namespace skald::test {

// Starts that differ between chains.
Eigen::MatrixXd contract_starts(Index d, Index chains);

// A block of chains is its columns; the division of the iterations into calls does not matter; a
// new object that takes over state and clock continues the run: all bit for bit. `iterations` is a
// multiple of twice the sampler's stride.
void check_sampler_contract(Federation& federation, const std::string& sampler,
                            const std::vector<Setting>& options, Index iterations);

}  // namespace skald::test
