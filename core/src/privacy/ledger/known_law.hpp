// Mechanisms of which the law of the privacy loss is known.
#pragma once

#include <cstdint>
#include <string>

#include "privacy/infinity.hpp"
#include "privacy/ledger/allocation_loss.hpp"
#include "privacy/ledger/mixture_loss.hpp"
#include "privacy/ledger/shuffled_loss.hpp"
#include "privacy/ledger/truncated_loss.hpp"
#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// A mechanism with a pair of laws that dominates all neighbours: the unit removed, or replaced.
struct KnownLaw {
  LossLaw law;
  bool symmetric;          // a unit added has the same law; otherwise the reversed one
  bool attained;           // some neighbours have this pair, so that lower bounds hold
  double pure = infinity;  // the largest loss, if there is one
  std::string sampling = "none";
  std::int64_t count = 1;
};

/// Randomised response: the true one of `values` values (2 or more) is told with e^epsilon times
/// the probability of each other one. Replace_one.
KnownLaw known_response(double epsilon, std::int64_t values);

/// Add_remove or zero_out.
KnownLaw known(const GaussianMixture& mixture);
KnownLaw known(const Allocation& allocation);

KnownLaw known(const TruncatedSample& sample);

/// Replace_one.
KnownLaw known(const ShuffledReports& reports);

}  // namespace skald::privacy
