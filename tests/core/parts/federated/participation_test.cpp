#include "skald/parts/federated/participation.hpp"
#include "federation.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

namespace participation_test {
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

TEST_CASE("a cohort is that of a pool which is filled anew for every round") {
  for (const auto& [clients, participants] :
       {std::pair<Index, Index>{7, 1}, {7, 4}, {7, 6}, {1000, 3}, {1000, 700}}) {
    Participation participation(clients, participants);
    for (std::int64_t k = 0; k < 300; ++k) {
      std::vector<std::int32_t> pool(static_cast<std::size_t>(clients));
      std::iota(pool.begin(), pool.end(), 0);
      const auto count = static_cast<std::size_t>(participants);
      sample_without_replacement(streams, {Role::participation}, k, k % 3, pool, count);
      pool.resize(count);
      std::sort(pool.begin(), pool.end());
      const auto cohort = participation.draw(streams, k, k % 3);
      REQUIRE(std::equal(cohort.begin(), cohort.end(), pool.begin(), pool.end()));
    }
  }
}

TEST_CASE("S = N is everyone") {
  Participation participation(4, 4);
  const auto cohort = participation.draw(streams, 0, 0);
  CHECK(std::vector<std::int32_t>(cohort.begin(), cohort.end()) ==
        std::vector<std::int32_t>{0, 1, 2, 3});
}

}  // namespace participation_test

TEST_CASE("aggregation weights: equal, or by examples") {
  const auto federation = quadratic_federation(random_rows(1, 1, {1, 3, 4}, true));
  CHECK(aggregation_weights(federation->problem(), "uniform") ==
        std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3});
  CHECK(aggregation_weights(federation->problem(), "examples") ==
        std::vector<double>{0.125, 0.375, 0.5});
}
