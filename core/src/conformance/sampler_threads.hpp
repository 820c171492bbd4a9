// Whether a sampler's results depend on the number of threads.
#pragma once

#include <optional>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"

namespace skald::conformance {

// Checks that runs on 1, 2 and 3 threads give the same estimates, state, records and costs, to the
// last bit, and that the sampler performs sections only if its descriptor says so
// (`states_threads`; if empty, this is not checked). The threads take the calls of a section in
// turn. Skipped if the mechanism is not thread-safe. Runs take about `iterations` iterations.
std::vector<Finding> check_sampler_threads(const Surroundings& surroundings,
                                           const MakeSampler& make,
                                           std::optional<bool> states_threads = {},
                                           Index iterations = 60);

}  // namespace skald::conformance
