#include "stopping/halving.hpp"

#include "test.hpp"

using namespace skald::stopping;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Rules halving(std::int64_t eta, std::int64_t first, std::int64_t length,
              std::int64_t replicates = 1) {
  Rules rules;
  rules.min = rules.max = replicates;
  rules.race = Race{.metric = "accuracy", .is_larger_better = true, .by = {}};
  rules.race->halving = Halving{eta, first, length, true};
  return rules;
}

// A run that has these values at its first rungs.
Climb at(const std::vector<double>& values) {
  Climb climb;
  for (const double value : values) climb.values.emplace_back(value);
  return climb;
}

Climb has_ended_with(const std::vector<double>& values) {
  Climb climb = at(values);
  climb.has_ended = true;
  return climb;
}

std::vector<std::size_t> that_go_to_the_end(const std::vector<Course>& courses) {
  std::vector<std::size_t> settings;
  for (std::size_t s = 0; s < courses.size(); ++s) {
    if (!courses[s].rung) settings.push_back(s);
  }
  return settings;
}

}  // namespace

TEST_CASE("rungs are below the length of a run, each eta times as far as the one before") {
  CHECK(rungs_of({3, 10, 270, true}) == std::vector<std::int64_t>{10, 30, 90});
  CHECK(rungs_of({3, 10, 271, true}) == std::vector<std::int64_t>{10, 30, 90, 270});
  CHECK(rungs_of({2, 5, 5, true}).empty());
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(rungs_of({2, 1, most, true}).size() == 63);
}

TEST_CASE("a share 1/eta of the settings goes on from each rung, and never fewer than one") {
  CHECK(survivors_of({3, 10, 270, true}, 27) == std::vector<std::size_t>{9, 3, 1});
  CHECK(survivors_of({3, 10, 270, true}, 10) == std::vector<std::size_t>{3, 1, 1});
  CHECK(survivors_of({4, 10, 270, true}, 3) == std::vector<std::size_t>{1, 1, 1});
  // 27 * 10 + 9 * 20 + 3 * 60 + 180 of 27 * 270.
  CHECK(most_work({3, 10, 270, true}, 27) == Approx(810.0 / 7290));
  CHECK(most_work({3, 10, 270, true}, 1) == Approx(1));
}

TEST_CASE("halving by hand: six settings, eta 2, two replicates") {
  const Rules rules = halving(2, 10, 40, 2);  // rungs 10, 20; 6 -> 3 -> 1
  const std::vector<std::pair<double, double>> first{{0.5, 0.7}, {0.9, 0.1}, {0.8, 0.6},
                                                     {0.2, 0.3}, {0.6, 0.6}, {0.4, 0.9}};
  std::vector<std::vector<Climb>> runs;
  for (const auto& [a, b] : first) runs.push_back({at({a}), at({b})});

  SECTION("nobody is judged before all have come") {
    runs[4][1] = {};
    for (const Course& course : halve(rules, runs)) {
      CHECK(course.rung == 0u);
      CHECK_FALSE(course.decision);
    }
  }
  // Means: 0.6, 0.5, 0.7, 0.25, 0.6, 0.65.
  std::vector<Course> courses = halve(rules, runs);
  SECTION("the best three go on; of the two with the mean 0.6, the earlier") {
    for (const std::size_t s : {std::size_t{0}, std::size_t{2}, std::size_t{5}}) {
      CHECK(courses[s].rung == 1u);
      CHECK_FALSE(courses[s].decision);
    }
    REQUIRE(courses[4].decision);
    CHECK(courses[4].decision->reason == Reason::halved);
    CHECK(courses[4].decision->rung == 10);
    CHECK(courses[4].decision->statistic == Approx(0.6));
    CHECK(courses[4].decision->threshold == Approx(0.6));
    CHECK(courses[4].decision->rival == 0u);
    CHECK(courses[4].decision->replicates == 2);
    CHECK(courses[3].decision->statistic == Approx(0.25));
  }
  SECTION("the last one goes to its end, and is decided there") {
    for (const std::size_t s : {std::size_t{0}, std::size_t{2}, std::size_t{5}}) {
      runs[s] = {at({first[s].first, s == 5 ? 0.9 : 0.7}), at({first[s].second, 0.8})};
    }
    courses = halve(rules, runs);
    CHECK(that_go_to_the_end(courses) == std::vector<std::size_t>{5});
    CHECK_FALSE(courses[5].decision);
    CHECK(courses[0].decision->rung == 20);
    CHECK(courses[0].decision->rival == 5u);
    CHECK(courses[1].decision->rung == 10);
    runs[5] = {has_ended_with({0.4, 0.9}), has_ended_with({0.9, 0.8})};
    courses = halve(rules, runs);
    REQUIRE(courses[5].decision);
    CHECK(courses[5].decision->reason == Reason::limit);
  }
  SECTION("smaller values win where they are better") {
    Rules smaller = rules;
    smaller.race->is_larger_better = false;
    courses = halve(smaller, runs);
    CHECK(courses[3].rung == 1u);
    CHECK(courses[2].decision->reason == Reason::halved);
  }
}

TEST_CASE("a run without a finite value makes its setting the worst") {
  const Rules rules = halving(2, 10, 40);
  for (const double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
    const std::vector<std::vector<Climb>> runs{{at({bad})}, {at({-5})}};
    const std::vector<Course> courses = halve(rules, runs);
    CHECK(that_go_to_the_end(courses) == std::vector<std::size_t>{1});
    CHECK(std::isnan(courses[0].decision->statistic));
  }
  const std::vector<std::vector<Climb>> none{{at({kNaN})}, {at({kNaN})}};
  CHECK(that_go_to_the_end(halve(rules, none)) == std::vector<std::size_t>{0});
}

TEST_CASE("a single setting is not compared with anything") {
  const Rules rules = halving(3, 10, 270);
  const std::vector<std::vector<Climb>> one{{Climb{}}};
  CHECK_FALSE(halve(rules, one)[0].rung);
  CHECK_FALSE(halve(rules, one)[0].decision);
}

TEST_CASE("the value at a rung is the first one read there or later") {
  const Halving rules{3, 10, 270, true};
  const std::vector<Reading> readings{{5, 0.1}, {10, 0.2}, {20, 0.3}, {40, 0.4}};
  Climb climb = climb_of(rules, readings);
  CHECK(climb.values == std::vector<std::optional<double>>{0.2, 0.4, std::nullopt});
  CHECK_FALSE(climb.has_ended);
  end(climb, rules, 0.7);
  CHECK(climb.values == std::vector<std::optional<double>>{0.2, 0.4, 0.7});
  CHECK(climb.has_ended);
}

namespace {

// Shares of 1000 sweeps.
struct Rates {
  double lost = 0;    // halving stops the best setting
  double missed = 0;  // the best value of runs that all go to their end is not that of the best
};

// Sweeps of 27 settings with `replicates` runs of 270 rounds. The final values of the settings are
// standard normal. After t rounds, a setting lacks a (sqrt(270 / t) - 1) of that, where a is half
// normal with scale slowness / 4.2: at the first rung, at 10 rounds, it lacks |N(0, slowness^2)|.
// Every reading of a run has noise of its own with this standard deviation.
Rates simulate(double slowness, double noise, std::int64_t replicates) {
  constexpr int kSweeps = 1000;
  const Rules rules = halving(3, 10, 270, replicates);
  const std::vector<std::int64_t> rungs = rungs_of(*rules.race->halving);
  const double start = std::sqrt(27.0) - 1;
  Rates rates;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::mt19937_64 random(static_cast<std::uint64_t>(sweep) + 1);
    std::normal_distribution<double> normal;
    std::vector<double> truths, ends;
    std::vector<std::vector<Climb>> runs;
    for (int s = 0; s < 27; ++s) {
      const double truth = normal(random), slow = slowness / start * std::abs(normal(random));
      truths.push_back(truth);
      ends.push_back(0);
      std::vector<Climb> climbs;
      for (std::int64_t r = 0; r < replicates; ++r) {
        std::vector<double> values;
        for (const std::int64_t rung : rungs) {
          values.push_back(truth + noise * normal(random) -
                           slow * (std::sqrt(270.0 / static_cast<double>(rung)) - 1));
        }
        climbs.push_back(at(values));
        ends.back() += (truth + noise * normal(random)) / static_cast<double>(replicates);
      }
      runs.push_back(std::move(climbs));
    }
    const std::vector<std::size_t> left = that_go_to_the_end(halve(rules, runs));
    REQUIRE(left.size() == 1);
    const auto best = std::max_element(truths.begin(), truths.end()) - truths.begin();
    rates.lost += left[0] != static_cast<std::size_t>(best);
    rates.missed += std::max_element(ends.begin(), ends.end()) - ends.begin() != best;
  }
  std::printf(
      "slow starts %.1f, noise %.1f, %d replicates: best lost in %.0f of 1000 sweeps; by "
      "the ends of all runs %.0f\n",
      slowness, noise, static_cast<int>(replicates), rates.lost, rates.missed);
  return {rates.lost / kSweeps, rates.missed / kSweeps};
}

}  // namespace

TEST_CASE("halving loses the best setting as often as the documentation says") {
  struct Case {
    double slowness, noise;
    std::int64_t replicates;
    double lost, missed;  // as docs/replicates.md says
  };
  const std::vector<Case> cases{
      {0, 0, 1, 0, 0},    {0, 0.5, 1, 0.41, 0.44}, {0, 0.5, 5, 0.21, 0.22}, {0.5, 0, 1, 0.05, 0},
      {1, 0, 1, 0.12, 0}, {2, 0, 1, 0.28, 0},      {1, 0.5, 5, 0.26, 0.22}};
  // Another library's normal distribution gives other sweeps: the difference of two shares over
  // 1000 sweeps has a standard error of sqrt(2 p (1 - p) / 1000), four of which are allowed.
  const auto is_near = [](double share, double documented) {
    return std::abs(share - documented) <= 4 * std::sqrt(2 * documented * (1 - documented) / 1000);
  };
  for (const Case& c : cases) {
    INFO(c.slowness << " " << c.noise << " " << c.replicates);
    const Rates rates = simulate(c.slowness, c.noise, c.replicates);
    CHECK(is_near(rates.lost, c.lost));
    CHECK(is_near(rates.missed, c.missed));
  }
}
