#include <cmath>

#include "partition_checks.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

TEST_CASE("iid gives equal sizes up to one, anew for every seed") {
  Table table;
  table.train = 103;
  const Assignment a = assign("partition/iid", {{"clients", 10}}, table, 1);
  CHECK(a.sizes == std::vector<Index>{11, 11, 11, 10, 10, 10, 10, 10, 10, 10});
  CHECK(assign("partition/iid", {{"clients", 10}}, table, 1).client == a.client);
  CHECK(assign("partition/iid", {{"clients", 10}}, table, 2).client != a.client);
}

TEST_CASE("iid does not depend on the order of the rows") {
  // The sum of the row numbers of client 0 is a sum of n = 500 of N = 1000 numbers drawn without
  // replacement: mean n (N - 1) / 2, variance n (N - n) (N + 1) / 12. Six deviations: error
  // probability 2e-9.
  Table table;
  table.train = 1000;
  const Assignment a = assign("partition/iid", {{"clients", 2}}, table, 5);
  double sum = 0;
  for (std::size_t row = 0; row < 1000; ++row)
    sum += a.client[row] == 0 ? static_cast<double>(row) : 0;
  CHECK(std::abs(sum - 500 * 999 / 2.0) <= 6 * std::sqrt(500.0 * 500 * 1001 / 12));
}

TEST_CASE("iid refuses more clients than rows") {
  Table table;
  table.train = 3;
  CHECK_THROWS_WITH(assign("partition/iid", {{"clients", 4}}, table),
                    Catch::Contains("clients is 4, more than the number of training rows (3)"));
}

namespace {

const ShippedPlugin iid = ShippedPlugin(Kind::partition, "iid").conforms({{"clients", 7}});

}  // namespace
