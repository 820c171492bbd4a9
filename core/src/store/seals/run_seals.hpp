// Seals of runs: digests over all values of a run, computed when it is stored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/sqlite.hpp"

namespace skald::store {

// A run has two seals, both in the form of RowDigest:
//   runs.series_digest  over the rows of its series (the lists of series_lists in run_seals.cpp)
//   runs.digest         over everything else: its row, which includes series_digest, the names of
//                       its study and cell, the cell's canonical JSON, its environment, summary,
//                       ledger, diagnostics, events, and the digests of its artifacts
// A list that the version of the file does not have leaves no byte, like one without rows. Row ids
// are not included, so that a merged run keeps its seals. Computing the SHA-256 costs little
// compared with reading the rows. A seal detects damage and mistakes; it is not a signature.
//
// Used by one thread; the connection must outlive it. `run` is a row id.
class RunSeals {
 public:
  // For the runs in the database attached as `schema`.
  explicit RunSeals(const Connection& connection, std::string_view schema = "main");

  // Returns whether the values that comparisons use are as stored: everything except series and
  // artifacts.
  bool values_hold(std::int64_t run);
  // Returns whether the whole run is as stored. It is not if SQLite cannot read its rows.
  bool hold(std::int64_t run);
  // Seals the run as it is now. Only for runs of "main".
  void seal(std::int64_t run);

 private:
  using Lists = std::vector<std::pair<std::string, Statement>>;  // by name

  static std::string digest_of(std::int64_t run, Lists& lists);
  bool artifacts_hold(std::int64_t run);

  const Connection& connection_;
  Lists values_, series_;
  Statement find_digest_, find_series_digest_, find_artifacts_;
  std::optional<Statement> write_digest_, write_series_digest_;  // prepared when first needed
};

// Seals every run of the file as it is now.
void seal_runs(Connection& connection);

// Returns the hashes of the runs whose seals do not hold, among all runs or among those of the
// cells that a study declares.
enum class SealDepth { values, all };  // values: as values_hold() checks; all: as hold() checks
std::vector<std::string> broken_runs(const Connection& connection, SealDepth depth,
                                     std::optional<std::int64_t> study = {});

}  // namespace skald::store
