#include "store/seals/seal_scan.hpp"

#include <algorithm>
#include <future>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/seals/row_digest.hpp"
#include "store/study_runs.hpp"
#include "text/sha256.hpp"

namespace skald::store {
namespace {

// Appends the rows of the run as one list.
void append_rows(std::string& bytes, const char* name, RowsByRun& rows, std::int64_t run) {
  if (!rows.find(run)) return;
  append_list(bytes, name);
  do {
    append_row(bytes);
    append_values(bytes, rows.row(), 1, rows.row().columns());
  } while (rows.next(run));
}

// The bytes of rows that many runs refer to, by row id.
class SharedBytes {
 public:
  // `sql` selects the row with a given id. `opening` precedes the bytes of each row.
  SharedBytes(const Connection& connection, std::string_view sql, std::string opening)
      : find_(connection.prepare(sql)), opening_(std::move(opening)) {}

  // Returns the bytes, valid until the next call; null if there is no such row.
  const std::string* find(std::int64_t id) {
    if (const auto known = known_.find(id); known != known_.end()) return &known->second;
    if (!find_.with(id).step()) return nullptr;
    if (size_ > most_bytes) {
      known_.clear();
      size_ = 0;
    }
    std::string& bytes = known_[id] = opening_;
    append_values(bytes, find_, 0, find_.columns());
    find_.reset();
    size_ += bytes.size();
    return &bytes;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  Statement find_;
  std::string opening_;
  std::unordered_map<std::int64_t, std::string> known_;
  std::size_t size_ = 0;
};

std::string list_opening(std::string_view name) {
  std::string bytes;
  append_list(bytes, name);
  append_row(bytes);
  return bytes;
}

// Reads summaries. Precedes each row with its metric, and sorts the rows of a run by metric name.
class SummaryRows {
 public:
  explicit SummaryRows(const Connection& connection)
      : rows_(connection.prepare("SELECT " + table_columns("summary") +
                                 " FROM summary ORDER BY run, metric")) {
    Statement metrics =
        connection.prepare("SELECT id, name, units, better FROM metrics ORDER BY name");
    while (metrics.step()) {
      Metric& metric = metrics_[metrics.integer(0)];
      metric.rank = metrics_.size();
      append_row(metric.opening);
      append_values(metric.opening, metrics, 1, 4);
    }
  }

  // Appends the rows of the run as one list. Returns whether every row has a metric.
  bool append(std::string& bytes, std::int64_t run) {
    if (!rows_.find(run)) return true;
    append_list(bytes, "summary");
    ordered_.clear();
    values_.clear();
    do {
      const auto metric = metrics_.find(rows_.row().integer(1));
      if (metric == metrics_.end()) return false;
      ordered_.push_back({&metric->second, values_.size(), 0});
      append_values(values_, rows_.row(), 2, rows_.row().columns());
      ordered_.back().end = values_.size();
    } while (rows_.next(run));
    std::sort(ordered_.begin(), ordered_.end(),
              [](const Row& a, const Row& b) { return a.metric->rank < b.metric->rank; });
    for (const Row& row : ordered_) {
      bytes += row.metric->opening;
      bytes.append(values_, row.begin, row.end - row.begin);
    }
    return true;
  }

 private:
  struct Metric {
    std::size_t rank = 0;  // position of its name in alphabetical order
    std::string opening;
  };
  struct Row {
    const Metric* metric;
    std::size_t begin, end;  // of its bytes, in values_
  };

  RowsByRun rows_;
  std::unordered_map<std::int64_t, Metric> metrics_;
  std::vector<Row> ordered_;
  std::string values_;
};

// Reads artifacts in the order in which they were written, run by run.
class ArtifactRows {
 public:
  explicit ArtifactRows(const Connection& connection)
      : rows_(connection.prepare(
            "SELECT run, name, digest FROM artifacts NOT INDEXED ORDER BY rowid")) {}

  // Appends the rows of the run as one list, sorted by name.
  void append(std::string& bytes, std::int64_t run) {
    if (!rows_.find(run)) return;
    append_list(bytes, "artifacts");
    std::map<std::string, std::string> by_name;
    do {
      std::string& row = by_name[std::string(rows_.row().text(1))];
      append_row(row);
      append_values(row, rows_.row(), 1, 3);
    } while (rows_.next(run));
    for (const auto& [name, row] : by_name) bytes += row;
  }

 private:
  RowsByRun rows_;
};

// The columns of the list "runs" in run_seals.cpp, preceded by the ids of referenced rows
// and the seal.
enum Column { id, study, cell, environment, measured, digest, hash, replicate = hash + 3 };
std::string runs_sql() {
  const std::string sealed = table_columns("runs", "",
                                           {{"id", ""},
                                            {"study", ""},
                                            {"cell", ""},
                                            {"environment", ""},
                                            {"measured", ""},
                                            {"digest", ""}});
  return "SELECT id, study, cell, environment, measured, digest, " + sealed +
         " FROM runs NOT INDEXED"
         " WHERE ?1 IS NULL OR cell IN (SELECT cell FROM study_cells WHERE study = ?1) ORDER BY id";
}

class SealScan {
 public:
  explicit SealScan(const Connection& connection)
      : studies_(connection, "SELECT name FROM studies WHERE id = ?", ""),
        cells_(connection, "SELECT hash, canonical_json FROM cells WHERE id = ?", ""),
        environments_(connection,
                      "SELECT " + table_columns("environments", "", {{"id", ""}}) +
                          " FROM environments WHERE id = ?",
                      list_opening("environments")),
        measured_(connection, "SELECT metrics FROM measured WHERE id = ?",
                  list_opening("measured")),
        summary_(connection),
        ledger_(connection.prepare("SELECT " + table_columns("ledger") +
                                   " FROM ledger NOT INDEXED ORDER BY run")),
        diagnostics_(connection.prepare("SELECT " + table_columns("diagnostics") +
                                        " FROM diagnostics ORDER BY run, iteration")),
        events_(connection.prepare("SELECT " + table_columns("events") +
                                   " FROM events ORDER BY run, position")),
        artifacts_(connection) {}

  // Appends the bytes of the run in this row of runs_sql(). Returns false if a row that it refers
  // to is missing.
  bool append(std::string& bytes, const Statement& run) {
    const std::string* study_name = studies_.find(run.integer(study));
    const std::string* cell_values = cells_.find(run.integer(cell));
    const std::string* environment_list = environments_.find(run.integer(environment));
    const std::string* measured_list = measured_.find(run.integer(measured));
    if (study_name == nullptr || cell_values == nullptr || environment_list == nullptr ||
        measured_list == nullptr) {
      return false;
    }
    bytes += runs_opening_;
    append_values(bytes, run, hash, replicate);
    bytes.append(*study_name).append(*cell_values);
    append_values(bytes, run, replicate, run.columns());
    bytes.append(*environment_list).append(*measured_list);
    if (!summary_.append(bytes, run.integer(id))) return false;
    append_rows(bytes, "ledger", ledger_, run.integer(id));
    append_rows(bytes, "diagnostics", diagnostics_, run.integer(id));
    append_rows(bytes, "events", events_, run.integer(id));
    artifacts_.append(bytes, run.integer(id));
    return true;
  }

 private:
  const std::string runs_opening_ = list_opening("runs");
  SharedBytes studies_, cells_, environments_, measured_;
  SummaryRows summary_;
  RowsByRun ledger_, diagnostics_, events_;
  ArtifactRows artifacts_;
};

// A batch of runs with the bytes that their seals cover.
struct Batch {
  struct Run {
    std::int64_t id;
    std::size_t end;   // of its bytes, in Batch::bytes
    std::string seal;  // empty if a row that it refers to is missing
  };
  std::vector<Run> runs;
  std::string bytes;

  void clear() {
    runs.clear();
    bytes.clear();
  }
};

std::vector<std::int64_t> unconfirmed_in(const Batch& batch) {
  std::vector<std::int64_t> unconfirmed;
  std::size_t begin = 0;
  for (const Batch::Run& run : batch.runs) {
    const std::string_view bytes(batch.bytes.data() + begin, run.end - begin);
    if (text::sha256(bytes) != run.seal) unconfirmed.push_back(run.id);
    begin = run.end;
  }
  return unconfirmed;
}

// Digests one batch on another thread while the next one is read.
class Digests {
 public:
  // Waits for the previous batch. Leaves an empty one, with its memory.
  void begin(Batch& batch) {
    finish();
    std::swap(batch, batch_);
    batch.clear();
    found_ = std::async(std::launch::async, [this] { return unconfirmed_in(batch_); });
  }
  void finish() {
    if (!found_.valid()) return;
    const std::vector<std::int64_t> more = found_.get();
    unconfirmed_.insert(unconfirmed_.end(), more.begin(), more.end());
  }
  std::vector<std::int64_t>& unconfirmed() { return unconfirmed_; }

 private:
  Batch batch_;
  std::future<std::vector<std::int64_t>> found_;  // in batch_
  std::vector<std::int64_t> unconfirmed_;
};

void scan(const Connection& connection, std::optional<std::int64_t> study, Digests& digests,
          std::int64_t& last) {
  constexpr std::size_t batch_bytes = std::size_t{4} << 20;
  Statement runs = connection.prepare(runs_sql());
  SealScan seals(connection);
  runs.with(study);
  Batch batch;
  while (runs.step()) {
    const bool is_whole = seals.append(batch.bytes, runs);
    batch.runs.push_back(
        {runs.integer(id), batch.bytes.size(), std::string(is_whole ? runs.text(digest) : "")});
    if (batch.bytes.size() < batch_bytes) continue;
    last = runs.integer(id);
    digests.begin(batch);
  }
  digests.begin(batch);
  last = std::numeric_limits<std::int64_t>::max();
}

// Adds the runs after `last`, which a scan that failed did not reach.
void add_rest(const Connection& connection, std::optional<std::int64_t> study, std::int64_t last,
              std::vector<std::int64_t>& unconfirmed) {
  Statement rest = connection.prepare(
      "SELECT id FROM runs WHERE id > ?2 AND (?1 IS NULL OR cell IN (SELECT cell FROM study_cells"
      " WHERE study = ?1)) ORDER BY id");
  rest.with(study, last);
  while (rest.step()) unconfirmed.push_back(rest.integer(0));
}

}  // namespace

std::vector<std::int64_t> unconfirmed_runs(const Connection& connection,
                                           std::optional<std::int64_t> study) {
  Digests digests;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();  // last run digested
  try {
    scan(connection, study, digests, last);
    digests.finish();
  } catch (const DamagedError&) {
    digests.finish();
    add_rest(connection, study, last, digests.unconfirmed());
  }
  return std::move(digests.unconfirmed());
}

}  // namespace skald::store
