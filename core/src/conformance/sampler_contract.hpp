// What sampler.hpp promises of every sampler, to the last bit.
#pragma once

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that
//  - the same stream gives the same bits, even with calls of a second object in between, and in an
//    object that is started again;
//  - a block gives the same results as its columns one by one;
//  - the division into calls does not matter;
//  - state() holds everything that must be kept;
//  - nothing is written outside the block;
//  - estimates are finite;
//  - costs never decrease, rounds occur at the stated rate, and cost bits.
// Runs take about `iterations` iterations.
std::vector<Finding> check_sampler_contract(const Surroundings& surroundings,
                                            const MakeSampler& make, Index iterations = 60);

}  // namespace skald::conformance
