// Seals of runs: digests over all values that are stored of a run, made when they are stored.
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
//   runs.digest         over all else: its row, series_digest included, the names of its study and
//                       cell, the cell's canonical JSON, its environment, summary, ledger, events,
//                       and the digests of its artifacts
// Row ids are not part of them, so that a merged run keeps its seals. SHA-256, as all digests of
// the file: what it costs is small beside reading the rows. A seal finds damage and slips; it is no
// signature.
//
// Used by one thread; the connection must outlive it. `run` is a row id.
class RunSeals {
 public:
  // Of the runs in the database attached as `schema`.
  explicit RunSeals(const Connection& connection, std::string_view schema = "main");

  // Whether what numbers are compared from is as it was stored: all but series and artifacts.
  bool values_hold(std::int64_t run);
  // Whether all of it is. Rows that SQLite cannot read are not as they were stored.
  bool hold(std::int64_t run);
  // Seals the run as it stands; only of "main".
  void seal(std::int64_t run);

 private:
  using Lists = std::vector<std::pair<std::string, Statement>>;  // by name

  static std::string digest_of(std::int64_t run, Lists& lists);
  static std::optional<std::string> stored(Statement& find, std::int64_t run);
  bool artifacts_hold(std::int64_t run);

  const Connection& connection_;
  Lists values_, series_;
  Statement find_digest_, find_series_digest_, find_artifacts_;
  std::optional<Statement> write_digest_, write_series_digest_;  // prepared when first needed
};

// Seals every run of the file as it stands.
void seal_runs(Connection& connection);

// The hashes of the runs whose seals do not hold: of every run, or of those of the cells that a
// study declares.
enum class SealDepth { values, all };  // as values_hold() and hold() look
std::vector<std::string> broken_runs(const Connection& connection, SealDepth depth,
                                     std::optional<std::int64_t> study = {});

}  // namespace skald::store
