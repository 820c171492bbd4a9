// The laws of the ways to draw a step's rows.
#include "skald/parts/federated/step_batches.hpp"

#include "random/philox_random.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "test.hpp"

namespace step_batches_test {

namespace {

const random::PhiloxRandom streams(5, 0);
constexpr Index batch = 3, examples = 10, steps = 20000;
constexpr Sampling schemes[] = {Sampling::without_replacement, Sampling::with_replacement,
                                Sampling::poisson};

std::vector<std::int32_t> drawn(const Rows& rows) {
  std::vector<std::int32_t> all;
  for (Index i = 0; i < rows.count; ++i) all.push_back(static_cast<std::int32_t>(rows.row(0, i)));
  return all;
}

// How often a step uses rows 2 and 7, and how many rows it has.
struct Use {
  int of_2 = 0, of_7 = 0;
  Index rows = 0;
};
std::vector<Use> uses(Sampling scheme) {
  StepBatches batches(scheme);
  std::vector<Use> all;
  for (Index step = 0; step < steps; ++step) {
    Use use;
    for (const std::int32_t row : drawn(batches.draw(streams, step, 4, 1, examples, batch))) {
      REQUIRE((0 <= row && row < examples));
      use.of_2 += row == 2;
      use.of_7 += row == 7;
      ++use.rows;
    }
    all.push_back(use);
  }
  return all;
}

// Whether a count of independent events in `trials` is within 6 standard errors: 2e-9.
bool agrees(int count, double probability, double trials = steps) {
  const double mean = trials * probability;
  return std::abs(count - mean) < 6 * std::sqrt(mean * (1 - probability));
}

}  // namespace

TEST_CASE("every step draws afresh, each row with the stated probability") {
  for (const Sampling scheme : schemes) {
    const double rate = RecordBatches::rate(scheme, 1, batch, examples);
    CHECK(rate == Approx(scheme == Sampling::with_replacement ? 1 - std::pow(0.9, 3) : 0.3));
    int used = 0, both = 0, again = 0, twice = 0;
    const std::vector<Use> all = uses(scheme);
    for (std::size_t i = 0; i < all.size(); ++i) {
      used += all[i].of_2 > 0;
      both += all[i].of_2 > 0 && all[i].of_7 > 0;
      twice += all[i].of_2 > 1;
      again += i % 2 == 1 && all[i].of_2 > 0 && all[i - 1].of_2 > 0;
      if (scheme != Sampling::poisson) REQUIRE(all[i].rows == batch);
    }
    CHECK(agrees(used, rate));
    // Two steps are independent, where those of a round without replacement exclude each other.
    CHECK(agrees(again, rate * rate, steps / 2));  // NOLINT: pairs of steps
    if (scheme == Sampling::without_replacement) CHECK(agrees(both, 0.3 * 2 / 9));
    if (scheme == Sampling::poisson) CHECK(agrees(both, 0.09));
    if (scheme == Sampling::with_replacement) {
      CHECK(agrees(twice, 1 - std::pow(0.9, 3) - 3 * 0.1 * 0.81));
    } else {
      CHECK(twice == 0);
    }
  }
}

TEST_CASE("balls in bins: in every epoch a row is in one step, any of them, whatever others do") {
  constexpr std::int64_t bins = 3;  // 10 rows in batches of 3
  CHECK(StepBatches::bins(batch, examples) == bins);
  CHECK(StepBatches::mean_rows(Sampling::balls_in_bins, batch, examples) == Approx(10.0 / 3));
  CHECK(StepBatches::mean_rows(Sampling::poisson, batch, examples) == 3);
  const std::vector<Use> all = uses(Sampling::balls_in_bins);
  constexpr std::size_t epochs = steps / bins;
  int together = 0, again = 0;
  std::vector<int> place(bins), size_of_first(examples + 1);
  std::size_t before = bins;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    std::size_t at_2 = bins, at_7 = bins;
    Index rows = 0;
    for (std::size_t step = 0; step < bins; ++step) {
      const Use& use = all[bins * epoch + step];
      rows += use.rows;
      REQUIRE(use.of_2 <= 1);
      if (use.of_2 > 0) {
        REQUIRE(at_2 == bins);  // never twice
        at_2 = step;
      }
      if (use.of_7 > 0) at_7 = step;
    }
    REQUIRE(rows == examples);
    REQUIRE(at_2 < bins);
    ++place[at_2];
    ++size_of_first[static_cast<std::size_t>(all[bins * epoch].rows)];
    together += at_2 == at_7;
    again += at_2 == before;
    before = at_2;
  }
  for (const int count : place) CHECK(agrees(count, 1.0 / 3, epochs));
  CHECK(agrees(together, 1.0 / 3, epochs));
  CHECK(agrees(again, 1.0 / 3, epochs - 1));
  // The size of a step is binomial: of ten rows three with probability 120 2^7 / 3^10.
  CHECK(agrees(size_of_first[3], 120 * 128 / 59049.0, epochs));
  // Clients and chains have their own; a step's rows do not depend on what was drawn before.
  StepBatches fresh(Sampling::balls_in_bins), other(Sampling::balls_in_bins);
  const auto own = drawn(fresh.draw(streams, 3, 2, 1, 1000, 40));
  CHECK(own != drawn(fresh.draw(streams, 3, 3, 1, 1000, 40)));
  CHECK(own != drawn(fresh.draw(streams, 3, 2, 0, 1000, 40)));
  CHECK(own == drawn(other.draw(streams, 3, 2, 1, 1000, 40)));
}

TEST_CASE("in rounds of one step the rows are RecordBatches', clients and chains have their own") {
  for (const Sampling scheme : schemes) {
    StepBatches fresh(scheme);
    RecordBatches round(scheme, 1);
    for (const std::int64_t iteration : {0, 1, 8}) {
      for (const Index rows : {batch, examples}) {
        round.start(streams, iteration, 2, 1, examples, rows);
        CHECK(drawn(fresh.draw(streams, iteration, 2, 1, examples, rows)) == drawn(round.next()));
      }
    }
    const auto own = drawn(fresh.draw(streams, 3, 2, 1, 1000, 40));
    CHECK(own != drawn(fresh.draw(streams, 3, 3, 1, 1000, 40)));
    CHECK(own != drawn(fresh.draw(streams, 3, 2, 0, 1000, 40)));
    CHECK(own != drawn(fresh.draw(streams, 4, 2, 1, 1000, 40)));
    CHECK(own == drawn(fresh.draw(streams, 3, 2, 1, 1000, 40)));
  }
}

}  // namespace step_batches_test
