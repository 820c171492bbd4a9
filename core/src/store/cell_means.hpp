// The means that the view compare_seeds shows, kept for cells whose runs no longer change.
#pragma once

#include <chrono>
#include <cstdint>

#include "store/sqlite.hpp"

namespace skald::store {

// Whatever adds, removes or supersedes runs of a cell calls this in the same transaction: the view
// then computes the cell's means from its runs, until they are kept again.
class ForgetMeans {
 public:
  explicit ForgetMeans(const Connection& connection);
  void of_cell(std::int64_t cell);  // a row id

 private:
  Statement remove_;
};

// Computes and keeps the means of declared cells that have none, as many as `time` allows.
void keep_means(Connection& connection, std::chrono::milliseconds time);

// Returns how many cells have kept means that are not those of their runs.
std::int64_t cells_with_wrong_means(const Connection& connection);

}  // namespace skald::store
