// What sampler.hpp promises of every sampler, to the last bit.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that the same stream gives the same bits, also with a second object between the calls and
// in an object that is started again; that a block is its columns; that the division into calls
// does not matter; that state() holds all there is to keep; that nothing is written outside the
// block; that estimates are finite; and that costs only grow, and rounds come at the stated rate.
// Runs take about `iterations` iterations.
std::vector<Finding> check_sampler_contract(const Surroundings& surroundings,
                                            const MakeSampler& make, Index iterations = 60);

}  // namespace skald::conformance
