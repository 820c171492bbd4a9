// States in words what eps means for a run; stored with the run and shown.
#pragma once

#include <span>
#include <string>

#include "run/experiment.hpp"

namespace skald::run {

// Returns the eps of the first `iterations` and everything it depends on: unit, adversary,
// relation, sampling, accountant; that chains are composed and replicates are not; what is declared
// public, and what makes eps infinite; that noise from a seed is a simulation; which metrics are
// `uncovered`, because they are computed from private rows; what the method's paper claims. Empty
// if the mechanism claims nothing.
std::string privacy_statement(const Experiment& experiment, std::int64_t iterations,
                              std::span<const std::string> uncovered);

}  // namespace skald::run
