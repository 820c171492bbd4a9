// What the runs of a race by successive halving have left at its rungs.
#pragma once

#include <optional>
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
// Same, of the results of a run.
stopping::Climb climb_of(const stopping::Race& race, const record::RunResults& results);

// The value of the race's metric in a run, of whose chains this is known: none (NaN) if it averages
// their draws and they are not known to agree.
double value_for(const stopping::Race& race, double value,
                 const std::optional<record::Diagnosis>& chains);
// The same along a run, which is judged before its chains can agree: none if they stand still.
stopping::Climb climb_for(const stopping::Race& race, stopping::Climb climb,
                          const std::optional<record::Diagnosis>& chains);

// The name of the unit of its rungs in the database.
std::string unit_of(const stopping::Halving& halving);

// Says by which plugins the run is made.
std::string made_by(const SweepRun& run, plugin_host::PluginHost& host);

}  // namespace skald
