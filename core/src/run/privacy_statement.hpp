// States in words what eps means for a run; stored with the run and shown.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "run/experiment.hpp"
#include "skald/release.hpp"

namespace skald::run {

// How long a run was, and was to be if its outcome has ended it; else the same.
struct RunLength {
  std::int64_t done, planned;
};

// Returns the eps of a run of that length and everything it depends on: unit, adversary,
// relation, sampling, accountant; that chains are composed and replicates are not; what is declared
// public, and what makes eps infinite; that noise from a seed is a simulation; which metrics are
// `uncovered`, because they are computed from private rows; which are measured `of_test_rows`,
// which are no rows of clients, but nothing protects them; which columns eps covers, which it does
// not, and which are not kept; what the method's paper claims. Empty if the mechanism claims
// nothing.
std::string privacy_statement(const Experiment& experiment, RunLength length,
                              std::span<const std::string> uncovered,
                              std::span<const std::string> of_test_rows);

// What a run's guarantee takes for granted.

// What has to be true in the world for a guarantee of these releases to hold under the claim: full
// sentences, each followed by a space. Empty without releases.
std::string premises(const std::vector<Release>& releases, const Claim& claim);

}  // namespace skald::run
