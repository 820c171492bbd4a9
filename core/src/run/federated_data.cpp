#include "run/federated_data.hpp"

#include <utility>
#include <vector>

#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "run/cell_plugins.hpp"
#include "skald/partition.hpp"

namespace skald::run {
namespace {

// Returns the streams that a data set or partition draws from, keyed by its own seed or by the
// replicate.
random::PhiloxRandom data_random(const grid::PluginChoice& choice, std::uint64_t seed,
                                 std::uint64_t replicate) {
  if (choice.seed) return random::PhiloxRandom(static_cast<std::uint64_t>(*choice.seed), 0);
  return random::PhiloxRandom(seed, replicate);
}

bool is_noisy(const Partition& partition, Index clients) {
  for (Index c = 0; c < clients; ++c) {
    if (partition.feature_noise(c, clients) != 0) return true;
  }
  return false;
}

problem::RowOrder order_for(const Table& table, const Partition& partition, Index clients,
                            Index shared_bytes) {
  const Index bytes = table.features.rows * table.features.cols * Index{sizeof(double)};
  const bool is_large = bytes >= shared_bytes;
  return is_large && !is_noisy(partition, clients) ? problem::RowOrder::as_given
                                                   : problem::RowOrder::by_client;
}

void add_feature_noise(const Partition& partition, const Random& random,
                       problem::FederatedTable& table) {
  for (Index c = 0; c < table.clients(); ++c) {
    const double deviation = partition.feature_noise(c, table.clients());
    if (deviation == 0) continue;
    const Block rows = table.client_features(c);
    Eigen::MatrixXd noise(rows.rows, rows.cols);
    random.normal({Role::partition, c}, random::kFirstHostIteration, view(noise));
    rows.matrix() += deviation * noise;
  }
}

std::unique_ptr<problem::FederatedTable> deal(const Table& raw, const Partition& partition,
                                              const Random& streams, Index shared_bytes) {
  const random::OwnedRandom random(streams, random::StreamOwner::partition);
  std::vector<std::int32_t> client(static_cast<std::size_t>(raw.train));
  const Index clients = partition.assign(raw, random, client);
  auto table = std::make_unique<problem::FederatedTable>(
      raw, client, clients, order_for(raw, partition, clients, shared_bytes));
  add_feature_noise(partition, streams, *table);
  std::vector<std::int32_t> test(static_cast<std::size_t>(raw.rows() - raw.train));
  if (partition.assign_test(raw, random, test)) table->set_test_client(std::move(test));
  return table;
}

}  // namespace

FederatedData federate(const grid::Cell& cell, std::uint64_t replicate,
                       plugin_host::PluginHost& host, Index shared_bytes) {
  FederatedData data{make<Dataset>(cell, Kind::dataset, host), nullptr};
  const Table raw = in_section("dataset", [&] {
    const random::PhiloxRandom streams =
        data_random(cell.choice(Kind::dataset), cell.seed, replicate);
    return data.dataset->load(random::OwnedRandom(streams, random::StreamOwner::dataset));
  });
  const auto partition = make<Partition>(cell, Kind::partition, host);
  data.table = in_section("partition", [&] {
    return deal(raw, *partition, data_random(cell.choice(Kind::partition), cell.seed, replicate),
                shared_bytes);
  });
  return data;
}

}  // namespace skald::run
