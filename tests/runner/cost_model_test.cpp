#include "cost_model.hpp"

#include "catch.hpp"

using namespace skald;

namespace {

Cell cell(const std::string& sampler, std::int64_t iterations, std::int64_t chains) {
  Cell made;
  made.choice(Kind::sampler).plugin = sampler;
  made.run = {{"iterations", iterations}, {"rounds", std::monostate{}}, {"chains", chains}};
  return made;
}

}  // namespace

TEST_CASE("cost is in proportion to iterations and chains, by sampler") {
  CostModel costs;
  CHECK_FALSE(costs.seconds(cell("fald", 100, 1)));
  costs.add(cell("fald", 100, 2), 1.0);
  costs.add(cell("fald", 300, 2), 3.0);
  costs.add(cell("ula", 100, 1), 8.0);
  CHECK(*costs.seconds(cell("fald", 1000, 1)) == Approx(5));
  CHECK(*costs.seconds(cell("ula", 200, 2)) == Approx(32));
  CHECK(*costs.seconds(cell("sgld", 90, 1)) == Approx(90 * 12.0 / 900));
}

TEST_CASE("a budget in rounds counts as the iterations it takes") {
  Cell rounds = cell("fald", 0, 1);
  rounds.run = {{"iterations", std::monostate{}}, {"rounds", std::int64_t{10}}};
  rounds.choice(Kind::sampler).options = {{"K", std::int64_t{20}}};
  CostModel costs;
  costs.add(cell("fald", 100, 1), 1.0);
  CHECK(*costs.seconds(rounds) == Approx(2));
  rounds.choice(Kind::sampler).options = {{"K", std::monostate{}}, {"p_c", 0.1}};
  CHECK(*costs.seconds(rounds) == Approx(1));
}
