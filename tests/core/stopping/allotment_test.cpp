#include "stopping/allotment.hpp"

#include "test.hpp"

using namespace skald::stopping;

namespace {

Outcome value(double x) { return {Outcome::Ending::ok, x, x}; }

Rules until(std::int64_t min, std::int64_t max, double half_width, std::int64_t step = 1) {
  Rules rules;
  rules.min = min;
  rules.max = max;
  rules.step = step;
  rules.until = Precision{"accuracy", half_width, false};
  return rules;
}

Outcomes ended(const std::vector<double>& values) {
  Outcomes outcomes;
  for (const double x : values) outcomes.emplace_back(value(x));
  return outcomes;
}

Allotment of_one(const Rules& rules, const Outcomes& outcomes) {
  return allot(rules, std::vector<Outcomes>{outcomes}).at(0);
}

}  // namespace

TEST_CASE("a cell gets its least number of replicates, then more until the mean is precise") {
  const Rules rules = until(3, 50, 0.1);
  CHECK(of_one(rules, {}).replicates == 3);
  CHECK_FALSE(of_one(rules, ended({0.1, 0.2})).decision);
  // With three values the half width is t(2) = 4.303 times sd 0.1 / sqrt 3 = 0.248.
  const Allotment third = of_one(rules, ended({0.1, 0.2, 0.3}));
  CHECK(third.replicates == 4);
  CHECK_FALSE(third.decision);
  const Allotment precise = of_one(rules, ended({0.20, 0.21, 0.22}));
  REQUIRE(precise.decision);
  CHECK(precise.decision->reason == Reason::precise);
  CHECK(precise.decision->replicates == 3);
  CHECK(precise.decision->statistic == Approx(4.302653 * 0.01 / std::sqrt(3.0)));
  CHECK(precise.decision->threshold == 0.1);
}

TEST_CASE("replicates beyond those that decided change nothing") {
  const Rules rules = until(3, 50, 0.1);
  const Allotment cell = of_one(rules, ended({0.20, 0.21, 0.22, 5, -5}));
  REQUIRE(cell.decision);
  CHECK(cell.decision->replicates == 3);
}

TEST_CASE("a gap in the replicates waits for the missing one") {
  Outcomes outcomes = ended({0.20, 0.21, 0.22, 0.23});
  outcomes[1].reset();
  const Allotment cell = of_one(until(3, 50, 0.1), outcomes);
  CHECK(cell.replicates == 3);
  CHECK_FALSE(cell.decision);
}

TEST_CASE("steps add several replicates at a time, and the last ends at the limit") {
  const Rules rules = until(3, 8, 1e-6, 3);
  CHECK(of_one(rules, ended({1, 2, 3})).replicates == 6);
  CHECK(of_one(rules, ended({1, 2, 3, 4})).replicates == 6);
  CHECK(of_one(rules, ended({1, 2, 3, 4, 5, 6})).replicates == 8);
  const Allotment all = of_one(rules, ended({1, 2, 3, 4, 5, 6, 7, 8}));
  REQUIRE(all.decision);
  CHECK(all.decision->reason == Reason::limit);
  CHECK(all.decision->replicates == 8);
  CHECK(all.decision->threshold == 1e-6);
}

TEST_CASE("failed and diverged runs give no value, and a cell without any gets no more") {
  const Rules rules = until(3, 50, 0.05);
  Outcomes some = ended({0.20, 0.21, 0.22});
  some[2]->ending = Outcome::Ending::diverged;
  CHECK(of_one(rules, some).replicates == 4);
  some.emplace_back(value(0.22));
  REQUIRE(of_one(rules, some).decision);
  CHECK(of_one(rules, some).decision->replicates == 4);
  Outcomes none(3, Outcome{Outcome::Ending::failed});
  REQUIRE(of_one(rules, none).decision);
  CHECK(of_one(rules, none).decision->reason == Reason::no_value);
}

// Stopping as soon as an interval is short prefers samples that happen to lie close together. With
// a fixed number of replicates, 95 % of the intervals contain the mean; here the share is printed
// for the documentation, and must not be lower than stated there.
TEST_CASE("intervals after adaptive stopping hold the mean less often than 95 %") {
  constexpr int kSweeps = 4000;
  const auto coverage = [](std::int64_t min) {
    const Rules rules = until(min, 50, 0.6);  // of standard normal values: about 13 replicates
    int held = 0;
    double used = 0;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      std::mt19937_64 random(static_cast<std::uint64_t>(sweep) + 1);
      std::normal_distribution<double> noise;
      std::vector<double> values;
      for (int i = 0; i < 50; ++i) values.push_back(noise(random));
      const Allotment cell = of_one(rules, ended(values));
      const auto n = static_cast<std::size_t>(cell.decision->replicates);
      double mean = 0;
      for (std::size_t i = 0; i < n; ++i) mean += values[i] / static_cast<double>(n);
      held += std::abs(mean) <= cell.decision->statistic;
      used += static_cast<double>(n) / kSweeps;
    }
    std::printf("min %d: %.1f replicates of at most 50, %.1f %% of the intervals hold the mean\n",
                static_cast<int>(min), used, 100.0 * held / kSweeps);
    return static_cast<double>(held) / kSweeps;
  };
  // The standard error of a share near 0.9 over 4000 sweeps is 0.005; three of them are allowed.
  const double of_three = coverage(3), of_ten = coverage(10);
  CHECK(of_three > 0.85 - 0.015);
  CHECK(of_three < 0.95);
  CHECK(of_ten > of_three);
  CHECK(of_ten > 0.92 - 0.015);
}
