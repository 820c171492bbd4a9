// What the writer and the readers of a database ask of the runs that it has.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "record/records.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

using FinishedRuns = std::unordered_map<std::string, record::RunStatus>;  // by run hash
using FinalValues = std::unordered_map<std::string, double>;
using Diagnoses = std::unordered_map<std::string, record::Diagnosis>;
// The points of a metric along runs, by hash, in the order of their iterations.
using RunPoints = std::unordered_map<std::string, std::vector<record::PointRecord>>;

// What produced runs, and what they measure.
struct RunMakers {
  struct Ids {
    std::int64_t environment = 0, measured = 0;
  };
  std::unordered_map<std::string, Ids> runs;     // by hash
  std::map<std::int64_t, std::string> plugins;   // EnvironmentRecord::plugins, by environment
  std::map<std::int64_t, std::string> measured;  // RunRecord::measured
};

// Answers of several runs hold those of the requested runs that the database has.
class StoredRuns {
 public:
  // The connection must outlive it.
  explicit StoredRuns(Connection& connection) : runs_(&connection) {}

  FinishedRuns finished(std::span<const std::string> hashes) const;
  RunMakers makers(std::span<const std::string> hashes) const;
  // Returns the name of a study other than `study` that declares the run, if there is one.
  std::optional<std::string> other_study(const std::string& run_hash,
                                         const std::string& study) const;
  // Returns the final value of the metric in each of the runs that have one.
  FinalValues final_values(std::span<const std::string> hashes, const std::string& metric) const;
  // Returns what is known, at their ends, of the chains of those that average draws.
  Diagnoses diagnoses(std::span<const std::string> hashes) const;
  // Returns a query for the iteration and value of all records of a metric along a run ("?"), or of
  // a cost or wall_seconds (see record::MomentRecord); "" if the file has no such metric.
  std::string recorded_values_sql(std::string_view metric) const;
  RunPoints points(std::span<const std::string> hashes, const std::string& metric) const;
  // Returns the values of a metric that a study, by its name, has at rungs.
  std::vector<record::RungRecord> rungs(const std::string& study, const std::string& metric) const;
  // Returns the wall time of the run, if the run is there and its time is known.
  std::optional<double> wall_seconds(const std::string& run_hash) const;
  std::string results_hash() const;

 private:
  Connection* runs_;
};

}  // namespace skald::store
