// Finds whether the guarantee with which a method was published does not hold for a run, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/published_claim.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Returns the reasons, one sentence each, why the guarantee does not hold for the first
// `iterations`; empty if none is known. They do not affect the eps that accountants certify, which
// holds regardless. `claim` is the published claim for the same run, if the host knows one.
std::vector<std::string> reasons_against_guarantee(const Sampler& sampler, const Problem& problem,
                                                   std::int64_t iterations,
                                                   const Mechanism& mechanism,
                                                   const std::optional<run::PublishedClaim>& claim);

}  // namespace skald
