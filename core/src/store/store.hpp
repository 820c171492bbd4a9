// The results database as seen by its only writer.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "record/audit_record.hpp"
#include "record/records.hpp"
#include "record/study_runs.hpp"
#include "store/audits/cell_audits.hpp"
#include "store/database_file.hpp"
#include "store/database_watch.hpp"
#include "store/merge.hpp"
#include "store/run_writer.hpp"
#include "store/sqlite.hpp"
#include "store/stored_runs.hpp"
#include "store/writer_lock.hpp"

namespace skald::store {

// Thrown if another program disturbed the files of an open database, or its lock. The text says
// how, and where the results are now.
struct DatabaseDisturbed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct StoreOptions {
  std::chrono::milliseconds timeout{30000};  // how long to wait for another program's lock
  bool allow_network_file_system = false;    // there with the slower, safer rollback journal
  std::optional<std::string> (*network_file_system)(const std::filesystem::path& folder) =
      skald::store::network_file_system;
};

// What open() did beside opening.
struct OpeningReport {
  std::optional<std::filesystem::path> backup;  // of the file before its migration
  std::vector<std::string> former_journals;     // see set_aside_journals_of()
};

// Holds the write lock of one file as long as it lives. Used by one thread, never carried across
// fork(). Each call that writes is one transaction: after a crash, a kill or a full disk at any
// moment the file holds all of it or nothing. The destructor leaves one ordinary file without side
// files, unless someone is reading it.
class Store : public StoredRuns {
 public:
  // Creates the file if it is missing or empty, having set aside what a former database of that
  // name has left, and migrates an older one after making a backup.
  // Throws, without changing anything, std::invalid_argument for a file that is not Skald's or
  // comes from a newer Skald, a link, a missing folder, or a network file system that is not
  // allowed; std::runtime_error for a file that cannot be written, that another process has open as
  // a Store, or that has foreign triggers on its tables; DamagedError if its tables or declarations
  // were altered.
  static Store open(const std::filesystem::path& file, const StoreOptions& options = {});

  Store(Store&&) = default;
  Store& operator=(Store&&) = delete;
  ~Store();

  // Stores the study, or its new document, and makes `cells` the cells that it now declares, at
  // these places in the grid, or in this order if there are none. Cells that have left the grid
  // keep their runs. Returns the id for RunRecord::study.
  std::int64_t declare_study(const record::StudyRecord& study,
                             std::span<const record::CellRecord> cells,
                             std::span<const std::int64_t> positions = {});

  // Metrics must be declared before runs have values of them. The definition of a known metric may
  // change, but not its units or direction (std::invalid_argument).
  void declare_metrics(std::span<const record::MetricRecord> metrics);

  // Stores why declared cells of the study get no more replicates. declare_study() removes earlier
  // decisions, since they follow from the grid and the results.
  void decide(std::int64_t study, std::span<const record::DecisionRecord> decisions);

  // Stores the values of paused runs of the study.
  void pause(std::int64_t study, std::span<const record::RungRecord> rungs);

  // Stores finished runs with everything that belongs to them, all or none. Returns the runs of
  // the same identities that had other results, and are kept; see RunWriter. When this returns, the
  // runs are in the file that has the database's name; see require_undisturbed().
  std::vector<FormerRun> record(std::span<const record::RunRecord> runs);
  std::vector<FormerRun> record(const record::RunRecord& run) { return record({&run, 1}); }

  // See record_audits(), in one transaction.
  AuditsStored record(std::span<const record::AuditRecord> audits);

  // Marks the stored runs of these hashes, and no others that the study declares, as superseded:
  // views meant for people omit them until they are recorded again.
  void supersede(std::int64_t study, std::span<const std::string> hashes);
  // See prune_database().
  std::vector<std::string> prune();

  // Returns what a run has stored under that name (see ArtifactRecord), if anything.
  std::optional<record::Blob> artifact(const std::string& run_hash, const std::string& name) const;
  // Returns the hashes of the runs of the study's cells whose values differ from what was stored.
  std::vector<std::string> damaged(std::int64_t study) const;
  // See merge_database().
  MergeReport merge(const std::filesystem::path& other, MergeRule rule = MergeRule::sound_runs);
  // Returns the number of metrics that do not fit into run_table; they are in final_metrics.
  std::int64_t metrics_without_column() const;

  // Throws DatabaseDisturbed if another program has deleted, renamed, replaced or changed the
  // database, its journal or its lock; by then, everything that can be saved of the results has
  // been saved. Afterwards the store may only be destroyed.
  void require_undisturbed();
  // If the journal (-wal) is larger than `most` bytes, moves its content into the database and
  // empties it, unless a reader's long transaction prevents it. Returns the journal's size
  // afterwards, in bytes.
  std::uintmax_t shrink_journal(std::uintmax_t most);
  // Sets how long calls wait for another program's lock.
  void set_timeout(std::chrono::milliseconds timeout);

  // To read by: on a network file system nobody else can while this store is open.
  Connection& connection() { return *connection_; }
  const std::filesystem::path& file() const { return connection_->file(); }
  const OpeningReport& opening() const { return opening_; }

 private:
  Store(WriterLock lock, std::unique_ptr<Connection> connection, OpeningReport opening,
        std::chrono::milliseconds timeout);
  // Runs `rows` in one transaction, provided that the files are undisturbed.
  void write(const std::function<void()>& rows);
  void require(const std::optional<Disturbance>& nothing);

  WriterLock lock_;  // released last
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<DatabaseWatch> watch_;
  std::unique_ptr<RunWriter> writer_;
  OpeningReport opening_;
  std::chrono::milliseconds timeout_;
  bool is_given_up_ = false;  // after a disturbance
};

}  // namespace skald::store
