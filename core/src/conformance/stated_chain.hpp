// What a sampler states about its chain on one of the kit's problems.
#pragma once

#include <cstdint>
#include <optional>

#include "conformance/reference_problem.hpp"
#include "conformance/sampler_run.hpp"
#include "problem/stated_law.hpp"

namespace skald::conformance {

inline constexpr std::uint64_t kLawSeed = 2024;

// Starts the sampler, which outlives the answer. Returns nothing if the sampler states no family of
// chains.
std::optional<problem::StatedLaw> stated_chain(ReferenceProblem& reference,
                                               const Mechanism& mechanism, Sampler& sampler);

}  // namespace skald::conformance
