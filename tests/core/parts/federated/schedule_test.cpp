#include "skald/parts/federated/schedule.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace schedule_test {

namespace {
const random::PhiloxRandom streams(3, 0);
}

TEST_CASE("a fixed schedule communicates after every K iterations, all chains") {
  Schedule schedule(4, std::nullopt);
  schedule.start(3);
  for (std::int64_t k = 0; k < 12; ++k) {
    const bool due = k == 3 || k == 7 || k == 11;
    CHECK(schedule.decide(streams, k, 3) == (due ? 3 : 0));
    CHECK(schedule.communicates(2) == due);
  }
  CHECK(schedule.stride() == 4);
  CHECK(schedule.rate() == 0.25);
  CHECK(schedule.K() == 4);
  CHECK(schedule.p_c() == 0);
}

TEST_CASE("a random schedule communicates with probability p_c, chains and iterations apart") {
  const double p_c = 0.3;
  Schedule schedule(std::nullopt, p_c);
  const Index chains = 4;
  schedule.start(chains);
  const int iterations = 10000;
  double heads = 0, alike = 0, again = 0;
  bool before = false;
  for (std::int64_t k = 0; k < iterations; ++k) {
    Index told = 0;
    const Index count = schedule.decide(streams, k, chains);
    for (Index j = 0; j < chains; ++j) told += schedule.communicates(j);
    REQUIRE(told == count);
    heads += static_cast<double>(count);
    alike += schedule.communicates(0) == schedule.communicates(1);
    again += before && schedule.communicates(0);
    before = schedule.communicates(0);
  }
  // Six standard errors of binomials (the last one of weakly dependent pairs): below 1e-8.
  const auto within = [](double count, double n, double p) {
    return std::abs(count - n * p) < 6 * std::sqrt(n * p * (1 - p));
  };
  CHECK(within(heads, iterations * chains, p_c));
  CHECK(within(alike, iterations, p_c * p_c + (1 - p_c) * (1 - p_c)));
  CHECK(std::abs(again - iterations * p_c * p_c) < 8 * std::sqrt(iterations * p_c * p_c));
  CHECK(schedule.stride() == 1);
  CHECK(schedule.rate() == p_c);
  CHECK(schedule.K() == 0);
  CHECK(schedule.p_c() == p_c);
}

TEST_CASE("coins of probability one and zero are certain") {
  Coins always({Role::reference}, 1, 50), never({Role::reference}, 0, 50);
  for (std::int64_t k = 0; k < 20; ++k) {
    CHECK(always.toss(streams, k) == 50);
    CHECK(never.toss(streams, k) == 0);
    CHECK(always.head(49));
    CHECK_FALSE(never.head(49));
  }
}

TEST_CASE("a schedule needs exactly one of K and p_c") {
  CHECK_THROWS_AS(Schedule(3, 0.5), std::invalid_argument);
  CHECK_THROWS_AS(Schedule(std::nullopt, std::nullopt), std::invalid_argument);
}

}  // namespace schedule_test
