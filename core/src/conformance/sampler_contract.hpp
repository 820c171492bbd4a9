// What sampler.hpp promises of every sampler, to the last bit.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald {

// Same stream same bits, also with a second object between the calls and in an object that is
// started again; a block is its columns; the division into calls does not matter; state() holds all
// there is to keep; nothing is written outside the block; estimates are finite; costs only grow and
// come at the stated rate.
// Runs of about that many iterations.
std::vector<Finding> check_sampler_contract(const Surroundings& surroundings,
                                            const MakeSampler& make, Index iterations = 60);

}  // namespace skald
