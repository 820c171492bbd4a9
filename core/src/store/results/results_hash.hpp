// One hash of all computed results, independent of the order and place of computation.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// The digest of what one run has computed: its status, for each metric in the order of names the
// summary and all points, then the ledger, the diagnostics, the costs along the run and any vector
// series. Times, hosts, messages, artifacts and studies do not enter.
class ResultsDigest {
 public:
  // For the runs in the database attached as `schema`. The connection must outlive it.
  explicit ResultsDigest(const Connection& connection, std::string_view schema = "main");
  std::string of(std::int64_t run);  // a row id
  // The same of these metrics alone: what `of` returns of a run that has measured no others.
  std::string of(std::int64_t run, const std::set<std::string>& metrics);

  // The names of the metrics that a run has values of.
  std::set<std::string> metrics_of(std::int64_t run);

 private:
  std::vector<Statement> of_metrics_, others_;  // those of metrics begin with the name
  Statement metrics_;
};

// Returns a SHA-256 over the runs in the order of their hashes: hash, cell, replicate and
// ResultsDigest. It is equal for sweeps that computed the same bits with any number of workers,
// interruptions or merges. Reads one consistent state of the file; must not be called inside a
// transaction.
std::string results_hash(Connection& connection);

// Runs that were done again with other results.
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
