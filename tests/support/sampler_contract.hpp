// Checks of what sampler.hpp promises of every sampler.
#pragma once

#include <string>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"

namespace skald::test {

// Starts that differ between chains.
Eigen::MatrixXd contract_starts(Index d, Index chains);

// Checks the conformance kit's contract on a federation of the test's own; see
// conformance/sampler_contract.hpp.
void check_sampler_contract(Federation& federation, const std::string& sampler,
                            const std::vector<Setting>& options, Index iterations);

}  // namespace skald::test
