#include "problem/tests_by_label.hpp"

#include "problem/label_histogram.hpp"
#include "skald/parts/data/client_rows.hpp"

namespace skald::problem {
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
