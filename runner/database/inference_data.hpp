// A run's draws as a NetCDF file in the layout of ArviZ's InferenceData
// (python.arviz.org, "InferenceData schema specification", version 1).
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "database/kept_draws.hpp"
#include "record/result_table.hpp"

namespace skald {

using Attributes = std::vector<std::pair<std::string, record::SqlValue>>;

// Writes the group "posterior": the variable theta with the dimensions chain, draw and theta_dim_0,
// and their coordinates, counted from 0. The attributes, where they have a value, are those of the
// file and of the group. Throws std::runtime_error if the file cannot be written, UsageError, with
// the remedy, if this build is without libnetcdf.
void write_inference_data(const std::filesystem::path& file, const KeptDraws& draws,
                          const Attributes& attributes);

// Throws UsageError as write_inference_data() does.
void require_netcdf();

}  // namespace skald
