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

// What one run releases, and of what: at most as much as any client reveals.
struct RunReleases {
  std::string data;  // data set and files: runs that agree in it may hold the same rows
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

// The runs composed, one account per data set, unit and relation, which do not compose with each
// other. An upper bound: a record is taken to be in every run's training rows, with the client that
// reveals most. Runs are taken to draw noise and samples of their own. `all`: the number of the
// study's runs, of which those without a finite eps are not among `runs`.
std::vector<StudyAccount> compose_studies(const std::vector<RunReleases>& runs, std::size_t all);

}  // namespace skald
