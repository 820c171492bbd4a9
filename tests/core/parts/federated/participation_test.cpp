#include "skald/parts/federated/participation.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "random/philox_random.hpp"

using namespace skald;

namespace {
const random::PhiloxRandom streams(2, 0);
}

TEST_CASE("cohorts are sorted subsets, every one equally likely") {
  Participation participation(5, 3);
  std::vector<double> counts(32);
  const int rounds = 10000;
  for (int k = 0; k < rounds; ++k) {
    const auto cohort = participation.draw(streams, k, 1);
    REQUIRE(cohort.size() == 3);
    REQUIRE(std::is_sorted(cohort.begin(), cohort.end()));
    std::size_t subset = 0;
    for (const std::int32_t c : cohort) subset |= std::size_t{1} << c;
    ++counts[subset];
  }
  double chi_square = 0;
  int subsets = 0;
  for (const double count : counts) {
    if (count == 0) continue;
    ++subsets;
    chi_square += (count - 1000) * (count - 1000) / 1000;
  }
  CHECK(subsets == 10);
  CHECK(chi_square < 46.1);  // 9 degrees of freedom: exceeded with probability 6e-7
}

TEST_CASE("a cohort is a function of round and chain") {
  Participation one(50, 10), other(50, 10);
  const auto copy = [](std::span<const std::int32_t> cohort) {
    return std::vector<std::int32_t>(cohort.begin(), cohort.end());
  };
  const auto first = copy(one.draw(streams, 3, 0));
  CHECK(copy(one.draw(streams, 4, 0)) != first);
  CHECK(copy(one.draw(streams, 3, 1)) != first);
  CHECK(copy(other.draw(streams, 3, 0)) == first);
}

TEST_CASE("S = N is everyone") {
  Participation participation(4, 4);
  const auto cohort = participation.draw(streams, 0, 0);
  CHECK(std::vector<std::int32_t>(cohort.begin(), cohort.end()) ==
        std::vector<std::int32_t>{0, 1, 2, 3});
}
