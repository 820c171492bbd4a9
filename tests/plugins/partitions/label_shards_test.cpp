#include <algorithm>
#include <cmath>
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

// Which labels a client has by its stretch depends a little on how many rows of each were dealt,
// but no more than by one label.
TEST_CASE("similarity: so large a share of each client's rows is of all targets, the rest sorted") {
  std::vector<double> target;
  for (int r = 0; r < 4000; ++r) target.push_back(7 * r % 10);
  const int clients = 20;
  const double similarity = GENERATE(0.0, 0.1, 0.3, 1.0);
  const std::vector<Setting> settings{
      {"clients", clients}, {"shards", 1}, {"similarity", similarity}};
  const Assignment a = assign("partition/label_shards", settings, table_of(target), 3);
  CHECK(a.sizes == std::vector<Index>(clients, 200));
  for (int c = 0; c < clients; ++c) {
    double far = 0, far_labels = 0;
    for (int y = 0; y < 10; ++y) far_labels += std::abs(y - c / 2) > 1;
    for (std::size_t r = 0; r < target.size(); ++r)
      far += a.client[r] == c && std::abs(target[r] - c / 2) > 1;
    // Only dealt rows have such labels; five deviations of a binomial law, 6e-7 each.
    const double dealt = 200 * similarity, p = far_labels / 10;
    CHECK(std::abs(far - dealt * p) <= 5 * std::sqrt(dealt * p * (1 - p)));
  }
  const bool random =
      assign("partition/label_shards", settings, table_of(target), 4).client != a.client;
  CHECK(random == (similarity > 0));
}

TEST_CASE("similarity takes equal targets in their order, but for the rows dealt at random") {
  const std::vector<double> target = scattered();
  const Assignment a =
      assign("partition/label_shards", {{"clients", 5}, {"shards", 1}, {"similarity", 0.25}},
             table_of(target), 1);
  CHECK(a.sizes == std::vector<Index>(5, 8));
  // Ten rows are dealt. Without them the clients of the targets in order do not fall, so that there
  // is such a sequence of 30 at least.
  std::vector<std::int32_t> owner(40);
  for (std::size_t r = 0; r < 40; ++r) owner[static_cast<std::size_t>(target[r])] = a.client[r];
  std::vector<std::size_t> longest(40, 1);  // of a sequence that does not fall and ends there
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (owner[j] <= owner[i]) longest[i] = std::max(longest[i], longest[j] + 1);
  }
  CHECK(*std::max_element(longest.begin(), longest.end()) >= 30);
  CHECK_FALSE(std::is_sorted(owner.begin(), owner.end()));
}

TEST_CASE("shards refuse what cannot be cut") {
  const std::vector<double> target(5, 1.0);
  CHECK_THROWS_WITH(assign("partition/label_shards",
                           {{"clients", 2}, {"shards", 2}, {"similarity", 0.4}}, table_of(target)),
                    Catch::Contains("is 4, more than the number of rows to sort (3)"));
  CHECK_THROWS_WITH(
      assign("partition/label_shards", {{"clients", 3}, {"shards", 2}}, table_of(target)),
      Catch::Contains("clients x shards is 6, more than the number of rows to sort (5)"));
  Table without;
  without.train = 5;
  CHECK_THROWS_WITH(assign("partition/label_shards", {{"clients", 2}}, without),
                    Catch::Contains("no target"));
}

namespace {

const ShippedPlugin label_shards = ShippedPlugin(Kind::partition, "label_shards")
                                       .conforms({{"clients", 5}})
                                       .conforms({{"clients", 5}, {"shards", 1}})
                                       .conforms({{"clients", 5}, {"similarity", 0.3}});

}  // namespace
