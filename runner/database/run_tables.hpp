// What is stored of one run, as tables for people. `hash` is a full hash.
#pragma once

#include <string>

#include "store/store_reader.hpp"

namespace skald {

// Name of the artifact that holds the wall time of every metric as JSON. It is not a result and is
// not compared between runs.
inline constexpr const char* kMetricSecondsArtifact = "seconds_of_metrics";

// metric, value, mean_after_burn_in, units.
record::ResultTable final_values_of(const store::StoreReader& reader, const std::string& hash);

// The wall time of each metric, the longest first.
record::ResultTable metric_seconds_of(const store::StoreReader& reader, const std::string& hash);

// The vector series of the run, whose clients have the names of the data.
record::ResultTable vectors_of(const store::StoreReader& reader, const std::string& hash);

// The events, except those on privacy and noise, whose messages are long.
record::ResultTable events_of(const store::StoreReader& reader, const std::string& hash);

// Returns what is stated of the run's noise and privacy, in the columns `kind` and `message`.
record::ResultTable privacy_of(const store::StoreReader& reader, const std::string& hash);

}  // namespace skald
