#include "observables/batch_means.hpp"

#include "ar1.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "test.hpp"

using Eigen::Index;
using skald::observables::BatchMeans;

namespace {

// Two coordinates of three chains: an AR(1), and another one scaled and far from the origin.
struct Example {
  MatrixXd near = ar1(0.7, 1000, 3, 6);
  MatrixXd far = (1e3 + 20 * ar1(0.2, 1000, 3, 7).array()).matrix();

  MatrixXd draw(Index k) const {
    MatrixXd theta(2, 3);
    theta << near.row(k), far.row(k);
    return theta;
  }
};

void observe(BatchMeans& batches, const Example& example, Index from, Index to) {
  for (Index k = from; k < to; ++k) {
    const MatrixXd theta = example.draw(k);
    batches.observe(skald::view(theta));
  }
}

}  // namespace

TEST_CASE("streamed batches equal batches of stored draws") {
  const Example example;
  BatchMeans batches(2, 3);
  observe(batches, example, 0, 1000);
  REQUIRE(batches.draws() == 992);  // 62 batches of 16
  const auto errors = standard_errors(batches.batches());
  Index i = 0;
  for (const MatrixXd& all : {example.near, example.far}) {
    const MatrixXd used = all.topRows(992);
    const MatrixXd means = used.reshaped(16, 62 * 3).colwise().mean();
    const double variance = (means.array() - means.mean()).square().sum() / (62 * 3 - 1);
    CHECK(errors[i] == Approx(std::sqrt(variance / (62 * 3))).epsilon(1e-11));
    ++i;
  }
}

TEST_CASE("too few draws give no estimate") {
  const Example example;
  BatchMeans batches(2, 3);
  CHECK(standard_errors(batches.batches()).array().isNaN().all());
  observe(batches, example, 0, 1);
  CHECK(standard_errors(batches.batches()).array().isNaN().all());
  observe(batches, example, 1, 3);
  CHECK(batches.draws() == 3);  // in batches of one
  CHECK(standard_errors(batches.batches()).allFinite());
}

TEST_CASE("a state that counts batches which are not there is no sound one") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  BatchMeans means(1, 1);
  CHECK(means.is_sound());
  for (const auto& [place, value] : {std::pair{0, 1.0},
                                     {0, -1.0},
                                     {0, nan},
                                     {1, 64.0},
                                     {1, -1.0},
                                     {1, 0.5},
                                     {1, 1e300},
                                     {2, 0.0},
                                     {2, nan}}) {
    const double before = std::exchange(means.state()[static_cast<std::size_t>(place)], value);
    CHECK_FALSE(means.is_sound());
    means.state()[static_cast<std::size_t>(place)] = before;
  }
}

TEST_CASE("a restart forgets, a restored state continues bit for bit") {
  const Example example;
  BatchMeans fresh(2, 3), restarted(2, 3), restored(2, 3);
  observe(restarted, example, 0, 77);
  restarted.restart();
  observe(fresh, example, 200, 421);
  observe(restarted, example, 200, 421);
  std::ranges::copy(fresh.state(), restored.state().begin());
  observe(fresh, example, 421, 1000);
  observe(restarted, example, 421, 1000);
  observe(restored, example, 421, 1000);
  CHECK(std::ranges::equal(fresh.state(), restarted.state()));
  CHECK(std::ranges::equal(fresh.state(), restored.state()));
}
