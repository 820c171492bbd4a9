// The results database as everybody but its writer sees it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/curve.hpp"
#include "record/records.hpp"
#include "record/result_table.hpp"
#include "record/study_runs.hpp"
#include "store/sqlite.hpp"
#include "store/store.hpp"

namespace skald::store {

// Reads one results database, while it is written too, and cannot change it: the connection is
// read-only and an authorizer refuses all statements that do more than read. Used by one thread.
class StoreReader {
 public:
  // Throws std::invalid_argument if the file is missing, a link, or not Skald's, std::runtime_error
  // if it cannot be read.
  explicit StoreReader(const std::filesystem::path& file,
                       std::chrono::milliseconds timeout = std::chrono::seconds(30));

  // A sentence for the user if the file is from a newer Skald, whose tables may have changed.
  const std::optional<std::string>& notice() const { return notice_; }

  // The rows of a view or table, if `sql` is its name, or of one statement that reads. Throws
  // std::invalid_argument if it is neither.
  record::ResultTable query(std::string_view sql) const;
  // The statement of query(), to be read row by row; it lives no longer than this.
  Statement rows(std::string_view sql) const;
  // The rows of one statement that reads, with `values` for its parameters ("?") in their order.
  template <class... Values>
  record::ResultTable select(std::string_view sql, const Values&... values) const {
    return connection_.query(sql, values...);
  }

  std::vector<std::string> views_and_tables() const;
  std::vector<std::string> studies() const;  // names, in the order of their declaration
  std::vector<record::MetricRecord> metrics() const;
  std::vector<std::string> axes() const;  // their columns in run_table

  // `metrics`: names of metrics or ledger entries (rounds, bits_up, ...); none: all metrics that a
  // run of the study has and run_table has a column for. Throws std::invalid_argument, with the
  // nearest known name, for an unknown study or metric.
  record::StudyRuns study_runs(const std::string& study,
                               std::span<const std::string> metrics = {}) const;

  // The recorded values of a metric along each of the runs, in their order; none where a run has
  // no such series.
  std::vector<record::Curve> curves(const record::StudyRuns& runs, const std::string& metric) const;

  // What was recorded of each metric at each moment; NaN: nothing.
  std::vector<std::vector<double>> values_at(std::span<const record::RunMoment> moments,
                                             std::span<const record::MetricRecord> metrics) const;

  // Until it ends, everything is read from one state of the file.
  Transaction snapshot() { return {connection_, Transaction::Kind::read}; }

  // The vector series of a run, by name.
  std::vector<record::VectorSeriesRecord> vectors(const std::string& run_hash) const;

  FinishedRuns finished(std::span<const std::string> hashes);
  RunMakers makers(std::span<const std::string> hashes);
  std::optional<double> wall_seconds(const std::string& run_hash) const;
  std::string results_hash();
  // Throws DamagedError if a seal of the run does not hold. A file of another version is not asked.
  void require_whole(const std::string& run_hash) const;

  const std::filesystem::path& file() const { return connection_.file(); }
  const Connection& connection() const { return connection_; }

 private:
  std::vector<record::MetricRecord> metrics_where(const std::string& condition) const;

  Connection connection_;
  std::optional<std::string> notice_;
};

}  // namespace skald::store
