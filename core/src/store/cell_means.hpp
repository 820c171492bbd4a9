// Keeps the means of the view compare_seeds, for cells whose runs no longer change.
#pragma once

#include <chrono>
#include <cstdint>

#include "store/sqlite.hpp"

namespace skald::store {

// Forgets the kept means of cells, of all studies. Whoever adds, removes or supersedes runs of a
// cell must call it in the same transaction. Until the means are kept again, the view computes them
// from the runs.
class ForgetMeans {
 public:
  explicit ForgetMeans(const Connection& connection);
  void of_cell(std::int64_t cell);  // a row id

 private:
  Statement remove_;
};

// Computes and keeps the means of the cells of studies that have none, for at most `time`.
void keep_means(Connection& connection, std::chrono::milliseconds time);

// Returns the number of cells whose kept means differ from those of their runs.
std::int64_t cells_with_wrong_means(const Connection& connection);

}  // namespace skald::store
