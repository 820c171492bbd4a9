#include "skald/parts/federated/epoch_batches.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace {

std::vector<Index> taken(const Rows& rows) {
  std::vector<Index> out;
  for (Index r = 0; r < rows.count; ++r) out.push_back(rows.row(0, r));
  return out;
}

const random::PhiloxRandom streams(1, 0);

}  // namespace

TEST_CASE("permutations: as many as the steps' whole batches need") {
  CHECK(EpochBatches::permutations(1, 3, 10) == 1);
  CHECK(EpochBatches::permutations(3, 3, 10) == 1);
  CHECK(EpochBatches::permutations(4, 3, 10) == 2);
  CHECK(EpochBatches::permutations(7, 3, 10) == 3);
  CHECK(EpochBatches::permutations(5, 10, 10) == 5);
  CHECK(EpochBatches::permutations(5, 6, 10) == 5);
}

TEST_CASE(
    "a permutation's batches are disjoint, and a new one begins where too few rows are left") {
  EpochBatches batches;
  batches.start(streams, 40, 2, 1, 10, 3);
  std::vector<std::vector<Index>> orders;
  for (int permutation = 0; permutation < 3; ++permutation) {
    std::vector<int> uses(10);
    std::vector<Index> order;
    for (int step = 0; step < 3; ++step) {
      const Rows rows = batches.next();
      CHECK(rows.count == 3);
      for (const Index row : taken(rows)) {
        REQUIRE(row >= 0);
        REQUIRE(row < 10);
        ++uses[static_cast<std::size_t>(row)];
        order.push_back(row);
      }
    }
    CHECK(*std::max_element(uses.begin(), uses.end()) == 1);
    orders.push_back(order);
  }
  CHECK(orders[0] != orders[1]);
  CHECK(orders[1] != orders[2]);
}

TEST_CASE("rounds draw anew and repeat exactly, a used object does not remember") {
  const auto round = [](EpochBatches& batches, std::int64_t iteration, Index client, Index chain) {
    batches.start(streams, iteration, client, chain, 30, 10);
    std::vector<Index> rows;
    for (int step = 0; step < 3; ++step) {
      for (const Index row : taken(batches.next())) rows.push_back(row);
    }
    return rows;
  };
  EpochBatches used, fresh;
  const auto first = round(used, 0, 0, 0);
  CHECK(round(used, 5, 0, 0) != first);
  CHECK(round(used, 0, 1, 0) != first);
  CHECK(round(used, 0, 0, 1) != first);
  CHECK(round(used, 0, 0, 0) == first);
  CHECK(round(fresh, 0, 0, 0) == first);
}

TEST_CASE("a batch of everything is the client's range, in order") {
  EpochBatches batches;
  for (const Index batch : {4, 9}) {
    batches.start(streams, 0, 0, 0, 4, batch);
    for (int step = 0; step < 3; ++step) {
      const Rows rows = batches.next();
      CHECK(rows.count == 4);
      CHECK(rows.index == nullptr);
    }
  }
}

TEST_CASE("whole passes hold every row exactly once, the last batch what is left") {
  EpochBatches batches;
  batches.start(streams, 40, 2, 1, 10, 4, EpochBatches::Rest::last_batch);
  CHECK(EpochBatches::steps_per_pass(4, 10) == 3);
  CHECK(EpochBatches::smallest_batch(4, 10) == 2);
  CHECK(EpochBatches::steps_per_pass(5, 10) == 2);
  CHECK(EpochBatches::smallest_batch(5, 10) == 5);
  std::vector<std::vector<Index>> orders;
  for (int pass = 0; pass < 3; ++pass) {
    std::vector<int> uses(10);
    std::vector<Index> order;
    for (const Index count : {4, 4, 2}) {
      const Rows rows = batches.next();
      CHECK(rows.count == count);
      for (const Index row : taken(rows)) {
        ++uses[static_cast<std::size_t>(row)];
        order.push_back(row);
      }
    }
    CHECK(uses == std::vector<int>(10, 1));
    orders.push_back(order);
  }
  CHECK(orders[0] != orders[1]);
  CHECK(orders[1] != orders[2]);
}

TEST_CASE("every pair of rows is equally likely to make a batch") {
  EpochBatches batches;
  std::vector<double> counts(16);
  const int rounds = 12000;
  for (int round = 0; round < rounds; ++round) {
    batches.start(streams, round, 0, 0, 4, 2);
    const auto rows = taken(batches.next());
    ++counts[static_cast<std::size_t>(rows[0] * 4 + rows[1])];
  }
  double chi_square = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(counts[5 * i] == 0);
    for (std::size_t j = 0; j < 4; ++j) {
      const double excess = counts[4 * i + j] - rounds / 12.0;
      if (i != j) chi_square += excess * excess / (rounds / 12.0);
    }
  }
  CHECK(chi_square < 50.6);  // 11 degrees of freedom: exceeded with probability 5e-7
}
