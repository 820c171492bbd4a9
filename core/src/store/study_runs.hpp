// Reads the runs of a study with their final values.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "record/study_runs.hpp"
#include "store/sqlite.hpp"

namespace skald::store {

// The numbers of problems (see record::StudyRuns), by their text. Studies whose runs stand side by
// side share them.
using Problems = std::unordered_map<std::string, std::int64_t>;

// Reads the runs of record::StudyRuns with their values on the axes and of the metrics of `into`.
// The axes are columns of run_table, the metrics have names of metrics, costs or wall_seconds. The
// tables `runs`, `summary` and `ledger` are read from beginning to end in the same way as by
// unconfirmed_runs(), so that what was confirmed is what is read.
void read_study_runs(const Connection& connection, std::int64_t study, Problems& problems,
                     record::StudyRuns& into);

// Reads the rows of many runs in one pass over a table.

// A statement whose rows begin with the id of their run and are sorted by it. Runs must be looked
// up in the same order.
class RowsByRun {
 public:
  explicit RowsByRun(Statement rows) : rows_(std::move(rows)), is_row_(rows_.step()) {}

  // Moves to the run's first row. Returns whether there is one.
  bool find(std::int64_t run) {
    while (is_row_ && rows_.integer(0) < run) is_row_ = rows_.step();
    return is_row_ && rows_.integer(0) == run;
  }
  // Moves to the next row. Returns whether it belongs to the run.
  bool next(std::int64_t run) {
    is_row_ = rows_.step();
    return is_row_ && rows_.integer(0) == run;
  }
  const Statement& row() const { return rows_; }

 private:
  Statement rows_;
  bool is_row_;
};

}  // namespace skald::store
