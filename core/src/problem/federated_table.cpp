#include "problem/federated_table.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace skald {
namespace {

std::vector<Index> client_ranges(const Table& table, std::span<const std::int32_t> client,
                                 Index clients) {
  if (clients < 1) throw std::invalid_argument("the partition made no clients");
  std::vector<Index> begin(static_cast<std::size_t>(clients) + 1, 0);
  for (Index i = 0; i < table.train; ++i) {
    const std::int32_t c = client[static_cast<std::size_t>(i)];
    if (c < 0 || c >= clients) {
      throw std::invalid_argument("the partition gave row " + std::to_string(i) + " to client " +
                                  std::to_string(c) + ", but clients are 0 to " +
                                  std::to_string(clients - 1));
    }
    ++begin[static_cast<std::size_t>(c) + 1];
  }
  for (Index c = 0; c < clients; ++c) {
    const auto i = static_cast<std::size_t>(c);
    if (begin[i + 1] == 0) {
      throw std::invalid_argument("the partition left client " + std::to_string(c) +
                                  " without rows; use fewer clients, or a partition with a minimum "
                                  "size");
    }
    begin[i + 1] += begin[i];
  }
  return begin;
}

// order[i]: the row of the original table that comes i-th.
std::vector<Index> row_order(const Table& table, std::span<const std::int32_t> client,
                             const std::vector<Index>& begin) {
  std::vector<Index> order(static_cast<std::size_t>(table.rows()));
  std::vector<Index> next = begin;
  for (Index i = 0; i < table.train; ++i) {
    const auto c = static_cast<std::size_t>(client[static_cast<std::size_t>(i)]);
    order[static_cast<std::size_t>(next[c]++)] = i;
  }
  for (Index i = table.train; i < table.rows(); ++i) order[static_cast<std::size_t>(i)] = i;
  return order;
}

Eigen::MatrixXd reorder_columns(ConstBlock block, const std::vector<Index>& order) {
  if (block.cols == 1 && order.size() != 1) return block.matrix();
  Eigen::MatrixXd out(block.rows, block.cols);
  for (Index i = 0; i < block.cols; ++i) {
    out.col(i) = block.column(order[static_cast<std::size_t>(i)]);
  }
  return out;
}

template <class T>
std::vector<T> reorder(std::span<const T> values, const std::vector<Index>& order) {
  std::vector<T> out(values.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[static_cast<std::size_t>(order[i])];
  return out;
}

}  // namespace

FederatedTable::FederatedTable(const Table& table, std::span<const std::int32_t> client,
                               Index clients)
    : begin_(client_ranges(table, client, clients)) {
  const std::vector<Index> order = row_order(table, client, begin_);
  features_ = reorder_columns(table.features, order);
  target_ = reorder(table.target, order);
  group_ = reorder(table.group, order);
  for (const NamedArray& array : table.arrays) {
    array_values_.push_back(reorder_columns(array.values, order));
  }
  for (std::size_t i = 0; i < array_values_.size(); ++i) {
    arrays_.push_back({table.arrays[i].name, view(std::as_const(array_values_[i]))});
  }
  table_ = table;
  table_.features = view(std::as_const(features_));
  table_.target = target_;
  table_.group = group_;
  table_.arrays = arrays_;
}

}  // namespace skald
