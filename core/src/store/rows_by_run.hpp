// Reads the rows of many runs in one pass over a table.
#pragma once

#include <cstdint>
#include <utility>

#include "store/sqlite.hpp"

namespace skald::store {

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
