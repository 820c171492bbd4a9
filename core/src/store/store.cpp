#include "store/store.hpp"

#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "store/damage.hpp"
#include "store/database_file.hpp"
#include "store/declarations.hpp"
#include "store/opening/readable_file.hpp"
#include "store/opening/require_trusted.hpp"
#include "store/rescue/rescue.hpp"
#include "store/run_table.hpp"
#include "store/schema.hpp"
#include "store/schema_objects.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

// Spent when a store is closed. A sweep of 100 000 runs needs about a second.

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
  const bool can_be_migrated = version.kind == FileKind::skald && version.version < schema_version;
  if (version.kind != FileKind::empty && !can_be_migrated) require_this_version(file, version);
}

// Returns whether a writer was stopped early: the file is then complete only together with its side
// files.
bool has_side_files(const fs::path& file) {
  return fs::exists(file.string() + "-wal") || fs::exists(file.string() + "-journal");
}

// Examines an existing file without locks or side files, so that a refusal leaves no trace.
void require_ours_untouched(const fs::path& file, const StoreOptions& options) {
  std::error_code error;
  if (!fs::exists(file, error) || fs::file_size(file, error) == 0) return;
  if (has_side_files(file)) return;
  require_ours(file, file_version(Connection(file, Access::read_frozen, options.timeout)));
}

// SQLite gives up at once if another connection is writing, whatever its timeout, so this retries.
void switch_to_wal(Connection& connection, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (true) {
    try {
      return connection.execute("PRAGMA journal_mode = WAL");
    } catch (const DatabaseError& e) {
      if (trouble_of(e) != StoreTrouble::passing || std::chrono::steady_clock::now() > end) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// With WAL, readers and the writer do not wait for each other. With synchronous = NORMAL, a killed
// process loses nothing; a power cut may lose the last commits but never consistency, and the lost
// runs are simply run again. SQLite before 3.51.3 can damage a WAL file if two connections
// checkpoint at the same moment, so only the holder of the WriterLock writes or checkpoints, and
// readers open the file read-only.
void set_journal(Connection& connection, const StoreOptions& options) {
  if (options.network_file_system(connection.file().parent_path())) {
    connection.execute(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
    return;
  }
  switch_to_wal(connection, options.timeout);
  connection.execute("PRAGMA synchronous = NORMAL");
  connection.integer("SELECT count(*) FROM sqlite_schema");  // opens the journal
}

}  // namespace

Store Store::open(const fs::path& name, const StoreOptions& options) {
  const fs::path file = resolve_database_file(name);
  require_local(file, options);
  require_harmless(file);
  require_ours_untouched(file, options);
  WriterLock lock(file);
  OpeningReport opening{.backup = {}, .former_journals = set_aside_journals_of(file)};
  make_database(file, options.timeout);
  auto connection = std::make_unique<Connection>(file, Access::create, options.timeout);
  if (connection->read_only()) {
    throw std::runtime_error(file.string() +
                             ": cannot be written; check its permissions and the file system");
  }
  lock.hold_database();
  const FileVersion version = file_version(*connection);
  require_ours(file, version);
  if (version.kind == FileKind::empty) {
    create_schema(*connection);
  } else {
    connection->limit_work(fs::file_size(file));
    require_no_triggers(*connection);
    opening.backup = migrate(*connection, schema_version, kMigrations);
    const Transaction reading(*connection, Transaction::Kind::read);
    require_trusted(*connection);
    require_declarations(*connection);
    connection->limit_work(std::nullopt);
  }
  set_journal(*connection, options);
  return Store(std::move(lock), std::move(connection), std::move(opening), options.timeout);
}

Store::Store(WriterLock lock, std::unique_ptr<Connection> connection, OpeningReport opening,
             std::chrono::milliseconds timeout)
    : StoredRuns(*connection),
      lock_(std::move(lock)),
      connection_(std::move(connection)),
      watch_(std::make_unique<DatabaseWatch>(*connection_)),
      writer_(std::make_unique<RunWriter>(*connection_)),
      opening_(std::move(opening)),
      timeout_(timeout) {}

Store::~Store() {
  if (!connection_) return;
  writer_.reset();
  try {
    if (is_given_up_ || watch_->look() || lock_.loss()) {
      connection_->leave_files_at_end();
    } else {
      connection_->set_timeout(std::chrono::milliseconds(0));
      connection_->execute("PRAGMA journal_mode = DELETE");
    }
  } catch (const std::exception&) {
    // Someone is reading: the file stays in WAL mode, complete with its -wal file.
  }
}

std::int64_t Store::declare_study(const record::StudyRecord& study,
                                  std::span<const record::CellRecord> cells,
                                  std::span<const std::int64_t> positions) {
  std::int64_t id = 0;
  write([&] { id = skald::store::declare_study(*connection_, study, cells, positions); });
  return id;
}

void Store::declare_metrics(std::span<const record::MetricRecord> metrics) {
  write([&] { skald::store::declare_metrics(*connection_, metrics); });
}

void Store::decide(std::int64_t study, std::span<const record::DecisionRecord> decisions) {
  if (decisions.empty()) return;
  write([&] { record_decisions(*connection_, study, decisions); });
}

void Store::pause(std::int64_t study, std::span<const record::RungRecord> rungs) {
  if (rungs.empty()) return;
  write([&] { record_rungs(*connection_, study, rungs); });
}

std::vector<FormerRun> Store::record(std::span<const record::RunRecord> runs) {
  std::vector<FormerRun> former;
  write([&] {
    require_no_triggers(*connection_);
    former = writer_->write(runs);
  });
  return former;
}

AuditsStored Store::record(std::span<const record::AuditRecord> audits) {
  AuditsStored stored;
  write([&] { stored = record_audits(*connection_, audits); });
  return stored;
}

void Store::require_undisturbed() { require(watch_->look()); }

void Store::require(const std::optional<Disturbance>& nothing) {
  const auto loss = lock_.loss();
  if (!nothing && !loss) return;
  is_given_up_ = true;
  writer_.reset();
  if (!nothing) throw DatabaseDisturbed(*loss);
  connection_->set_timeout(std::chrono::seconds(1));
  throw DatabaseDisturbed(rescue(*connection_, *watch_, *nothing));
}

std::uintmax_t Store::shrink_journal(std::uintmax_t most) {
  std::error_code none;
  const fs::path journal = journal_of(file());
  const auto bytes = [&] {
    const std::uintmax_t size = fs::file_size(journal, none);
    return none ? 0 : size;
  };
  if (bytes() <= most) return bytes();
  require(watch_->look());
  connection_->set_timeout(std::chrono::milliseconds(0));  // a reader may take hours
  try {
    connection_->execute("PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const DatabaseError& e) {
    if (trouble_of(e) != StoreTrouble::passing) throw;
  }
  connection_->set_timeout(timeout_);
  if (bytes() == 0) watch_->journal_was_emptied();
  require(watch_->look(true));
  return bytes();
}

void Store::set_timeout(std::chrono::milliseconds timeout) {
  timeout_ = timeout;
  connection_->set_timeout(timeout);
}

void Store::supersede(std::int64_t study, std::span<const std::string> hashes) {
  write([&] { skald::store::supersede(*connection_, study, hashes); });
}

void Store::write(const std::function<void()>& rows) {
  require(watch_->look());
  Transaction transaction(*connection_, Transaction::Kind::write);
  rows();
  transaction.commit();
  require(watch_->look(true));
}

std::vector<std::string> Store::prune() {
  require(watch_->look());
  std::vector<std::string> removed = prune_database(*connection_);
  require(watch_->look(true));
  return removed;
}

std::optional<record::Blob> Store::artifact(const std::string& run_hash,
                                            const std::string& name) const {
  Statement statement = connection_->prepare(
      "SELECT content, artifacts.digest FROM artifacts JOIN runs ON runs.id = artifacts.run WHERE "
      "hash = ? "
      "AND name = ?");
  if (!statement.with(run_hash, name).step()) return std::nullopt;
  if (text::sha256(statement.bytes(0)) != statement.text(1)) {
    throw DamagedError(file().string() + ": artifact " + name + " of run " + run_hash +
                       " is damaged; " + rescue_text());
  }
  return std::get<record::Blob>(statement.value(0));
}

std::vector<std::string> Store::damaged(std::int64_t study) const {
  return broken_runs(*connection_, SealDepth::values, study);
}

MergeReport Store::merge(const fs::path& other, MergeRule rule) {
  require(watch_->look());
  MergeReport report = merge_database(*connection_, other, rule);
  require(watch_->look(true));
  return report;
}

std::int64_t Store::metrics_without_column() const {
  return connection_->integer("SELECT count(*) FROM metrics WHERE column_name = ''");
}

}  // namespace skald::store
