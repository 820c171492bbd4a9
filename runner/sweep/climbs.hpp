// What the runs of a race by successive halving have left at its rungs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/records.hpp"
#include "stopping/halving.hpp"

namespace skald {

// Of the race's metric and of the rounds that had taken place along the run. The rules must be by
// halving, here and below.
stopping::Climb climb_of(const stopping::Race& race, std::span<const record::PointRecord> metric,
                         std::span<const record::PointRecord> rounds);
// Same, of the series of a run.
stopping::Climb climb_of(const stopping::Race& race,
                         const std::vector<record::SeriesRecord>& series);

// The name of the unit of its rungs in the database.
std::string unit_of(const stopping::Halving& halving);

// Says by which plugins the run is made.
std::string made_by(const SweepRun& run, plugin_host::PluginHost& host);

}  // namespace skald
