// What stored runs have measured.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "store/store.hpp"

namespace skald {

// Reads RunRecord::measured (see grid::read_measured()). Throws DamagedError.
std::vector<grid::MetricChoice> stored_metrics(const std::string& measured);

// The runs of a grid, where those that are stored already measure what they have measured, besides
// what the grid names: a run that is done again repeats every number. A metric whose plugin is
// gone, or has changed, is left out.
class RunsWithStoredMetrics {
 public:
  // `runs` and their cells must outlive it.
  RunsWithStoredMetrics(const std::vector<SweepRun>& runs, const store::RunMakers& makers,
                        plugin_host::PluginHost& host);

  const std::vector<SweepRun>& runs() const { return changed_ ? *changed_ : given_; }

 private:
  const std::vector<SweepRun>& given_;
  std::optional<std::vector<SweepRun>> changed_;
  std::deque<grid::Cell> cells_;
};

}  // namespace skald
