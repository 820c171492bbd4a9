// What all runs of a study reveal together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "run/experiment.hpp"
#include "skald/release.hpp"

namespace skald {

// What one run releases of its data: the releases of the client that reveals most.
struct RunReleases {
  std::string data;  // data set and files; runs that have these in common may hold the same rows
  privacy::Guarantee guarantee;
  Claim claim;
  std::vector<privacy::NoisyRelease> releases;
};

RunReleases releases_of(const grid::Cell& cell, const run::Experiment& experiment,
                        std::int64_t iterations);

struct StudyAccount {
  std::string name;  // "8 of 12 runs on titanic together"
  privacy::Guarantee guarantee;
  std::vector<std::string> remarks;  // what the number assumes, and what it leaves out
};

// Composes the runs into one account per data set, unit and relation, since different ones do not
// compose with each other. Each is an upper bound: a record is taken to be a training row of every
// run, at the client that reveals most. It assumes that runs draw noise and samples of their own.
// `all` is the number of the study's runs; those without a finite eps are not among `runs`.
std::vector<StudyAccount> compose_studies(const std::vector<RunReleases>& runs, std::size_t all);

}  // namespace skald
