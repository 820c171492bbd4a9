#include "stopping/friedman.hpp"

#include <limits>

#include "catch.hpp"

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

TEST_CASE("blocks that are tied throughout say nothing") {
  CHECK(friedman(std::vector<std::vector<double>>{{1, 1}, {2, 2}}).p == 1);
  CHECK(friedman({}).p == 1);
}
