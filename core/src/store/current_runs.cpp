#include "store/current_runs.hpp"

#include <set>

#include "store/damage.hpp"
#include "store/run_table.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"

namespace skald::store {
namespace {

constexpr const char* outdated = "id NOT IN (SELECT id FROM current_runs)";

std::vector<std::string> outdated_runs(const Connection& connection) {
  std::vector<std::string> hashes;
  RunSeals seals(connection);
  Statement statement = connection.prepare(std::string("SELECT hash, id FROM runs WHERE ") +
                                           outdated + " ORDER BY id");
  while (statement.step()) {
    hashes.emplace_back(statement.text(0));
    if (seals.values_hold(statement.integer(1))) continue;
    throw DamagedError(connection.file().string() + ": run " + hashes.back() +
                       " is damaged, and perhaps only looks outdated; nothing was removed. " +
                       rescue_text());
  }
  return hashes;
}

}  // namespace

std::vector<std::string> prune_database(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::write);
  std::vector<std::string> hashes = outdated_runs(connection);
  connection.execute(std::string("DELETE FROM runs WHERE ") + outdated);
  connection.execute("DELETE FROM cell_audits WHERE id NOT IN (SELECT audit FROM audits)");
  connection.execute("DELETE FROM metrics WHERE " + is_recorded_sql() +
                     " AND id NOT IN (SELECT metric FROM summary)"
                     " AND id NOT IN (SELECT metric FROM points)");
  connection.execute(
      "DELETE FROM cells WHERE id NOT IN (SELECT cell FROM study_cells)"
      " AND id NOT IN (SELECT cell FROM runs);"
      "DELETE FROM axis_names WHERE id NOT IN (SELECT axis FROM axes);"
      "DELETE FROM vector_metrics WHERE id NOT IN (SELECT metric FROM vector_points);"
      "DELETE FROM measured WHERE id NOT IN (SELECT measured FROM runs);"
      "DELETE FROM environments WHERE id NOT IN (SELECT environment FROM runs)"
      " AND id NOT IN (SELECT environment FROM cell_audits)");
  rewrite_run_table(connection);
  seal_declarations(connection);
  transaction.commit();
  return hashes;
}

void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes) {
  Statement find = connection.prepare("SELECT id FROM runs WHERE hash = ?");
  std::set<std::int64_t> wanted;
  for (const std::string& hash : hashes) {
    if (const auto run = find.first<std::int64_t>(hash)) wanted.insert(*run);
  }
  const auto superseded = connection.column<std::int64_t>(
      "SELECT r.id FROM study_cells AS d JOIN runs AS r ON r.cell = d.cell AND r.origin = d.origin"
      " WHERE d.study = ? AND r.superseded",
      study);
  const std::set<std::int64_t> found(superseded.begin(), superseded.end());
  RunSeals seals(connection);
  Statement mark = connection.prepare("UPDATE runs SET superseded = ? WHERE id = ?");
  const auto set = [&](std::int64_t run, bool is_superseded) {
    const bool holds = seals.hold(run);
    mark.run(is_superseded, run);
    if (holds) seals.seal(run);
  };
  for (const std::int64_t run : found) {
    if (!wanted.contains(run)) set(run, false);
  }
  for (const std::int64_t run : wanted) {
    if (!found.contains(run)) set(run, true);
  }
}

}  // namespace skald::store
