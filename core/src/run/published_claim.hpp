// What the paper of a method claims for a run, whereas eps is what can be proved to hold.
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
  std::string source;                  // such as "theorem G.3 of FA-LD"
  std::string scope;                   // "the whole run" or "one round"
  text::Result<double> epsilon = 0.0;  // or why the paper claims nothing for these options
  double delta = 0;
};

// Returns the claim for the client for whom it is largest, over the first `iterations` of one
// chain: theorem G.3 of FA-LD for the whole run; theorem 2 of DP-FedAvg for the whole run, with 1
// for the constant that the paper leaves open, applied to the eps of a round by its calibration;
// equation 16 of private FedPaq for one round. Returns nothing for other methods, if no delta is
// claimed, or if the noise is not the paper's. The formulas in `cell` must have been replaced by
// numbers.
std::optional<PublishedClaim> published_claim(const grid::Cell& cell, const Sampler& sampler,
                                              const Problem& problem, std::int64_t iterations,
                                              const Mechanism& mechanism);

// Returns a description such as "theorem G.3 of FA-LD claims epsilon 437 at delta 1e-05 for the
// whole run (a claim of the paper, not what holds)".
std::string describe(const PublishedClaim& claim);

}  // namespace skald::run
