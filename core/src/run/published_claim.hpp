// What the paper of a method claims for a run, whereas eps is what can be proved to hold.
#pragma once

#include <optional>
#include <string>

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

// Returns what the sampler declares (Sampler::claims) about the first `iterations` of one chain, or
// nothing if nothing is released or claimed, or at delta 0, of which no such paper speaks.
std::optional<PublishedClaim> published_claim(const Sampler& sampler, const Problem& problem,
                                              std::int64_t iterations, const Mechanism& mechanism);

// Returns a description such as "theorem G.3 of FA-LD claims epsilon 437 at delta 1e-05 for the
// whole run (a claim of the paper, not what holds)".
std::string describe(const PublishedClaim& claim);

}  // namespace skald::run
