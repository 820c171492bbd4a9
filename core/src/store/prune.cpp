#include "store/prune.hpp"

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

}  // namespace skald::store
