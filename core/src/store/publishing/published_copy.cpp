#include "store/publishing/published_copy.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "store/backup.hpp"
#include "store/run_writer.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t hash_bytes = 32;

// Runs without a result, a finite eps or a statement; those that no grid declares any more; and
// what belongs to no run. Rows of a run go with it.
constexpr const char* leave_out_sql = R"(
  DELETE FROM runs WHERE status NOT IN ('ok', 'diverged')
    OR id NOT IN (SELECT id FROM current_runs)
    OR id NOT IN (SELECT run FROM ledger WHERE eps_spent < 9e999)
    OR id NOT IN (SELECT run FROM events WHERE kind = 'privacy');
  DELETE FROM cell_audits;
  DELETE FROM cell_decisions;
  DELETE FROM former_documents;
  DELETE FROM rungs;
  DELETE FROM submissions;
  DELETE FROM artifacts;
  DELETE FROM vector_points;
  DELETE FROM vector_metrics;
)";

// What this machine did when, and what identifies the data. A run that diverged says so by its
// status; its message is that of its event.
constexpr const char* forget_sql = R"(
  UPDATE runs SET started = '1970-01-01T00:00:00.000Z', ended = '1970-01-01T00:00:00.000Z',
    wall_seconds = NULL, cpu_seconds = NULL, peak_memory = NULL, metric_seconds = NULL,
    exit_signal = NULL, seed = 0, data_digests = '{}';
  UPDATE moments SET wall_seconds = 0;
  UPDATE studies SET created = '1970-01-01T00:00:00.000Z';
)";

void remove_uncovered_events(Connection& copy, const Covered& covered) {
  Statement remove = copy.prepare("DELETE FROM events WHERE kind = ?");
  for (const auto& kind : copy.column<std::string>("SELECT DISTINCT kind FROM events")) {
    if (std::find(covered.events.begin(), covered.events.end(), kind) == covered.events.end())
      remove.run(kind);
  }
}

void remove_uncovered_series(Connection& copy, const Covered& covered) {
  Statement find = copy.prepare("SELECT message FROM events WHERE run = ? AND kind = 'privacy'");
  Statement remove_run = copy.prepare("DELETE FROM runs WHERE id = ?");
  const char* of_metric = " WHERE run = ? AND metric = (SELECT id FROM metrics WHERE name = ?)";
  Statement remove_points = copy.prepare(std::string("DELETE FROM points") + of_metric);
  Statement remove_summary = copy.prepare(std::string("DELETE FROM summary") + of_metric);
  for (const auto run : copy.column<std::int64_t>("SELECT id FROM runs")) {
    const auto names = covered.uncovered(find.first<std::string>(run).value_or(""));
    if (!names) remove_run.run(run);
    for (const std::string& name : names.value_or(std::vector<std::string>{})) {
      remove_points.run(run, name);
      remove_summary.run(run, name);
    }
  }
}

void draw_identities(Connection& copy) {
  Statement rename_origin = copy.prepare("UPDATE runs SET origin = ? WHERE origin = ?");
  Statement rename_declared = copy.prepare("UPDATE study_cells SET origin = ? WHERE origin = ?");
  Statement rename_first =
      copy.prepare("UPDATE runs SET hash = origin WHERE origin = ? AND replicate = 0");
  for (const auto& origin :
       copy.column<std::string>("SELECT origin FROM study_cells UNION SELECT origin FROM runs")) {
    const std::string drawn = text::random_hexadecimal(hash_bytes);
    rename_origin.run(drawn, origin);
    rename_declared.run(drawn, origin);
    rename_first.run(drawn);
  }
  Statement rename = copy.prepare("UPDATE runs SET hash = ? WHERE id = ?");
  for (const auto run :
       copy.column<std::int64_t>("SELECT id FROM runs WHERE hash <> origin OR replicate > 0")) {
    rename.run(text::random_hexadecimal(hash_bytes), run);
  }
}

// Of the environments, what was built of which sources stays.
void forget_machines(Connection& copy, const Covered& covered) {
  SharedRows shared(copy);
  const record::ResultTable found = copy.query(
      "SELECT id, skald_version, git_commit, git_dirty, build, plugins FROM environments");
  Statement replace = copy.prepare("UPDATE runs SET environment = ? WHERE environment = ?");
  for (const auto& row : found.rows) {
    record::EnvironmentRecord told;
    told.skald_version = std::get<std::string>(row[1]);
    told.git_commit = std::get<std::string>(row[2]);
    told.git_dirty = std::get<std::string>(row[3]);
    told.build = std::get<std::string>(row[4]);
    told.plugins = covered.plugins(std::get<std::string>(row[5]));
    replace.run(shared.id(told), std::get<std::int64_t>(row[0]));
  }
  copy.execute("DELETE FROM environments WHERE id NOT IN (SELECT environment FROM runs)");
}

void remove_seeds(Connection& copy, const Covered& covered) {
  Statement find = copy.prepare("SELECT document FROM studies WHERE id = ?");
  Statement replace = copy.prepare("UPDATE studies SET document = ? WHERE id = ?");
  for (const auto study : copy.column<std::int64_t>("SELECT id FROM studies"))
    replace.run(covered.document(*find.first<std::string>(study)), study);
}

void strip(Connection& copy, const Covered& covered) {
  Transaction transaction(copy, Transaction::Kind::write);
  copy.execute(leave_out_sql);
  remove_uncovered_series(copy, covered);
  remove_uncovered_events(copy, covered);
  copy.execute(forget_sql);
  draw_identities(copy);
  forget_machines(copy, covered);
  remove_seeds(copy, covered);
  seal_runs(copy);
  seal_declarations(copy);
  transaction.commit();
}

class Unfinished {
 public:
  explicit Unfinished(fs::path file) : file_(std::move(file)) {}
  ~Unfinished() {
    std::error_code ignored;
    for (const char* side : {"", "-journal", "-wal", "-shm"})
      fs::remove(file_.string() + side, ignored);
  }
  const fs::path& file() const { return file_; }

 private:
  fs::path file_;
};

}  // namespace

PublishedRuns write_published(const StoreReader& reader, const fs::path& out,
                              const Covered& covered) {
  if (fs::symlink_status(out).type() != fs::file_type::not_found)
    throw std::runtime_error(out.string() + ": exists; name a file that does not");
  const Unfinished unfinished(fs::absolute(out).string() + ".unfinished");
  fs::remove(unfinished.file());
  PublishedRuns published;
  const std::int64_t all = reader.connection().integer("SELECT count(*) FROM runs");
  {
    const Connection source(reader.file(), Access::read, std::chrono::seconds(30));
    write_copy(source, unfinished.file());
  }
  Connection copy(unfinished.file(), Access::write, std::chrono::seconds(30));
  strip(copy, covered);
  published.runs = copy.integer("SELECT count(*) FROM runs");
  published.left_out = all - published.runs;
  try {
    write_copy(copy, fs::absolute(out));  // without the pages of what was deleted
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove(out, ignored);
    throw;
  }
  return published;
}

}  // namespace skald::store
