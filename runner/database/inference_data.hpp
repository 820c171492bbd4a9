// A run's draws as a NetCDF file in the layout of ArviZ's InferenceData
// (python.arviz.org, "InferenceData schema specification", version 1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "database/named_draws.hpp"
#include "record/study_runs.hpp"
#include "run/given_draws.hpp"

namespace skald {

using Attributes = std::vector<std::pair<std::string, record::SqlValue>>;

// The target of the training rows, one after the other, in the group "observed_data":
// its variables target and client and, if clients have names, the coordinate client_name, the names
// of clients 0, 1, ...
struct ObservedTarget {
  std::span<const double> values;
  std::span<const std::int64_t> client;  // of each row
  std::span<const std::string> client_names;
  Attributes attributes;  // of the variable
};

// What is known of each draw besides: `log_posterior`, chain by chain, is the variable lp of the
// group "sample_stats", the logarithm of the target's density but for a constant. Empty: no such
// group.
struct SampleStats {
  std::span<const double> log_posterior;
};

// Writes the group "posterior": the variable theta with the dimensions chain, draw and theta_dim_0,
// whose coordinates count from 0 or, if the run has stored them, are the coefficients' names; where
// columns were standardised, also theta_data, the coefficients on the data's own scale. With
// `observed` and `stats`, writes their groups too. The attributes, where they have a value, are
// those of the file and of the groups. Throws std::runtime_error if the file cannot be written,
// UsageError, with the remedy, if this build is without libnetcdf.
void write_inference_data(const std::filesystem::path& file, const NamedDraws& draws,
                          const std::optional<ObservedTarget>& observed, const SampleStats& stats,
                          const Attributes& attributes);

// Reads the numbers of the group "posterior", or of a file without groups: its variables with the
// dimensions chain and draw first, whose elements are called theta[0], or theta[age] where the file
// has names of them. Throws std::runtime_error for a file without draws, and as
// write_inference_data() does.
run::GivenDraws read_inference_data(const std::string& file);

bool has_netcdf();
// Throws UsageError as write_inference_data() does.
void require_netcdf();

}  // namespace skald
