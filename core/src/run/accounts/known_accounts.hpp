// Accounts that this process has made before.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "privacy/accounting.hpp"
#include "problem/shown_end.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// As privacy::epsilon() with its usual options, and privacy::noise_multiplier(). Replicates and
// cells that release the same under the same noise ask the same questions, which are answered once;
// the last few hundred answers are kept. Any thread may ask.
privacy::Guarantee known_epsilon(const std::vector<privacy::NoisyRelease>& releases, double delta,
                                 privacy::Accounting accounting, const privacy::Scope& scope);
double known_multiplier(const std::vector<privacy::NoisyRelease>& plan,
                        const privacy::Budget& budget, privacy::Accounting accounting);

// The account of a run of which nothing but the end of each chain is published.

// Who sees nothing else.
inline constexpr const char* kReaderOfLastState = "reader of the last state";
inline constexpr const char* kReaderOfAverage = "reader of the average";
inline bool is_reader_of_end(std::string_view adversary) {
  return adversary == kReaderOfLastState || adversary == kReaderOfAverage;
}

struct ShownEndAccount {
  // In place of what the sampler releases: a Gaussian release of a chain for each client, or for
  // all of them.
  std::vector<Release> releases;
  const char* reader = kReaderOfLastState;
  std::string premises;  // as run::premises()
  bool is_exact = false;
};

// Of a sampler that has started, under replacement of a record:
//  - exactly, if a record moves nothing but the linear part of a quadratic U (equal curvatures), by
//    a bounded distance, and the sampler states a Gaussian law;
//  - otherwise, of a last state, by the bound on noisy gradient steps (DescentChain) that contract:
//    U is strongly convex, and smooth, whatever the rows.
// Throws std::invalid_argument where neither is known, saying what is missing for each.
ShownEndAccount account_shown_end(const Sampler& sampler, const Problem& problem,
                                  const std::optional<oracles::GaussianProblem>& gaussian,
                                  const problem::ShownEnd& end);

}  // namespace skald::run
