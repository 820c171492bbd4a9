// The results database as its one writer sees it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"
#include "store/database_file.hpp"
#include "store/database_watch.hpp"
#include "store/merge.hpp"
#include "store/run_writer.hpp"
#include "store/sqlite.hpp"
#include "store/supersede.hpp"
#include "store/writer_lock.hpp"

namespace skald::store {

// The files of an open database were disturbed: the text says how and where the results are now.
struct DatabaseDisturbed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct StoreOptions {
  std::chrono::milliseconds timeout{30000};  // how long to wait for another program's lock
  bool allow_network_file_system = false;    // then with the slower, safer rollback journal
  std::optional<std::string> (*network_file_system)(const std::filesystem::path& folder) =
      skald::store::network_file_system;
};

// The status of each of the runs that the database has, by run hash; the others are left out.
using FinishedRuns = std::unordered_map<std::string, record::RunStatus>;
FinishedRuns finished_runs(Connection& connection, std::span<const std::string> hashes);
std::optional<double> wall_seconds(const Connection& connection, const std::string& run_hash);

// What made each of the runs that the database has.
struct RunMakers {
  std::unordered_map<std::string, std::int64_t> environments;  // by run hash
  std::map<std::int64_t, std::string> plugins;  // EnvironmentRecord::plugins, by environment
};
RunMakers run_makers(Connection& connection, std::span<const std::string> hashes);

// Holds the write lock of one file from open() to its end; used by one thread; never carried across
// fork(). Each call that writes is one transaction: after a crash, a kill or a full disk at any
// moment the file holds all of it or nothing. On its end it leaves one ordinary file without side
// files, unless someone is reading it then.
class Store {
 public:
  // Creates the file if it is missing or empty, and migrates an older one, keeping a backup.
  // Refuses, and then changes nothing: a file that is not Skald's or is from a newer Skald, a link,
  // a missing folder, a network file system unless allowed (std::invalid_argument); a file that
  // cannot be written, that another process has open as a Store, or with foreign triggers on its
  // tables (std::runtime_error); one whose tables or declarations were altered (DamagedError).
  static Store open(const std::filesystem::path& file, const StoreOptions& options = {});

  Store(Store&&) = default;
  Store& operator=(Store&&) = delete;
  ~Store();

  // Stores the study, or its new document, and makes `cells` the cells it now declares, in this
  // order; cells that left the grid keep their runs. Returns the id for RunRecord::study.
  std::int64_t declare_study(const record::StudyRecord& study,
                             std::span<const record::CellRecord> cells);

  // Metrics come before the runs that have them. A known metric may change its definition but not
  // its units or direction (std::invalid_argument).
  void declare_metrics(std::span<const record::MetricRecord> metrics);

  // Stores ended runs with all that belongs to them, all or none. A run with the same hash, or of
  // the same cell and replicate (then with older numerics or data), is replaced. Once this returns
  // they stand in the file that has the database's name; see require_undisturbed().
  void record(std::span<const record::RunRecord> runs);
  void record(const record::RunRecord& run) { record({&run, 1}); }

  // Of the stored runs of the study's cells those at `places`, and no others, are superseded from
  // now on: they leave the views for people until they are recorded again.
  void supersede(std::int64_t study, std::span<const RunPlace> places);
  // See prune_database().
  std::vector<std::string> prune();

  FinishedRuns finished(std::span<const std::string> hashes);
  RunMakers makers(std::span<const std::string> hashes);
  // Wall time of the run, if it is there and it is known.
  std::optional<double> wall_seconds(const std::string& run_hash) const;
  // What a run has stored under that name (see ArtifactRecord), if it has.
  std::optional<record::Blob> artifact(const std::string& run_hash, const std::string& name) const;
  // The hashes of the runs of the study's cells whose values are not as they were stored.
  std::vector<std::string> damaged(std::int64_t study) const;
  MergeReport merge(const std::filesystem::path& other);
  // Metrics for which run_table has no room; they are in final_metrics.
  std::int64_t metrics_without_column() const;
  std::string results_hash();

  // Throws DatabaseDisturbed where somebody else has deleted, renamed, replaced or changed the
  // database or its journal; what can be saved of the results has then been saved. Afterwards the
  // store is only to be ended.
  void require_undisturbed();
  // Carries a journal (-wal) of more than `most` bytes over into the database and empties it, which
  // a reader's long transaction hinders. Returns the bytes that the journal has then.
  std::uintmax_t shrink_journal(std::uintmax_t most);
  // How long calls wait for another program's lock from now on.
  void set_timeout(std::chrono::milliseconds timeout);

  const std::filesystem::path& file() const { return connection_->file(); }
  // The copy that open() made before a migration.
  const std::optional<std::filesystem::path>& backup() const { return backup_; }

 private:
  Store(WriterLock lock, std::unique_ptr<Connection> connection,
        std::optional<std::filesystem::path> backup, std::chrono::milliseconds timeout);
  // One transaction, into undisturbed files.
  void write(const std::function<void()>& rows);
  void require(const std::optional<Disturbance>& nothing);

  WriterLock lock_;  // released last
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<DatabaseWatch> watch_;
  std::unique_ptr<RunWriter> writer_;
  std::optional<std::filesystem::path> backup_;
  std::chrono::milliseconds timeout_;
  bool is_given_up_ = false;  // after a disturbance
};

}  // namespace skald::store
