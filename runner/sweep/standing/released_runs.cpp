#include "sweep/standing/released_runs.hpp"

#include <fmt/core.h>

#include <set>
#include <unordered_set>

namespace skald {
namespace {

std::unordered_set<std::string> hashes_of(const std::vector<SweepRun>& runs) {
  std::unordered_set<std::string> hashes;
  hashes.reserve(runs.size());
  for (const SweepRun& run : runs) hashes.insert(run.hash.text());
  return hashes;
}

// " (seed 1)" if all have one other seed than the grid, otherwise "".
std::string seed_note(const std::set<std::int64_t>& seeds, const std::vector<SweepRun>& runs) {
  const bool is_other = seeds.size() == 1 && !runs.empty() &&
                        *seeds.begin() != static_cast<std::int64_t>(runs.front().cell->seed);
  return is_other ? fmt::format(" (seed {})", *seeds.begin()) : "";
}

}  // namespace

std::string released_runs(const store::StoreReader& reader, const std::string& study,
                          const std::vector<SweepRun>& runs) {
  const record::ResultTable declared = reader.select(
      "SELECT r.hash, r.seed FROM current_runs AS r"
      " WHERE r.study = (SELECT id FROM studies WHERE name = ?) AND NOT EXISTS ("
      "SELECT 1 FROM current_runs AS o WHERE o.cell = r.cell AND o.id = r.id"
      " AND o.study <> r.study)",
      study);
  if (declared.rows.empty()) return "";
  const std::unordered_set<std::string> wanted = hashes_of(runs);
  std::size_t released = 0;
  std::set<std::int64_t> seeds;
  for (const auto& row : declared.rows) {
    if (wanted.contains(std::get<std::string>(row[0]))) continue;
    ++released;
    seeds.insert(std::get<std::int64_t>(row[1]));
  }
  if (released == 0) return "";
  return fmt::format("{} run{} of the former declaration of {}{}", released,
                     released == 1 ? "" : "s", study, seed_note(seeds, runs));
}

}  // namespace skald
