// Rows of runs, read from a table's beginning to its end.
#pragma once

#include <cstdint>
#include <utility>

#include "store/sqlite.hpp"

namespace skald::store {

// Rows that begin with the id of their run, in the order of these ids. Runs are to be found in that
// order too.
class RowsByRun {
 public:
  explicit RowsByRun(Statement rows) : rows_(std::move(rows)), is_row_(rows_.step()) {}

  // Goes to the run's first row; returns whether it has one.
  bool find(std::int64_t run) {
    while (is_row_ && rows_.integer(0) < run) is_row_ = rows_.step();
    return is_row_ && rows_.integer(0) == run;
  }
  // Goes to the next row; returns whether it is of that run.
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
