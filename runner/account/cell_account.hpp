// The privacy account of one cell of a grid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/study_account.hpp"
#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "privacy/guarantee.hpp"
#include "run/noise_scale.hpp"
#include "run/published_claim.hpp"

namespace skald {

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
