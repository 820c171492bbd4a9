// What all runs of a study reveal together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "run/experiment.hpp"
#include "run/noise_watch.hpp"
#include "run/published_claim.hpp"
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

// The privacy account of one cell of a grid.

// How wide the noise of a run is.
struct NoiseWidth {
  double multiplier = 0;  // in sensitivities, of the release with the least noise
  // Where whole clients are protected by Gaussian noise: its standard deviation, in clips, in every
  // coordinate of the average over a round's clients, and how many these are expected to be.
  double in_average = 0;
  double clients = 0;
};

struct CellAccount {
  std::optional<privacy::Guarantee> guarantee;  // at delta 1 where nothing is claimed
  std::optional<NoiseWidth> noise;              // nothing without noise
  std::optional<run::NoiseScale> scale;  // of its first round; nothing if no message has noise
  std::string premises;                  // see RunAccountant::premises()
  std::optional<run::PublishedClaim> claim;
  std::vector<std::string> remarks;
  std::vector<RunReleases> runs;  // by replicate; empty without noise
};

// Builds the cell's experiment at replicate 0, and at all replicates if eps is finite. Starts the
// sampler if a guarantee is claimed, and works through its first round. Whatever prevents the
// account becomes a remark.
CellAccount account_of(const grid::Cell& cell, std::int64_t replicates,
                       plugin_host::PluginHost& host);

}  // namespace skald
