#include "store/supersede.hpp"

#include <set>

#include "store/cell_means.hpp"
#include "store/seals/run_seals.hpp"

namespace skald::store {
namespace {

using RunIds = std::set<std::int64_t>;

RunIds runs_of(const Connection& connection, std::span<const std::string> hashes) {
  Statement find = connection.prepare("SELECT id FROM runs WHERE hash = ?");
  RunIds runs;
  for (const std::string& hash : hashes) {
    if (find.with(hash).step()) runs.insert(find.integer(0));
  }
  return runs;
}

RunIds superseded_runs(const Connection& connection, std::int64_t study) {
  Statement find = connection.prepare(
      "SELECT r.id FROM study_cells AS d JOIN runs AS r ON r.cell = d.cell AND r.origin = d.origin"
      " WHERE d.study = ? AND r.superseded");
  find.with(study);
  RunIds runs;
  while (find.step()) runs.insert(find.integer(0));
  return runs;
}

}  // namespace

void supersede(Connection& connection, std::int64_t study, std::span<const std::string> hashes) {
  const RunIds wanted = runs_of(connection, hashes), found = superseded_runs(connection, study);
  RunSeals seals(connection);
  ForgetMeans forget_means(connection);
  Statement find_cell = connection.prepare("SELECT cell FROM runs WHERE id = ?");
  Statement mark = connection.prepare("UPDATE runs SET superseded = ? WHERE id = ?");
  const auto set = [&](std::int64_t run, bool superseded) {
    const bool holds = seals.hold(run);
    mark.run(superseded, run);
    if (find_cell.with(run).step()) forget_means.of_cell(find_cell.integer(0));
    find_cell.reset();
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
