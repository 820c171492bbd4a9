#include "stopping/f_race.hpp"
#include "stopping/allotment.hpp"
#include "test.hpp"

using namespace skald::stopping;

namespace {

constexpr double kWorst = -std::numeric_limits<double>::infinity();

Rules race_of(std::int64_t replicates, double confidence = 0.95) {
  Rules rules;
  rules.min = rules.max = replicates;
  rules.race = Race{"accuracy", true, {}, confidence, 0};
  return rules;
}

// Values of settings with these means. Half of their variance is shared by the settings of a
// replicate.
std::vector<Outcomes> sweep(const std::vector<double>& means, int replicates, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise;
  std::vector<Outcomes> cells(means.size());
  for (int r = 0; r < replicates; ++r) {
    const double shared = noise(random);
    for (std::size_t s = 0; s < means.size(); ++s) {
      const double x = means[s] + std::sqrt(0.5) * (shared + noise(random));
      cells[s].emplace_back(Outcome{Outcome::Ending::ok, x, x});
    }
  }
  return cells;
}

}  // namespace

TEST_CASE("the levels of all looks and pairs add up to no more than alpha") {
  double sum = 0;
  for (std::int64_t i = 1; i <= 100'000; ++i) sum += 9 * pair_level(10, 0.05, i);
  CHECK(sum < 0.05);
  CHECK(sum == Approx(0.05).epsilon(1e-4));
}

TEST_CASE("the first look waits until a test can tell two settings apart") {
  // 0.05 / (9 * 2) = 0.00278: 2^-8 is above it, 2^-9 is not.
  CHECK(first_look(10, 0.05, 5) == 9);
  CHECK(first_look(10, 0.05, 12) == 12);
  CHECK(first_look(2, 0.05, 0) == 6);
  CHECK(first_look(2, 0.0625, 0) == 5);  // a level of 2^-5 is reached by five runs
  CHECK(look_after(9) == 12);
  CHECK(look_after(12) == 15);
}

TEST_CASE("a look stops what the leader beats, and nothing else") {
  std::vector<std::vector<double>> scores(3);
  for (int r = 0; r < 10; ++r) {
    scores[0].push_back(10 + r);
    scores[1].push_back(10 + r + (r % 2 == 0 ? 0.1 : -0.1));
    scores[2].push_back(r == 3 ? kWorst : r);
  }
  const auto losses = look(scores, {true, true, true}, 0.05, 1);
  REQUIRE(losses.size() == 1);
  CHECK(losses[0].setting == 2);
  CHECK(losses[0].leader == 0);  // the first of those with equal rank sums
  CHECK(losses[0].p == Approx(std::pow(2.0, -10)));
  CHECK(losses[0].level == Approx(0.05 / 2 / 2));
  CHECK(look(scores, {true, true, false}, 0.05, 1).empty());
  CHECK(look(scores, {false, false, true}, 0.05, 1).empty());
}

TEST_CASE("a setting that always diverges is stopped at the first look") {
  std::vector<Outcomes> cells = sweep({0, 0, 0}, 20, 3);
  for (auto& outcome : cells[1]) *outcome = {Outcome::Ending::diverged};
  const auto allotted = allot(race_of(20), cells);
  REQUIRE(allotted[1].decision);
  CHECK(allotted[1].decision->reason == Reason::worse);
  CHECK(allotted[1].decision->replicates == first_look(3, 0.05, 0));
  CHECK(allotted[0].decision->reason == Reason::limit);
  CHECK(allotted[0].decision->replicates == 20);
}

// With one small difference against the leader the signed ranks have P(W <= 1) = 2 / 2^n: 1/32 at
// the first look (n = 6), above its level .05 / 2, and 1/128 at the second (n = 8), below .05 / 6.
TEST_CASE("a setting that the first look leaves is stopped by the second") {
  std::vector<Outcomes> cells(2);
  for (int r = 0; r < 8; ++r) {
    const double lead = r == 0 ? -.5 : r;
    cells[0].emplace_back(Outcome{Outcome::Ending::ok, lead, lead});
    cells[1].emplace_back(Outcome{Outcome::Ending::ok, 0, 0});
  }
  const auto allotted = allot(race_of(20), cells);
  REQUIRE(allotted[1].decision);
  CHECK(allotted[1].decision->reason == Reason::worse);
  CHECK(allotted[1].decision->replicates == 8);
  CHECK(allotted[1].decision->statistic == Approx(1. / 128));
  CHECK(allotted[1].decision->threshold == Approx(.05 / 6));
}

TEST_CASE("a failed run takes its setting out of the race, and a retry brings it back") {
  std::vector<Outcomes> cells = sweep({0, -3, 0}, 20, 4);
  const auto whole = allot(race_of(20), cells);
  const Outcome kept = *cells[0][2];
  cells[0][2] = Outcome{Outcome::Ending::failed};
  const auto without = allot(race_of(20), cells);
  REQUIRE(without[0].decision);
  CHECK(without[0].decision->reason == Reason::failed);
  CHECK(without[1].decision->reason == Reason::worse);
  CHECK(without[1].decision->rival == 2);
  cells[0][2] = kept;
  const auto again = allot(race_of(20), cells);
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(again[c].decision->reason == whole[c].decision->reason);
    CHECK(again[c].decision->replicates == whole[c].decision->replicates);
  }
}

TEST_CASE("a stage is decided when all of it has ended, in whichever order") {
  const std::vector<Outcomes> all = sweep({0, -0.5, -1, -4}, 30, 5);
  const auto wanted = allot(race_of(30), all);
  std::mt19937_64 random(7);
  for (int order = 0; order < 20; ++order) {
    std::vector<Outcomes> known(4, Outcomes(30));
    std::vector<Allotment> allotted = allot(race_of(30), known);
    while (true) {
      std::vector<std::pair<std::size_t, std::size_t>> open;
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t r = 0; r < static_cast<std::size_t>(allotted[c].replicates); ++r) {
          if (!known[c][r]) open.emplace_back(c, r);
        }
      }
      if (open.empty()) break;
      const auto [c, r] = open[random() % open.size()];
      known[c][r] = all[c][r];
      allotted = allot(race_of(30), known);
    }
    for (std::size_t c = 0; c < 4; ++c) {
      REQUIRE(allotted[c].decision);
      CHECK(allotted[c].decision->replicates == wanted[c].decision->replicates);
      CHECK(allotted[c].decision->reason == wanted[c].decision->reason);
    }
  }
}

// In a race at confidence 1 - alpha the best setting is lost in a share of at most alpha of the
// sweeps. Over 1000 sweeps, the count has a mean of at most 1000 alpha and a standard deviation of
// at most sqrt(1000 alpha); four of these are allowed. In the hardest case all settings are equally
// good, and any of them, such as the first, counts as the best.
TEST_CASE("of a thousand sweeps the best setting is lost in at most the stated share") {
  constexpr int kSweeps = 1000, kReplicates = 50;
  struct Case {
    const char* name;
    std::vector<double> means;
    double confidence;
  };
  const std::vector<Case> cases{
      {"ten equal settings", std::vector<double>(10, 0.0), 0.95},
      {"two equal settings", {0, 0}, 0.95},
      {"two equal settings, at 60 %", {0, 0}, 0.60},
      {"one best by half a deviation, nine others", {0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0.95},
      {"ten settings, half a deviation apart",
       {0, -0.5, -1, -1.5, -2, -2.5, -3, -3.5, -4, -4.5},
       0.95}};
  for (const Case& c : cases) {
    int lost = 0;
    double used = 0;
    for (int s = 0; s < kSweeps; ++s) {
      const auto seed = static_cast<std::uint64_t>(s) * 7919 + 11;
      const auto allotted =
          allot(race_of(kReplicates, c.confidence), sweep(c.means, kReplicates, seed));
      lost += allotted[0].decision->reason == Reason::worse;
      for (const Allotment& a : allotted) used += static_cast<double>(a.decision->replicates);
    }
    const double runs = static_cast<double>(c.means.size()) * kReplicates * kSweeps;
    std::printf("%s: best lost in %d of %d sweeps, %.0f %% of the runs done\n", c.name, lost,
                kSweeps, 100 * used / runs);
    const double allowed = kSweeps * (1 - c.confidence);
    CAPTURE(c.name);
    CHECK(lost <= allowed + 4 * std::sqrt(allowed));
  }
}

TEST_CASE("settings that are far apart cost far fewer runs") {
  const auto allotted = allot(race_of(50), sweep({0, -1, -2, -3, -4, -5}, 50, 9));
  std::int64_t used = 0;
  for (const Allotment& a : allotted) used += a.decision->replicates;
  CHECK(used < 6 * 50 / 2);
  CHECK(allotted[0].decision->replicates == 50);
}

TEST_CASE("a cell without values is not given up at a look before its least number of runs") {
  Rules rules = race_of(50, 0.5);
  rules.min = 8;
  rules.until = Precision{"accuracy", 0.5, false};
  REQUIRE(first_look(2, 0.5, 0) < 8);
  const Outcomes diverged(7, Outcome{Outcome::Ending::diverged, {}, {}});
  const auto allotted = allot(rules, std::vector<Outcomes>{diverged, diverged});
  CHECK_FALSE(allotted[0].decision);
  CHECK(allotted[0].replicates == 8);
}

TEST_CASE("a race and a wanted precision go together") {
  Rules rules = race_of(50);
  rules.min = 3;
  rules.until = Precision{"accuracy", 0.5, false};
  const auto allotted = allot(rules, sweep({0, -0.2, -5}, 50, 12));
  for (const Allotment& cell : allotted) REQUIRE(cell.decision);
  CHECK(allotted[0].decision->reason == Reason::precise);
  CHECK(allotted[0].decision->replicates < 50);
  CHECK(allotted[0].decision->statistic <= 0.5);
}

using namespace skald::stopping;

// Conover, Practical Nonparametric Statistics (1999), section 5.8, example 1: twelve home owners
// rank four grasses.
TEST_CASE("Friedman's statistic of the four grasses is the textbook's") {
  const std::vector<std::vector<double>> ranks{
      {4, 3, 2, 1}, {4, 2, 3, 1}, {3, 1.5, 1.5, 4}, {3, 1, 2, 4}, {4, 2, 1, 3}, {2, 2, 2, 4},
      {1, 3, 2, 4}, {2, 4, 1, 3}, {3.5, 1, 2, 3.5}, {4, 1, 3, 2}, {4, 2, 3, 1}, {3.5, 1, 2, 3.5}};
  const Friedman found = friedman(ranks);
  CHECK(found.rank_sums == std::vector<double>{38, 23.5, 24.5, 34});
  CHECK(found.statistic == Approx(8.0973).margin(5e-5));
  CHECK(found.p == Approx(0.0440).margin(5e-4));
}

TEST_CASE("without ties Friedman's statistic is 12 / (n k (k + 1)) sum R^2 - 3 n (k + 1)") {
  const std::vector<std::vector<double>> blocks{{9, 9.5, 5}, {7, 6.5, 5.5}, {8, 8.5, 1}, {3, 2, 1}};
  // Ranks: 2 3 1, 3 2 1, 2 3 1, 3 2 1.
  const Friedman found = friedman(blocks);
  CHECK(found.rank_sums == std::vector<double>{10, 10, 4});
  CHECK(found.statistic == Approx(12.0 / (4 * 3 * 4) * 216 - 3 * 4 * 4));
}

TEST_CASE("of two settings Friedman's statistic is that of the signs") {
  // Nine wins of twelve: (9 - 3)^2 / 12; the tail of chi-squared with one degree of freedom.
  std::vector<std::vector<double>> blocks(12, {1, 2});
  for (std::size_t i = 0; i < 3; ++i) blocks[i] = {2, 1};
  const Friedman found = friedman(blocks);
  CHECK(found.rank_sums == std::vector<double>{15, 21});
  CHECK(found.statistic == Approx(3));
  CHECK(found.p == Approx(std::erfc(std::sqrt(3.0 / 2))));
}

TEST_CASE("blocks that are tied throughout say nothing") {
  CHECK(friedman(std::vector<std::vector<double>>{{1, 1}, {2, 2}}).p == 1);
  CHECK(friedman({}).p == 1);
}

// Darwin's cross- and self-fertilised maize (Wilcoxon 1945): the negative ranks add up to 24, and
// the exact two-sided p-value is 0.041259765625.
TEST_CASE("the signed-rank test of Darwin's plants has the published p-value") {
  const std::vector<double> darwin{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
  CHECK(signed_rank_p(darwin) == Approx(0.041259765625 / 2).epsilon(1e-12));
}

TEST_CASE(
    "n pairs of one sign have the p-value 2^-n, and pairs without a difference count for nought") {
  CHECK(signed_rank_p(std::vector<double>{1, 2, 3, 4, 5}) == Approx(1.0 / 32));
  CHECK(signed_rank_p(std::vector<double>{1, 2, 0, 3, 0, 4, 5}) == Approx(1.0 / 32));
  CHECK(signed_rank_p(std::vector<double>{0, 0}) == 1);
  CHECK(signed_rank_p({}) == 1);
  CHECK(signed_rank_p(std::vector<double>{-1, -2, -3}) == 1);
}

TEST_CASE("an infinite difference has the largest rank") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // Random signs with ranks 1 to 3: the sum is at least 3 + 1 in 3 of 8 cases.
  CHECK(signed_rank_p(std::vector<double>{0.5, -2, infinity}) == Approx(3.0 / 8));
}

TEST_CASE("the p-value given ties is that of all signs") {
  const std::vector<double> tied{1, 1, -1, 2, 2, -3, 4};
  const std::vector<double> ranks{2, 2, 2, 4.5, 4.5, 6, 7};
  const double sum = 2 + 2 + 4.5 + 4.5 + 7;
  int reached = 0;
  for (unsigned signs = 0; signs < 128; ++signs) {
    double other = 0;
    for (std::size_t i = 0; i < 7; ++i) other += (signs >> i & 1U) != 0 ? ranks[i] : 0;
    reached += other >= sum;
  }
  CHECK(signed_rank_p(tied) == Approx(reached / 128.0));
}

TEST_CASE("beyond a hundred pairs the normal approximation takes over without a jump") {
  std::mt19937_64 random(5);
  std::normal_distribution<double> noise(0.25, 1);
  std::vector<double> differences;
  for (int i = 0; i < kMostExactPairs; ++i) differences.push_back(noise(random));
  const double exact = signed_rank_p(differences);
  differences.push_back(1e-9);  // the smallest rank
  CHECK(signed_rank_p(differences) == Approx(exact).epsilon(0.05));
}
