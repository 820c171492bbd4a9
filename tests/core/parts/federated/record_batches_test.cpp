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
