// The tools of the SDK on top of the streams.
#include "skald/random.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

using namespace skald::random;

namespace {

const Stream stream = {Role::participation};

// Pearson's statistic of `counts`, all cells equally likely, as a standard normal deviate (Wilson
// and Hilferty 1931). |deviate| < 6 fails by chance with probability below 1e-7: the nominal
// 2e-9, with room for the error of the approximation.
double chi_square_deviate(const std::vector<double>& counts) {
  const double cells = static_cast<double>(counts.size());
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / cells;
  double statistic = 0;
  for (const double count : counts) statistic += (count - expected) * (count - expected) / expected;
  const double freedom = cells - 1;
  const double spread = 2 / (9 * freedom);
  return (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
}

}  // namespace

TEST_CASE("below is floor(word n / 2^64)") {
  const std::uint64_t largest = ~std::uint64_t{0};
  CHECK(below(0, 10) == 0);
  CHECK(below(largest, 10) == 9);
  CHECK(below(largest, 1) == 0);
  CHECK(below(largest / 2, 10) == 4);
  CHECK(below(largest / 2 + 1, 10) == 5);
  const Index n = (Index{1} << 62) + 1;
  CHECK(below(largest, n) == n - 1);
}

TEST_CASE("sampling with replacement is uniform") {
  const PhiloxRandom random(1, 0);
  const Index n = 37;
  std::vector<Index> draws(370000);
  sample_with_replacement(random, stream, 0, 0, n, draws);
  std::vector<double> counts(static_cast<std::size_t>(n));
  for (const Index draw : draws) {
    REQUIRE(draw >= 0);
    REQUIRE(draw < n);
    ++counts[static_cast<std::size_t>(draw)];
  }
  CHECK(std::abs(chi_square_deviate(counts)) < 6);
}

TEST_CASE("shuffle makes every order equally likely") {
  const PhiloxRandom random(2, 0);
  std::map<std::array<int, 5>, double> counts;
  for (std::int64_t iteration = 0; iteration < 240000; ++iteration) {
    std::array<int, 5> order = {0, 1, 2, 3, 4};
    shuffle(random, stream, iteration, 0, order);
    ++counts[order];
  }
  REQUIRE(counts.size() == 120);
  std::vector<double> cells;
  for (const auto& [order, count] : counts) cells.push_back(count);
  CHECK(std::abs(chi_square_deviate(cells)) < 6);
}

TEST_CASE("sampling without replacement makes every ordered choice equally likely") {
  const PhiloxRandom random(3, 0);
  std::map<std::array<int, 3>, double> counts;
  for (std::int64_t iteration = 0; iteration < 240000; ++iteration) {
    std::vector<int> values = {0, 1, 2, 3, 4, 5};
    sample_without_replacement(random, stream, iteration, 0, values, 3);
    ++counts[{values[0], values[1], values[2]}];
  }
  REQUIRE(counts.size() == 120);
  std::vector<double> cells;
  for (const auto& [choice, count] : counts) cells.push_back(count);
  CHECK(std::abs(chi_square_deviate(cells)) < 6);
}

TEST_CASE("sampling without replacement keeps the values and depends on its address alone") {
  const PhiloxRandom random(4, 0);
  const auto sample = [&](std::int64_t iteration, Index chain, std::size_t count) {
    std::vector<std::int32_t> values(1000);
    std::iota(values.begin(), values.end(), 0);
    sample_without_replacement(random, stream, iteration, chain, std::span(values), count);
    return values;
  };
  const auto whole = sample(7, 2, 1000);
  auto sorted = whole;
  std::sort(sorted.begin(), sorted.end());
  for (std::int32_t i = 0; i < 1000; ++i) REQUIRE(sorted[static_cast<std::size_t>(i)] == i);
  const auto part = sample(7, 2, 100);
  CHECK(std::equal(part.begin(), part.begin() + 100, whole.begin()));
  CHECK(sample(8, 2, 1000) != whole);
  CHECK(sample(7, 3, 1000) != whole);
}

TEST_CASE("nothing and one thing can be shuffled") {
  const PhiloxRandom random(5, 0);
  std::vector<int> none;
  shuffle(random, stream, 0, 0, none);
  CHECK(none.empty());
  std::vector<int> one = {42};
  shuffle(random, stream, 0, 0, one);
  CHECK(one == std::vector<int>{42});
}
