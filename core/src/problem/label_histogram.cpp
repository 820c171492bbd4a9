#include "problem/label_histogram.hpp"

#include "skald/parts/data/client_rows.hpp"
#include "text/printable.hpp"

namespace skald::problem {

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
