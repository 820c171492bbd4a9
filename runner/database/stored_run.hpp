// One run as it is stored in the database, and the programs that made runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store_reader.hpp"

namespace skald {

// Returns the full hash of the only run whose hash begins with `start`. Throws
// std::invalid_argument if there is none or more than one.
std::string find_run(const store::StoreReader& reader, std::string_view start);

// Returns the row of `provenance` for the run with that hash.
record::ResultTable provenance_of(const store::StoreReader& reader, const std::string& hash);

// A row with access by the names of its columns.
class StoredRow {
 public:
  StoredRow(const record::ResultTable& table, std::size_t row);

  const std::vector<std::pair<std::string, record::SqlValue>>& columns() const { return columns_; }
  // Throw std::out_of_range for an unknown column, or in a table without that row, and
  // std::bad_variant_access for a value of another type.
  const std::string& text(std::string_view column) const;
  std::int64_t integer(std::string_view column) const;
  double real(std::string_view column) const;
  bool has(std::string_view column) const;  // whether it is not NULL

 private:
  const record::SqlValue& value(std::string_view column) const;

  std::vector<std::pair<std::string, record::SqlValue>> columns_;
};

// Its row of `provenance`.
struct StoredRun : StoredRow {
  // `hash` is a full hash, as find_run() returns it.
  StoredRun(const store::StoreReader& reader, const std::string& hash)
      : StoredRow(provenance_of(reader, hash), 0) {}
};

// Returns how many of the study's current runs, those of its references included, each program
// made, most first: "12 runs of small by skald 0.1.0 (commit 0123...); 3 by skald 0.1.0 (commit
// 4567...)".
std::string programs_of(const store::StoreReader& reader, const std::string& study);

// Returns the program that made the run: "skald 0.1.0 (commit 0123...)".
std::string program_of(const StoredRun& run);

// What is stored of one run, as tables for people. `hash` is a full hash.

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
