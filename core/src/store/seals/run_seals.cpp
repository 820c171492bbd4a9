#include "store/seals/run_seals.hpp"

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/seals/row_digest.hpp"
#include "store/seals/seal_scan.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// A query for rows of a run, with the run's id as parameter and "$" for the name of the database.
// The columns are those of the schema, without ids. Their order and that of the rows is part of the
// digest: a change needs a migration that seals anew.
struct RunList {
  const char* name;
  std::string sql;
};

std::vector<RunList> series_lists() {
  return {
      {"points",
       "SELECT m.name, p.iteration, p.value FROM $.points AS p"
       " LEFT JOIN $.metrics AS m ON m.id = p.metric WHERE p.run = ?"
       " ORDER BY m.name, p.iteration"},
      {"vector_points",
       "SELECT m.name, p.iteration, p.item, p.value FROM $.vector_points AS p"
       " LEFT JOIN $.vector_metrics AS m ON m.id = p.metric WHERE p.run = ?"
       " ORDER BY m.name, p.iteration, p.item"},
      {"moments", "SELECT " + table_columns("moments", "", {{"run", ""}}) +
                      " FROM $.moments WHERE run = ? ORDER BY iteration"},
  };
}

std::vector<RunList> value_lists() {
  return {
      {"runs", "SELECT " +
                   table_columns("runs", "r.",
                                 {{"id", ""},
                                  {"study", "s.name"},
                                  {"cell", "c.hash, c.canonical_json"},
                                  {"environment", ""},
                                  {"measured", ""},
                                  {"digest", ""}}) +
                   " FROM $.runs AS r LEFT JOIN $.studies AS s ON s.id = r.study"
                   " LEFT JOIN $.cells AS c ON c.id = r.cell WHERE r.id = ?"},
      {"environments", "SELECT " + table_columns("environments", "e.", {{"id", ""}}) +
                           " FROM $.environments AS e JOIN $.runs AS r ON r.environment = e.id"
                           " WHERE r.id = ?"},
      {"measured",
       "SELECT metrics FROM $.measured AS m JOIN $.runs AS r ON r.measured = m.id"
       " WHERE r.id = ?"},
      {"summary",
       "SELECT m.name, m.units, m.better, " +
           table_columns("summary", "s.", {{"run", ""}, {"metric", ""}}) +
           " FROM $.summary AS s LEFT JOIN $.metrics AS m ON m.id = s.metric WHERE s.run = ?"
           " ORDER BY m.name"},
      {"ledger",
       "SELECT " + table_columns("ledger", "", {{"run", ""}}) + " FROM $.ledger WHERE run = ?"},
      {"diagnostics", "SELECT " + table_columns("diagnostics", "", {{"run", ""}}) +
                          " FROM $.diagnostics WHERE run = ? ORDER BY iteration"},
      {"events", "SELECT " + table_columns("events", "", {{"run", ""}}) +
                     " FROM $.events WHERE run = ? ORDER BY position"},
      {"artifacts", "SELECT " + table_columns("artifacts", "", {{"run", ""}, {"content", ""}}) +
                        " FROM $.artifacts WHERE run = ? ORDER BY name"},
  };
}

std::vector<std::pair<std::string, Statement>> prepared(const Connection& connection,
                                                        const std::vector<RunList>& lists,
                                                        std::string_view schema) {
  std::vector<std::pair<std::string, Statement>> statements;
  statements.reserve(lists.size());
  for (const RunList& list : lists) {
    statements.emplace_back(list.name, connection.prepare(with_schema(list.sql, schema)));
  }
  return statements;
}

}  // namespace

RunSeals::RunSeals(const Connection& connection, std::string_view schema)
    : connection_(connection),
      values_(prepared(connection, value_lists(), schema)),
      series_(prepared(connection, series_lists(), schema)),
      find_digest_(
          connection.prepare(with_schema("SELECT digest FROM $.runs WHERE id = ?", schema))),
      find_series_digest_(
          connection.prepare(with_schema("SELECT series_digest FROM $.runs WHERE id = ?", schema))),
      find_artifacts_(connection.prepare(
          with_schema("SELECT digest, content FROM $.artifacts WHERE run = ?", schema))) {}

std::string RunSeals::digest_of(std::int64_t run, Lists& lists) {
  RowDigest digest;
  for (auto& [name, rows] : lists) digest.add(name, rows.with(run));
  return digest.digest();
}

bool RunSeals::artifacts_hold(std::int64_t run) {
  bool hold = true;
  find_artifacts_.with(run);
  while (hold && find_artifacts_.step()) {
    hold = text::sha256(find_artifacts_.bytes(1)) == find_artifacts_.text(0);
  }
  find_artifacts_.reset();
  return hold;
}

bool RunSeals::values_hold(std::int64_t run) {
  try {
    return digest_of(run, values_) == find_digest_.first<std::string>(run);
  } catch (const DamagedError&) {
    return false;
  }
}

bool RunSeals::hold(std::int64_t run) {
  try {
    return values_hold(run) &&
           digest_of(run, series_) == find_series_digest_.first<std::string>(run) &&
           artifacts_hold(run);
  } catch (const DamagedError&) {
    return false;
  }
}

void RunSeals::seal(std::int64_t run) {
  if (!write_digest_) {
    write_series_digest_ =
        connection_.prepare("UPDATE main.runs SET series_digest = ? WHERE id = ?");
    write_digest_ = connection_.prepare("UPDATE main.runs SET digest = ? WHERE id = ?");
  }
  write_series_digest_->run(digest_of(run, series_), run);
  write_digest_->run(digest_of(run, values_), run);
}

void seal_runs(Connection& connection) {
  RunSeals seals(connection);
  for (const auto run : connection.column<std::int64_t>("SELECT id FROM runs")) seals.seal(run);
}

namespace {

// A scan reads whole tables. If fewer than 1 / scanned_share of the runs are asked for, looking up
// their rows is faster.
constexpr std::int64_t scanned_share = 16;

bool are_many(const Connection& connection, std::int64_t study) {
  const auto count = connection
                         .prepare(
                             "SELECT count(*) FROM runs WHERE cell IN"
                             " (SELECT cell FROM study_cells WHERE study = ?)")
                         .first<std::int64_t>(study);
  return scanned_share * count.value_or(0) >= connection.integer("SELECT max(id) FROM runs");
}

// Returns the runs whose seals must be examined one by one.
std::vector<std::int64_t> to_examine(const Connection& connection, SealDepth depth,
                                     std::optional<std::int64_t> study) {
  const bool has_scan = depth == SealDepth::values && (!study || are_many(connection, *study));
  if (has_scan) return unconfirmed_runs(connection, study);
  if (!study) return connection.column<std::int64_t>("SELECT id FROM runs ORDER BY id");
  return connection.column<std::int64_t>(
      "SELECT id FROM runs WHERE cell IN (SELECT cell FROM study_cells WHERE study = ?) ORDER BY "
      "id",
      *study);
}

}  // namespace

std::vector<std::string> broken_runs(const Connection& connection, SealDepth depth,
                                     std::optional<std::int64_t> study) {
  RunSeals seals(connection);
  std::vector<std::string> hashes;
  Statement find = connection.prepare("SELECT hash FROM runs WHERE id = ?");
  for (const std::int64_t run : to_examine(connection, depth, study)) {
    if (depth == SealDepth::all ? seals.hold(run) : seals.values_hold(run)) continue;
    hashes.push_back(find.first<std::string>(run).value_or(""));
  }
  return hashes;
}

}  // namespace skald::store
