// A table whose training rows are sorted by client, so that every client is a contiguous range.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skald/table.hpp"

namespace skald {

// Owns a reordered copy of a table: client 0's rows first (in their order in the table), then
// client 1's, ..., then the test rows.
class FederatedTable {
 public:
  // client[i] in [0, clients) for every training row. Throws std::invalid_argument that names the
  // first client out of range or without rows.
  FederatedTable(const Table& table, std::span<const std::int32_t> client, Index clients);
  FederatedTable(const FederatedTable&) = delete;
  FederatedTable& operator=(const FederatedTable&) = delete;

  const Table& table() const { return table_; }
  Index clients() const { return static_cast<Index>(begin_.size()) - 1; }
  // First row of the client; begin(clients()) is the number of training rows.
  Index begin(Index client) const { return begin_[static_cast<std::size_t>(client)]; }

 private:
  std::vector<Index> begin_;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
  std::vector<Eigen::MatrixXd> array_values_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

}  // namespace skald
