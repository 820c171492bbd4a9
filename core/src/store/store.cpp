#include "store/store.hpp"

#include <functional>
#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "store/column_names.hpp"
#include "store/database_file.hpp"
#include "store/declarations.hpp"
#include "store/prune.hpp"
#include "store/results_hash.hpp"
#include "store/schema.hpp"
#include "store/wide_tables.hpp"

namespace skald {
namespace fs = std::filesystem;
namespace {

void require_local(const fs::path& file, const StoreOptions& options) {
  if (options.allow_network_file_system) return;
  const auto network = options.network_file_system(file.parent_path());
  if (!network) return;
  throw std::invalid_argument(file.string() + ": lies on a network file system (" + *network +
                              "), where SQLite's locks cannot be trusted; use a local folder and "
                              "copy the file, or allow network file systems "
                              "(--allow-network-file-system)");
}

void require_ours(const fs::path& file, const FileVersion& version) {
  if (version.kind == FileKind::foreign) throw std::invalid_argument(foreign_file_text(file));
  if (version.version > schema_version) {
    throw std::invalid_argument(newer_file_text(file, version.version));
  }
}

// Whether a writer was stopped before its end: then the file is whole only together with what
// stands beside it.
bool has_side_files(const fs::path& file) {
  return fs::exists(file.string() + "-wal") || fs::exists(file.string() + "-journal");
}

// Looks at an existing file without locks or side files, so that a refusal leaves no trace.
void require_ours_untouched(const fs::path& file, const StoreOptions& options) {
  std::error_code error;
  if (!fs::exists(file, error) || fs::file_size(file, error) == 0) return;
  if (has_side_files(file)) return;
  require_ours(file, file_version(Connection(file, Access::read_frozen, options.timeout)));
}

// WAL: readers and the writer do not wait for each other. With synchronous = NORMAL a killed
// process loses nothing; a power cut may lose the last commits but never consistency, and their
// runs are then run again. SQLite before 3.51.3 can damage a WAL file when two connections
// checkpoint at the same moment: only the holder of the WriterLock writes or checkpoints, readers
// open read-only.
void set_journal(Connection& connection, const StoreOptions& options) {
  if (options.network_file_system(connection.file().parent_path())) {
    connection.execute(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
    return;
  }
  connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

}  // namespace

Store Store::open(const fs::path& name, const StoreOptions& options) {
  const fs::path file = resolve_database_file(name);
  require_local(file, options);
  require_ours_untouched(file, options);
  WriterLock lock(file);
  auto connection = std::make_unique<Connection>(file, Access::create, options.timeout);
  if (connection->read_only()) {
    throw std::runtime_error(file.string() +
                             ": cannot be written; check its permissions and the file system");
  }
  const FileVersion version = file_version(*connection);
  require_ours(file, version);
  std::optional<fs::path> backup;
  if (version.kind == FileKind::empty) {
    create_schema(*connection);
  } else {
    backup = migrate(*connection, schema_version, migrations());
  }
  set_journal(*connection, options);
  return Store(std::move(lock), std::move(connection), std::move(backup));
}

Store::Store(WriterLock lock, std::unique_ptr<Connection> connection,
             std::optional<fs::path> backup)
    : lock_(std::move(lock)),
      connection_(std::move(connection)),
      writer_(std::make_unique<RunWriter>(*connection_)),
      backup_(std::move(backup)) {}

Store::~Store() {
  if (!connection_) return;
  writer_.reset();
  try {
    connection_->set_timeout(std::chrono::milliseconds(0));
    connection_->execute("PRAGMA journal_mode = DELETE");
  } catch (const std::exception&) {
    // Someone is reading: the file stays in WAL mode, complete with its -wal file.
  }
}

std::int64_t Store::declare_study(const StudyRecord& study, std::span<const CellRecord> cells) {
  Transaction transaction(*connection_, Transaction::Kind::write);
  const std::int64_t id = skald::declare_study(*connection_, study, cells);
  transaction.commit();
  return id;
}

void Store::declare_metrics(std::span<const MetricRecord> metrics) {
  Transaction transaction(*connection_, Transaction::Kind::write);
  skald::declare_metrics(*connection_, metrics);
  transaction.commit();
}

void Store::record(std::span<const RunRecord> runs) {
  Transaction transaction(*connection_, Transaction::Kind::write);
  for (const auto& run : runs) writer_->write(run);
  fill_wide_metrics(*connection_);
  transaction.commit();
}

void Store::supersede(std::int64_t study, std::span<const RunPlace> places) {
  Transaction transaction(*connection_, Transaction::Kind::write);
  connection_
      ->prepare(
          "UPDATE runs SET superseded = 0 WHERE superseded"
          " AND cell IN (SELECT cell FROM study_cells WHERE study = ?)")
      .run(study);
  Statement mark = connection_->prepare(
      "UPDATE runs SET superseded = 1"
      " WHERE cell = (SELECT id FROM cells WHERE hash = ?) AND replicate = ?");
  for (const RunPlace& place : places) mark.run(place.cell, place.replicate);
  transaction.commit();
}

std::vector<std::string> Store::prune() { return prune_database(*connection_); }

FinishedRuns Store::finished(std::span<const std::string> hashes) {
  return finished_runs(*connection_, hashes);
}

RunMakers Store::makers(std::span<const std::string> hashes) {
  return run_makers(*connection_, hashes);
}

std::optional<double> Store::wall_seconds(const std::string& run_hash) const {
  return skald::wall_seconds(*connection_, run_hash);
}

std::optional<Blob> Store::artifact(const std::string& run_hash, const std::string& name) const {
  Statement statement = connection_->prepare(
      "SELECT content FROM artifacts JOIN runs ON runs.id = artifacts.run WHERE hash = ? AND name "
      "= ?");
  if (!statement.with(run_hash, name).step()) return std::nullopt;
  return std::get<Blob>(statement.value(0));
}

MergeReport Store::merge(const fs::path& other) { return merge_database(*connection_, other); }

std::string Store::results_hash() { return skald::results_hash(*connection_); }

namespace {

// A column of a run, where `row` stands.
using Visit = std::function<void(const std::string& hash, const Statement& row, int column)>;

// One by one; dear for many, as hashes lie all over the index.
void look_up(Connection& connection, std::span<const std::string> hashes, const std::string& column,
             const Visit& visit) {
  Statement statement = connection.prepare("SELECT " + column + " FROM runs WHERE hash = ?");
  for (const auto& hash : hashes) {
    if (statement.with(hash).step()) visit(hash, statement, 0);
  }
}

// By reading all runs in the order of the file.
void pick(Connection& connection, std::span<const std::string> hashes, const std::string& column,
          const Visit& visit) {
  const std::unordered_set<std::string> wanted(hashes.begin(), hashes.end());
  Statement statement = connection.prepare("SELECT hash, " + column + " FROM runs");
  while (statement.step()) {
    const auto found = wanted.find(std::string(statement.text(0)));
    if (found != wanted.end()) visit(*found, statement, 1);
  }
}

// Visits those of the runs that the database has.
void visit_runs(Connection& connection, std::span<const std::string> hashes,
                const std::string& column, const Visit& visit) {
  const std::int64_t runs = connection.integer("SELECT max(id) FROM runs");
  const bool are_many = static_cast<std::int64_t>(hashes.size()) > runs / 8;
  (are_many ? pick : look_up)(connection, hashes, column, visit);
}

}  // namespace

FinishedRuns finished_runs(Connection& connection, std::span<const std::string> hashes) {
  const Transaction transaction(connection, Transaction::Kind::read);  // locks the file once
  FinishedRuns finished;
  visit_runs(connection, hashes, "status",
             [&](const std::string& hash, const Statement& row, int column) {
               finished.emplace(hash, run_status(row.text(column)));
             });
  return finished;
}

RunMakers run_makers(Connection& connection, std::span<const std::string> hashes) {
  const Transaction transaction(connection, Transaction::Kind::read);
  RunMakers makers;
  visit_runs(connection, hashes, "environment",
             [&](const std::string& hash, const Statement& row, int column) {
               makers.environments.emplace(hash, row.integer(column));
             });
  Statement environments = connection.prepare("SELECT id, plugins FROM environments");
  while (environments.step()) {
    makers.plugins.emplace(environments.integer(0), environments.text(1));
  }
  return makers;
}

std::optional<double> wall_seconds(const Connection& connection, const std::string& run_hash) {
  Statement statement =
      connection.prepare("SELECT wall_seconds FROM runs WHERE hash = ? AND wall_seconds NOT NULL");
  if (!statement.with(run_hash).step()) return std::nullopt;
  return statement.real(0);
}

}  // namespace skald
