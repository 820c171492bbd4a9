// The account of a run of which nothing but the last state of each chain is published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// Who sees nothing else.
inline constexpr const char* kReaderOfLastState = "reader of the last state";

struct LastStateAccount {
  // In place of what the sampler releases: a Gaussian release of a chain for each client, or for
  // all of them.
  std::vector<Release> releases;
  std::string premises;  // as run::premises()
  bool is_exact = false;
};

// After so many iterations of a sampler that has started, under replacement of a record:
//  - exactly, if a record moves nothing but the linear part of a quadratic U (equal curvatures), by
//    a bounded distance, and the sampler states a Gaussian law;
//  - otherwise by the bound on noisy gradient steps (DescentChain) that contract: U is strongly
//    convex, and smooth, whatever the rows.
// Throws std::invalid_argument where neither is known, saying what is missing for each.
LastStateAccount account_last_state(const Sampler& sampler, const Problem& problem,
                                    const std::optional<oracles::GaussianProblem>& gaussian,
                                    std::int64_t iterations);

}  // namespace skald::run
