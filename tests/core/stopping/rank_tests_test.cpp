#include "stopping/rank_tests.hpp"

#include "test.hpp"

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
