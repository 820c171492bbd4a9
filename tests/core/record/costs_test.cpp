#include "record/costs.hpp"

#include "test.hpp"
#include "text/wire.hpp"

using namespace skald::record;

TEST_CASE("costs have names, units and meanings of their own, and a place each") {
  std::set<std::string_view> names;
  Costs costs;
  double place = 1;
  for (const Cost& cost : kCosts) {
    CHECK(names.insert(cost.name).second);
    CHECK_FALSE(cost.unit.empty());
    CHECK(cost.definition.size() > 20);
    costs.*cost.value = place++;
  }
  place = 1;
  for (const Cost& cost : kCosts) CHECK(costs.*cost.value == place++);
  CHECK(is_cost("bits_up"));
  CHECK_FALSE(is_cost("accuracy"));
}

TEST_CASE("all costs but eps are recorded along a run, seconds only of those with a clock") {
  for (const Cost& cost : kCosts) CHECK(is_cost_along(cost.name) == (cost.name != "eps_spent"));
  CHECK_FALSE(is_cost_along("w2"));
  CHECK(std::isnan(Costs().simulated_seconds));
}

// Ledger has one counter of whole numbers and five of real ones, of 8 bytes each.
TEST_CASE("every counter of the ledger is that of one cost, per chain") {
  const Ledger ledger{6, 12, 24, 48, 96, 192};
  const Costs costs = counted(ledger, 3);
  CHECK(costs.rounds == 2);
  CHECK(costs.bits_up == 4);
  CHECK(costs.bits_down == 8);
  CHECK(costs.gradient_evaluations == 16);
  CHECK(costs.normals == 32);
  CHECK(costs.eps_spent == 0);
  CHECK(costs.simulated_seconds == 64);

  text::WireWriter wire;
  wire.put(ledger);
  const std::string bytes = wire.take();
  CHECK(bytes.size() == sizeof(Ledger));
  text::WireReader reader(bytes);
  const Costs back = counted(reader.get<Ledger>(), 3);
  for (const Cost& cost : kCosts) CHECK(back.*cost.value == costs.*cost.value);
}
