// What the paper of a method claims for a run. eps says what holds.
#pragma once

#include <optional>
#include <string>

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

// What the sampler declares (Sampler::claims) of the first `iterations` of one chain. Nothing where
// nothing is released, and where the mechanism claims no delta.
std::optional<PublishedClaim> published_claim(const Sampler& sampler, const Problem& problem,
                                              std::int64_t iterations, const Mechanism& mechanism);

// "theorem G.3 of FA-LD claims epsilon 437 at delta 1e-05 for the whole run (a claim of the paper,
// not what holds)".
std::string describe(const PublishedClaim& claim);

}  // namespace skald::run
