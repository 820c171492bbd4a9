// What eps means of one run, in words: stored with it and shown.
#pragma once

#include <span>
#include <string>

#include "run/experiment.hpp"

namespace skald::run {

// eps of the first `iterations` with all that it rests on: unit, adversary, relation, sampling,
// accountant; that chains are composed and replicates are not; what is declared public, and what
// makes eps infinite; that noise from a seed is a simulation; which metrics are computed with
// private rows in view and so `uncovered`; what the method's paper claims. "" where
// the mechanism claims nothing.
std::string privacy_statement(const Experiment& experiment, std::int64_t iterations,
                              std::span<const std::string> uncovered);

}  // namespace skald::run
