#include "cluster/grid_shares.hpp"

#include "test.hpp"

using Costs = std::vector<double>;

namespace {

double largest(const Costs& costs) { return *std::max_element(costs.begin(), costs.end()); }
double sum(const Costs& costs) { return std::accumulate(costs.begin(), costs.end(), 0.0); }

// Integers, so that sums are exact.
Costs random_costs(std::mt19937& random, std::size_t items, int most) {
  std::uniform_int_distribution<int> cost(0, most);
  Costs costs(items);
  for (double& c : costs) c = cost(random);
  return costs;
}

// The cost of the dearest share in the best division, by trying all of them.
double best_division(const Costs& costs, std::size_t n) {
  Costs loads(n);
  double best = sum(costs);
  const auto place = [&](const auto& self, std::size_t item) -> void {
    if (item == costs.size()) {
      best = std::min(best, largest(loads));
      return;
    }
    for (std::size_t s = 0; s < n; ++s) {
      if (s > 0 && loads[s] == loads[s - 1]) continue;
      loads[s] += costs[item];
      if (loads[s] < best) self(self, item + 1);
      loads[s] -= costs[item];
    }
  };
  place(place, 0);
  return best;
}

void require_partition(const Shares& shares, std::size_t items) {
  std::vector<int> times(items);
  for (const auto& share : shares) {
    REQUIRE(std::is_sorted(share.begin(), share.end()));
    for (const std::size_t item : share) ++times.at(item);
  }
  REQUIRE(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
}

}  // namespace

TEST_CASE("even shares are a partition within the bound of Graham's Theorem 2") {
  std::mt19937 random(1);
  for (int instance = 0; instance < 400; ++instance) {
    const std::size_t n = 1 + random() % 4;
    const Costs costs = random_costs(random, random() % 10, instance % 2 == 0 ? 9 : 1000);
    const Shares shares = even_shares(costs, n);
    REQUIRE(shares.size() == n);
    require_partition(shares, costs.size());
    if (costs.empty()) continue;
    const double bound = 4.0 / 3 - 1 / (3.0 * static_cast<double>(n));
    REQUIRE(largest(costs_of(shares, costs)) <= bound * best_division(costs, n) * (1 + 1e-12));
  }
}

TEST_CASE("the bound of even shares is attained by Graham's example") {
  // 2n + 1 items for n = 3 shares: 5 5 4 4 3 3 3. Nine is possible, the rule gives eleven.
  const Costs costs{5, 5, 4, 4, 3, 3, 3};
  CHECK(best_division(costs, 3) == 9);
  CHECK(largest(costs_of(even_shares(costs, 3), costs)) == 11);
}

TEST_CASE("items of equal cost are dealt in turn, and shares without items are possible") {
  CHECK(even_shares(Costs(7, 2.5), 3) == Shares{{0, 3, 6}, {1, 4}, {2, 5}});
  CHECK(even_shares(Costs{1}, 3) == Shares{{0}, {}, {}});
  CHECK(even_shares(Costs{0, 0}, 2).size() == 2);
}

TEST_CASE("tasks of a length are as many as their mean says") {
  const Costs costs(100, 6);  // 600 s
  for (const double target : {6.0, 30.0, 55.0, 600.0, 1e6}) {
    const Shares tasks = tasks_of_length(costs, {.target = target});
    require_partition(tasks, costs.size());
    CHECK(static_cast<double>(tasks.size()) == std::clamp(std::round(600 / target), 1.0, 100.0));
  }
  CHECK(tasks_of_length(costs, {.target = 1}).size() == 100);
}

TEST_CASE("tasks keep their bounds: a cap first, then the longest, then the shortest") {
  std::mt19937 random(2);
  for (int instance = 0; instance < 300; ++instance) {
    const Costs costs = random_costs(random, 1 + random() % 60, 50);
    TaskLength length{.target = 20 + static_cast<double>(random() % 200)};
    length.most = length.target * (1 + static_cast<double>(random() % 4));
    length.least = length.target / 2;
    length.most_tasks = 1 + random() % 40;
    const Shares tasks = tasks_of_length(costs, length);
    require_partition(tasks, costs.size());
    REQUIRE(tasks.size() <= length.most_tasks);
    const Costs of_tasks = costs_of(tasks, costs);
    const std::size_t possible = std::min(costs.size(), length.most_tasks);
    for (std::size_t t = 0; t < tasks.size() && tasks.size() < possible; ++t) {
      REQUIRE((of_tasks[t] <= length.most || tasks[t].size() == 1));
    }
    // More tasks than `least` allows are made for the sake of `most` alone.
    if (sum(costs) / static_cast<double>(tasks.size()) < length.least && tasks.size() > 1) {
      const auto fewer =
          static_cast<std::size_t>(std::max(1.0, std::floor(sum(costs) / length.least)));
      const Shares longer = even_shares(costs, std::min(fewer, possible));
      const Costs of_longer = costs_of(longer, costs);
      bool exceeds = false;
      for (std::size_t t = 0; t < longer.size(); ++t) {
        exceeds |= of_longer[t] > length.most && longer[t].size() > 1;
      }
      REQUIRE(exceeds);
    }
  }
}
