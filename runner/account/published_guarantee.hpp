// Where the guarantee that a method was published with does not hold for a run, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/published_claim.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Reasons, one sentence each, of the first `iterations`; none where nothing is known against it.
// Independent of the eps that accountants certify, which holds regardless. `claim` is the paper's
// of the same run, where the host knows one.
std::vector<std::string> reasons_against_guarantee(const Sampler& sampler, const Problem& problem,
                                                   std::int64_t iterations,
                                                   const Mechanism& mechanism,
                                                   const std::optional<run::PublishedClaim>& claim);

}  // namespace skald
