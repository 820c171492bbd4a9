// The laws of the three ways to draw a round's rows.
#include "skald/parts/federated/record_batches.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

namespace record_batches_test {
namespace {

const random::PhiloxRandom streams(3, 0);
constexpr std::int64_t K = 3;
constexpr Index batch = 2, examples = 10, rounds = 20000;

// uses[r][row]: how often round r uses the row; sizes of all batches.
struct Drawn {
  std::vector<std::vector<int>> uses;
  std::vector<Index> sizes;
};
Drawn draw(Sampling scheme) {
  RecordBatches batches(scheme, K);
  Drawn out;
  for (Index round = 0; round < rounds; ++round) {
    batches.start(streams, K * round, 4, 1, examples, batch);
    std::vector<int> uses(examples);
    for (std::int64_t step = 0; step < K; ++step) {
      const Rows rows = batches.next();
      out.sizes.push_back(rows.count);
      for (Index i = 0; i < rows.count; ++i) ++uses[static_cast<std::size_t>(rows.row(0, i))];
    }
    out.uses.push_back(uses);
  }
  return out;
}

// Whether a binomial count of `rounds` with that probability is within 6 standard errors: 2e-9.
bool agrees(int count, double probability) {
  const double mean = rounds * probability;
  return std::abs(count - mean) < 6 * std::sqrt(mean * (1 - probability));
}

}  // namespace

TEST_CASE("a row is used with the stated probability, and no more often than the scheme allows") {
  for (const Sampling scheme :
       {Sampling::without_replacement, Sampling::with_replacement, Sampling::poisson}) {
    const Drawn drawn = draw(scheme);
    const double rate = RecordBatches::rate(scheme, K, batch, examples);
    int used[2] = {0, 0}, both = 0, twice = 0;
    for (const auto& uses : drawn.uses) {
      used[0] += uses[2] > 0;
      used[1] += uses[7] > 0;
      both += uses[2] > 0 && uses[7] > 0;
      twice += uses[2] > 1;
    }
    CHECK(agrees(used[0], rate));
    CHECK(agrees(used[1], rate));
    if (scheme == Sampling::poisson) CHECK(agrees(both, rate * rate));
    if (scheme == Sampling::without_replacement) CHECK(agrees(both, 0.6 * 5 / 9));
    if (scheme != Sampling::with_replacement) CHECK(twice == 0);
    // Binomial(6, 1/10) above 1.
    if (scheme == Sampling::with_replacement) {
      CHECK(agrees(twice, 1 - std::pow(0.9, 6) - 6 * 0.1 * std::pow(0.9, 5)));
    }
  }
}

TEST_CASE("Poisson batches have Binomial(n, batch / n) rows, fixed ones `batch`") {
  for (const Sampling scheme : {Sampling::without_replacement, Sampling::with_replacement}) {
    for (const Index size : draw(scheme).sizes) REQUIRE(size == batch);
  }
  double sum = 0, squares = 0;
  int empty = 0;
  const auto sizes = draw(Sampling::poisson).sizes;
  for (const Index size : sizes) {
    sum += static_cast<double>(size);
    squares += static_cast<double>(size * size);
    empty += size == 0;
  }
  const auto n = static_cast<double>(sizes.size());
  const double mean = sum / n, variance = squares / n - mean * mean;
  // Variance 10 * 0.2 * 0.8; 6 standard errors, of the variance below 6 sqrt(2.5) 1.6 / sqrt(n).
  CHECK(std::abs(mean - 2) < 6 * std::sqrt(1.6 / n));
  CHECK(std::abs(variance - 1.6) < 16 / std::sqrt(n));
  CHECK(std::abs(empty / n - std::pow(0.8, 10)) < 6 * std::sqrt(0.1 / n));
}

TEST_CASE("probabilities of use") {
  const auto rate = [](Sampling scheme, std::int64_t steps) {
    return RecordBatches::rate(scheme, steps, 2, 10);
  };
  CHECK(rate(Sampling::without_replacement, 5) == Approx(1));
  CHECK(rate(Sampling::without_replacement, 6) == 1);
  CHECK(rate(Sampling::with_replacement, 5) == Approx(1 - std::pow(0.9, 10)));
  CHECK(rate(Sampling::poisson, 5) == Approx(1));
  CHECK_THROWS_AS(rate(Sampling::poisson, 6), std::invalid_argument);
}

TEST_CASE("without replacement the rows are EpochBatches'") {
  RecordBatches batches(Sampling::without_replacement, K);
  EpochBatches epochs;
  batches.start(streams, 6, 1, 0, examples, batch);
  epochs.start(streams, 6, 1, 0, examples, batch);
  for (int step = 0; step < 3; ++step) {
    const Rows a = batches.next(), b = epochs.next();
    CHECK(a.row(0, 0) == b.row(0, 0));
    CHECK(a.row(0, 1) == b.row(0, 1));
  }
}

}  // namespace record_batches_test

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
