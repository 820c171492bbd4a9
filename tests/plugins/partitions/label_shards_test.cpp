#include <set>

#include "partition_checks.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

namespace {

// Targets 0, 7, 14, ... modulo 40: every number below 40 once, not in order.
std::vector<double> scattered() {
  std::vector<double> target;
  for (int r = 0; r < 40; ++r) target.push_back(7 * r % 40);
  return target;
}

Table table_of(const std::vector<double>& target) {
  Table table;
  table.target = target;
  table.train = static_cast<Index>(target.size());
  return table;
}

}  // namespace

TEST_CASE("one shard each: clients hold consecutive stretches of the sorted target") {
  const std::vector<double> target = scattered();
  const Assignment a =
      assign("partition/label_shards", {{"clients", 5}, {"shards", 1}}, table_of(target));
  CHECK(a.sizes == std::vector<Index>(5, 8));
  for (std::size_t r = 0; r < target.size(); ++r) {
    CHECK(a.client[r] == static_cast<std::int32_t>(target[r]) / 8);
  }
}

TEST_CASE("several shards each: every shard has one owner, drawn anew for every seed") {
  const std::vector<double> target = scattered();
  const std::vector<Setting> settings{{"clients", 4}, {"shards", 2}};
  const Assignment a = assign("partition/label_shards", settings, table_of(target), 1);
  CHECK(a.sizes == std::vector<Index>(4, 10));
  std::vector<std::set<std::int32_t>> owners(8);
  for (std::size_t r = 0; r < target.size(); ++r) {
    owners[static_cast<std::size_t>(target[r]) / 5].insert(a.client[r]);
  }
  for (const auto& owner : owners) CHECK(owner.size() == 1);
  CHECK(assign("partition/label_shards", settings, table_of(target), 1).client == a.client);
  CHECK(assign("partition/label_shards", settings, table_of(target), 2).client != a.client);
}

TEST_CASE("shards are of equal length up to one, equal targets in their order") {
  const std::vector<double> same(11, 3.0);
  const Assignment a =
      assign("partition/label_shards", {{"clients", 3}, {"shards", 1}}, table_of(same));
  CHECK(a.client == std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2});
}

TEST_CASE("shards refuse what cannot be cut") {
  const std::vector<double> target(5, 1.0);
  CHECK_THROWS_WITH(
      assign("partition/label_shards", {{"clients", 3}, {"shards", 2}}, table_of(target)),
      Catch::Contains("clients x shards is 6, more than the number of training rows (5)"));
  Table without;
  without.train = 5;
  CHECK_THROWS_WITH(assign("partition/label_shards", {{"clients", 2}}, without),
                    Catch::Contains("no target"));
}

namespace {

const ShippedPlugin label_shards = ShippedPlugin(Kind::partition, "label_shards")
                                       .conforms({{"clients", 5}})
                                       .conforms({{"clients", 5}, {"shards", 1}});

}  // namespace
