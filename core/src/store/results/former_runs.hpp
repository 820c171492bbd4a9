// Runs that were done again with other results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/results/results_hash.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

struct FormerRun {
  std::string identity;  // the hash under which it was stored
  std::string hash;      // under which it is kept
};

// Returns the hash of a former run: it follows from its identity and its results, so that files
// that have kept the same run have it under the same hash.
std::string former_hash(std::string_view identity, std::string_view results);

// Keeps them. Call its functions inside a transaction; the connection must outlive it.
class FormerRuns {
 public:
  explicit FormerRuns(Connection& connection);

  // Makes room for a run of this hash: removes the stored one if it has no result or is damaged,
  // and otherwise keeps it as a former run.
  std::optional<FormerRun> make_way(const std::string& hash);

  // Removes the former runs of this identity whose results the stored run `id` of this hash
  // repeats, be it with those of more metrics, and returns the hashes under which they were kept.
  std::vector<std::string> remove_repeated(const std::string& hash, std::int64_t id);

 private:
  ResultsDigest results_;
  RunSeals seals_;
  Statement find_, find_former_, rename_, remove_, remove_hash_;
};

}  // namespace skald::store
