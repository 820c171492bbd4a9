#include "store/prune.hpp"

#include "store/run_table.hpp"

namespace skald {
namespace {

constexpr const char* outdated = "id NOT IN (SELECT id FROM current_runs)";

std::vector<std::string> outdated_runs(const Connection& connection) {
  std::vector<std::string> hashes;
  Statement statement =
      connection.prepare(std::string("SELECT hash FROM runs WHERE ") + outdated + " ORDER BY id");
  while (statement.step()) hashes.emplace_back(statement.text(0));
  return hashes;
}

}  // namespace

std::vector<std::string> prune_database(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::write);
  std::vector<std::string> hashes = outdated_runs(connection);
  connection.execute(std::string("DELETE FROM runs WHERE ") + outdated);
  connection.execute(
      "DELETE FROM cells WHERE id NOT IN (SELECT cell FROM study_cells)"
      " AND id NOT IN (SELECT cell FROM runs);"
      "DELETE FROM axis_names WHERE id NOT IN (SELECT axis FROM axes);"
      "DELETE FROM environments WHERE id NOT IN (SELECT environment FROM runs)");
  rewrite_run_table(connection);
  transaction.commit();
  return hashes;
}

}  // namespace skald
