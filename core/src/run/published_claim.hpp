// What the paper of a method claims for a run. eps says what holds.
#pragma once

#include <optional>
#include <string>

#include "grid/cell.hpp"
#include "skald/mechanism.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"
#include "text/result.hpp"

namespace skald::run {

struct PublishedClaim {
  std::string source;                  // "theorem G.3 of FA-LD"
  std::string scope;                   // "the whole run", "one round"
  text::Result<double> epsilon = 0.0;  // or why the paper claims nothing at these options
  double delta = 0;
};

// Of the client for whom the claim is largest, during the first `iterations` of one chain. Theorem
// G.3 of FA-LD for the whole run; theorem 2 of DP-FedAvg for the whole run with 1 for the constant
// that the paper leaves open, on the eps of a round by its calibration; equation 16 of private
// FedPaq for one round. Nothing for other methods, where no delta is claimed and where the noise is
// not the paper's. `cell` has its formulas replaced by numbers.
std::optional<PublishedClaim> published_claim(const grid::Cell& cell, const Sampler& sampler,
                                              const Problem& problem, std::int64_t iterations,
                                              const Mechanism& mechanism);

// "theorem G.3 of FA-LD claims epsilon 437 at delta 1e-05 for the whole run (a claim of the paper,
// not what holds)".
std::string describe(const PublishedClaim& claim);

}  // namespace skald::run
