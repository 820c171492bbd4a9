#include "store/results/former_runs.hpp"

#include "record/records.hpp"
#include "text/sha256.hpp"

namespace skald::store {

std::string former_hash(std::string_view identity, std::string_view results) {
  return text::sha256(std::string(identity).append(" ").append(results));
}

FormerRuns::FormerRuns(Connection& c)
    : results_(c),
      seals_(c),
      find_(c.prepare("SELECT id, status FROM runs WHERE hash = ?")),
      find_former_(c.prepare("SELECT id, hash FROM runs WHERE former_of = ?")),
      rename_(c.prepare("UPDATE OR IGNORE runs SET hash = ?, former_of = ?, superseded = 0"
                        " WHERE id = ?")),
      remove_(c.prepare("DELETE FROM runs WHERE id = ? AND former_of IS NULL")),
      remove_hash_(c.prepare("DELETE FROM runs WHERE hash = ?")) {}

std::optional<FormerRun> FormerRuns::make_way(const std::string& hash) {
  if (!find_.with(hash).step()) return std::nullopt;
  const std::int64_t id = find_.integer(0);
  const bool is_result = record::is_result(record::run_status(find_.text(1)));
  find_.reset();
  std::optional<FormerRun> former;
  if (is_result && seals_.hold(id)) {
    former = {hash, former_hash(hash, results_.of(id))};
    rename_.run(former->hash, hash, id);  // not if the same results are kept already
    seals_.seal(id);
  }
  remove_.run(id);  // unless it was renamed
  return former;
}

std::vector<std::string> FormerRuns::remove_repeated(const std::string& hash, std::int64_t id) {
  std::vector<std::pair<std::int64_t, std::string>> former;
  find_former_.with(hash);
  while (find_former_.step()) former.emplace_back(find_former_.integer(0), find_former_.text(1));
  find_former_.reset();
  std::vector<std::string> repeated;
  for (const auto& [run, kept_as] : former) {
    if (former_hash(hash, results_.of(id, results_.metrics_of(run))) != kept_as) continue;
    remove_hash_.run(kept_as);
    repeated.push_back(kept_as);
  }
  return repeated;
}

}  // namespace skald::store
