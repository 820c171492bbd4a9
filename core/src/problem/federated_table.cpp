#include "problem/federated_table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "skald/parts/data/client_rows.hpp"
#include "skald/parts/data/columns.hpp"
#include "text/printable.hpp"

namespace skald::problem {
namespace {

std::vector<Index> client_ranges(const Table& table, std::span<const std::int32_t> client,
                                 Index clients) {
  if (clients < 1) throw std::invalid_argument("the partition returned no clients");
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

// Whether the training rows are sorted by client.
bool is_sorted(const Table& table, std::span<const std::int32_t> client) {
  const auto training = client.first(static_cast<std::size_t>(table.train));
  return std::is_sorted(training.begin(), training.end());
}

// 0, 1, ..., up to the number of rows of the largest client.
std::vector<std::int32_t> neighbours(const std::vector<Index>& begin) {
  Index most = 0;
  for (std::size_t c = 0; c + 1 < begin.size(); ++c) most = std::max(most, begin[c + 1] - begin[c]);
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(most));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// order[i] is the row of the original table at position i.
std::vector<std::int32_t> row_order(const Table& table, std::span<const std::int32_t> client,
                                    const std::vector<Index>& begin) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(table.rows()));
  std::vector<Index> next = begin;
  for (Index i = 0; i < table.train; ++i) {
    const auto c = static_cast<std::size_t>(client[static_cast<std::size_t>(i)]);
    order[static_cast<std::size_t>(next[c]++)] = static_cast<std::int32_t>(i);
  }
  for (Index i = table.train; i < table.rows(); ++i)
    order[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i);
  return order;
}

Eigen::MatrixXd reorder_columns(ConstBlock block, const std::vector<std::int32_t>& order) {
  if (block.cols == 1 && order.size() != 1) return block.matrix();
  Eigen::MatrixXd out(block.rows, static_cast<Index>(order.size()));
  for (Index i = 0; i < out.cols(); ++i) {
    out.col(i) = block.column(order[static_cast<std::size_t>(i)]);
  }
  return out;
}

template <class T>
std::vector<T> reorder(std::span<const T> values, const std::vector<std::int32_t>& order) {
  std::vector<T> out(values.empty() ? 0 : order.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[static_cast<std::size_t>(order[i])];
  return out;
}

}  // namespace

FederatedTable::FederatedTable(const ExaminedTable& examined, std::span<const std::int32_t> client,
                               Index clients, RowOrder order)
    : begin_(client_ranges(examined.table(), client, clients)), table_(examined.table()) {
  const Table& table = examined.table();
  if (order == RowOrder::by_client) {
    copy(table, row_order(table, client, begin_));
  } else if (is_sorted(table, client)) {
    layout_ = Layout::in_place;
    order_ = neighbours(begin_);
  } else {
    layout_ = Layout::listed;
    order_ = row_order(table, client, begin_);
  }
  if (examined.intercept()) state_intercept(*examined.intercept());
}

void FederatedTable::state_intercept(Index feature) {
  if (has_intercept(table_)) return;
  array_names_.emplace_back(kIntercept);
  array_values_.push_back(Eigen::MatrixXd::Constant(1, 1, static_cast<double>(feature)));
  if (layout_ == Layout::copied) return point_at_copy();
  arrays_.assign(table_.arrays.begin(), table_.arrays.end());
  arrays_.push_back({array_names_.back().c_str(), view(std::as_const(array_values_.back()))});
  table_.arrays = arrays_;
}

void FederatedTable::copy(const Table& table, const std::vector<std::int32_t>& order) {
  if (table.features.data != nullptr) features_ = reorder_columns(table.features, order);
  target_ = reorder(table.target, order);
  group_ = reorder(table.group, order);
  for (const NamedArray& array : table.arrays) {
    array_names_.emplace_back(array.name);
    array_values_.push_back(reorder_columns(array.values, order));
  }
  point_at_copy();
}

void FederatedTable::point_at_copy() {
  arrays_.clear();
  for (std::size_t i = 0; i < array_values_.size(); ++i) {
    arrays_.push_back({array_names_[i].c_str(), view(std::as_const(array_values_[i]))});
  }
  if (table_.features.data != nullptr) table_.features = view(std::as_const(features_));
  table_.target = target_;
  table_.group = group_;
  table_.arrays = arrays_;
  table_.digest = "";
}

void FederatedTable::keep_rows(Index client, Index count) {
  if (layout_ != Layout::copied || count < 1 || count > size(client)) {
    throw std::logic_error("keep_rows: expected a copied table, and a number of the client's rows");
  }
  std::vector<std::int32_t> kept(static_cast<std::size_t>(table_.rows()));
  std::iota(kept.begin(), kept.end(), 0);
  const Index left_out = size(client) - count;
  const auto first = kept.begin() + begin(client) + count;
  kept.erase(first, first + left_out);
  for (std::size_t c = static_cast<std::size_t>(client) + 1; c < begin_.size(); ++c) {
    begin_[c] -= left_out;
  }
  table_.train -= left_out;
  if (table_.features.data != nullptr) {
    features_ = reorder_columns(view(std::as_const(features_)), kept);
  } else {
    table_.features.cols -= left_out;  // of sparse rows
  }
  target_ = reorder<double>(target_, kept);
  group_ = reorder<std::int32_t>(group_, kept);
  for (Eigen::MatrixXd& values : array_values_) {
    values = reorder_columns(view(std::as_const(values)), kept);
  }
  point_at_copy();
}

Rows FederatedTable::rows(Index client) const {
  switch (layout_) {
    case Layout::copied:
      break;
    case Layout::in_place:
      return {begin(client), size(client), order_.data(), 1};
    case Layout::listed:
      return {0, size(client), order_.data() + begin(client), 1};
  }
  return Rows::range(begin(client), size(client));
}

void FederatedTable::set_test_client(std::vector<std::int32_t> client) {
  for (std::size_t row = 0; row < client.size(); ++row) {
    if (client[row] < -1 || client[row] >= clients()) {
      throw std::invalid_argument("the partition gave test row " + std::to_string(row) +
                                  " to client " + std::to_string(client[row]) +
                                  ", but clients are 0 to " + std::to_string(clients() - 1));
    }
  }
  test_client_ = std::move(client);
}

LabelHistogram label_histogram(const FederatedTable& table) {
  const Index classes = table.table().classes;
  LabelHistogram counts = LabelHistogram::Zero(table.clients(), std::max<Index>(classes, 1));
  for (Index c = 0; c < table.clients(); ++c) {
    const Rows rows = table.rows(c);
    for (Index r = 0; r < rows.count; ++r) {
      const auto row = static_cast<std::size_t>(rows.row(0, r));
      ++counts(c, classes > 0 ? static_cast<Index>(table.table().target[row]) : 0);
    }
  }
  return counts;
}

std::vector<std::int64_t> test_sizes(const FederatedTable& table) {
  if (table.test_client().empty()) return {};
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(table.clients()));
  for (const std::int32_t client : table.test_client()) {
    if (client >= 0) ++sizes[static_cast<std::size_t>(client)];
  }
  return sizes;
}

std::string to_json(const LabelHistogram& histogram, Index classes,
                    const std::vector<std::string>& names) {
  std::string text = "{\"clients\": " + std::to_string(histogram.rows()) +
                     ", \"labels\": " + std::to_string(classes) + ", \"counts\": [";
  for (Index c = 0; c < histogram.rows(); ++c) {
    text += c > 0 ? ", [" : "[";
    for (Index y = 0; y < histogram.cols(); ++y)
      text += (y > 0 ? ", " : "") + std::to_string(histogram(c, y));
    text += ']';
  }
  text += ']';
  for (std::size_t c = 0; c < names.size(); ++c)
    text += (c == 0 ? ", \"names\": [" : ", ") + text::json_string(names[c]);
  return text + (names.empty() ? "}" : "]}");
}

namespace {

// The test rows of each label, counted from the first one.
std::vector<std::vector<std::size_t>> tests_of_labels(const Table& table) {
  std::vector<std::vector<std::size_t>> rows(static_cast<std::size_t>(table.classes));
  const auto train = static_cast<std::size_t>(table.train);
  for (std::size_t row = train; row < table.target.size(); ++row)
    rows[static_cast<std::size_t>(table.target[row])].push_back(row - train);
  return rows;
}

}  // namespace

std::vector<std::int32_t> tests_by_label(const FederatedTable& table, const Random& random,
                                         std::int64_t iteration) {
  const Table& data = table.table();
  if (data.classes == 0 || data.target.empty()) return {};
  const LabelHistogram counts = label_histogram(table);
  std::vector<std::vector<std::size_t>> rows = tests_of_labels(data);
  ClientRows dealt(static_cast<std::size_t>(table.clients()));
  for (Index label = 0; label < data.classes; ++label) {
    const Eigen::VectorXd of_clients = counts.col(label).cast<double>();
    if (of_clients.sum() == 0) continue;
    const Eigen::VectorXd shares = of_clients / of_clients.sum();
    auto& of_label = rows[static_cast<std::size_t>(label)];
    shuffle(random, {Role::partition, label}, iteration, 0, of_label);
    deal_by_shares(of_label, std::span(shares.data(), dealt.clients()), dealt);
  }
  std::vector<std::int32_t> client(static_cast<std::size_t>(data.rows() - data.train), -1);
  dealt.write(client);
  return client;
}

}  // namespace skald::problem
