#include "partition_checks.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;

TEST_CASE("natural follows the groups and leaves out those without training rows") {
  const std::vector<std::int32_t> group = {3, 0, 3, 2, 0, 1};
  Table table;
  table.group = group;
  table.groups = 5;
  table.train = 5;
  const Assignment a = assign("partition/natural", {}, table);
  CHECK(a.client == std::vector<std::int32_t>{2, 0, 2, 1, 0});
  CHECK(a.sizes == std::vector<Index>{2, 1, 2});
  // Of the test rows, those of a group without training rows are nobody's.
  std::vector<std::int32_t> tested(2, 7);
  table.train = 4;
  CHECK(load_plugin<Partition>("partition/natural", {})
            ->assign_test(table, random::PhiloxRandom(1, 0), tested));
  CHECK(tested == std::vector<std::int32_t>{0, -1});
}

TEST_CASE("natural refuses a table without groups") {
  Table table;
  table.train = 2;
  CHECK_THROWS_WITH(assign("partition/natural", {}, table), Catch::Contains("no natural clients"));
}

namespace {

const ShippedPlugin natural = ShippedPlugin(Kind::partition, "natural").conforms({});

}  // namespace
