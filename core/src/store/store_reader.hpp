// The results database as seen by its readers.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "record/study_runs.hpp"
#include "store/opening/readable_file.hpp"
#include "store/sqlite.hpp"
#include "store/stored_runs.hpp"
#include "store/study_runs.hpp"

namespace skald::store {

// How much of a file a reader keeps in memory: enough for look-ups of 100 000 runs, or so little
// that reading tables from beginning to end is fastest.
enum class Cache { look_ups, scans };

// Reads a results database, even while it is being written, and cannot change it: the connection is
// read-only and an authorizer refuses all statements that do more than read. The file may come from
// anybody: it is examined before it is read (opening/). The examination and everything that is read
// are of one state of the file, whatever a sweep stores meanwhile. Used by one thread.
class StoreReader : public StoredRuns {
 public:
  // Throws std::invalid_argument if the file is missing, a link, not Skald's or of another version,
  // DamagedError if it is not as Skald makes files, std::runtime_error if it cannot be read.
  explicit StoreReader(const std::filesystem::path& file,
                       std::chrono::milliseconds timeout = std::chrono::seconds(30),
                       Cache cache = Cache::look_ups);
  // Reads `readable`, whose object may go before the reader.
  StoreReader(const ReadableFile& readable, std::chrono::milliseconds timeout, Cache cache);
  StoreReader(StoreReader&& other) noexcept
      : StoredRuns(connection_),
        file_(std::move(other.file_)),
        connection_(std::move(other.connection_)),
        state_(other.state_) {}

  // Goes over to the present state of the file, and examines it if it is another one. Returns
  // whether it is. Throws as the constructor does.
  bool renew();

  // Returns the rows of a view or table, if `sql` is its name, or of a single statement that reads.
  // Throws std::invalid_argument if it is neither.
  record::ResultTable query(std::string_view sql) const;
  // Prepares the statement of query(), to be read row by row; this reader must outlive it.
  Statement rows(std::string_view sql) const;
  // Returns the rows of a single statement that reads, with `values` for its parameters ("?") in
  // order.
  template <class... Values>
  record::ResultTable select(std::string_view sql, const Values&... values) const {
    return connection_.query(sql, values...);
  }

  std::vector<std::string> views_and_tables() const;
  std::vector<std::string> studies() const;  // names, in the order of their declaration
  std::vector<record::MetricRecord> metrics() const;
  std::vector<std::string> axes() const;  // their columns in run_table

  // `metrics` names metrics, costs or wall_seconds. If empty: the metrics that the study names, and
  // those that its sampler records, of which a run has a value and which have a column in
  // run_table. After them those that `also` names. Throws std::invalid_argument, with the nearest
  // known name, for an unknown study or metric.
  record::StudyRuns study_runs(const std::string& study, std::span<const std::string> metrics = {},
                               std::span<const std::string> also = {}) const;

  // The same of several studies side by side: with `study` as the first axis, and only the metrics
  // that all of them have. Of one study: without that axis. Throws also if there is no such metric.
  record::StudyRuns runs_of_studies(std::span<const std::string> studies,
                                    std::span<const std::string> metrics = {}) const;

  // Returns the recorded values of a metric, a cost or wall_seconds in the order of iterations,
  // along each of the runs, in their order; an empty curve if a run has no such series.
  std::vector<record::Curve> curves(const record::StudyRuns& runs, const std::string& metric) const;

  // Returns what was last known by then of the chains of a run that averages draws.
  record::Diagnosis diagnosis_at(const record::RunMoment& moment) const;

  // Returns the value of each metric, or of wall_seconds, recorded at each moment; NaN if
  // there is none.
  std::vector<std::vector<double>> values_at(std::span<const record::RunMoment> moments,
                                             std::span<const record::MetricRecord> metrics) const;

  // Returns the vector series of a run, by name.
  std::vector<record::VectorSeriesRecord> vectors(const std::string& run_hash) const;

  // Throws DamagedError if a seal of the run does not match.
  void require_whole(const std::string& run_hash) const;

  // Removes the limit on work (Connection::limit_work()), for a user's own statements. Their values
  // are shown, which takes several times the memory: they are at most 64 MiB long.
  void work_freely() {
    connection_.limit_work(std::nullopt);
    connection_.limit_length(64 << 20);
  }

  const std::filesystem::path& file() const { return file_; }
  const Connection& connection() const { return connection_; }
  Connection& connection() { return connection_; }

 private:
  record::StudyRuns runs_of_study(const std::string& study, std::span<const std::string> metrics,
                                  std::span<const std::string> also, Problems& problems) const;
  std::vector<record::MetricRecord> metrics_where(const std::string& condition) const;
  // What is shown of a study if nothing is asked for. Of a study that names none: all but costs.
  std::vector<record::MetricRecord> metrics_of(std::int64_t study) const;

  void examine();

  std::filesystem::path file_;
  Connection connection_;
  std::int64_t state_ = 0;  // PRAGMA data_version: another number after a change by others
};

}  // namespace skald::store
