// Where the guarantee that a method was published with does not hold for a cell, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cell/published_claim.hpp"
#include "grid/cell.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Reasons, one sentence each; none where nothing is known against it. Independent of the eps that
// accountants certify, which holds regardless. `claim` is the paper's of the same run. `cell` has
// its formulas replaced by numbers.
std::vector<std::string> void_guarantees(const Cell& cell, const Sampler& sampler,
                                         const Problem& problem, std::int64_t iterations,
                                         const std::optional<PublishedClaim>& claim);

}  // namespace skald
