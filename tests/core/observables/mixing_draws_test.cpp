#include "observables/mixing_draws.hpp"

#include "ar1.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "test.hpp"

namespace mixing_draws_test {

using Eigen::Index;
using namespace skald::observables;

namespace {

// Of a coordinate that stands between two others.
struct Found {
  double bulk, tail, mean, error, r_hat;
};

MixingDraws observed(const MatrixXd& draws) {
  MixingDraws mixing(3, draws.cols());
  for (Index t = 0; t < draws.rows(); ++t) {
    MatrixXd theta(3, draws.cols());
    theta << MatrixXd::Constant(1, draws.cols(), static_cast<double>(t)), draws.row(t),
        -draws.row(t);
    mixing.observe(skald::view(std::as_const(theta)));
  }
  return mixing;
}

Found found_in(const MixingDraws& mixing) {
  const MixingBatches batches = mixing.batches();
  const skald::Mixing of = batches.view();
  return {.bulk = skald::batched_ess(of.scores, 1),
          .tail = std::min(skald::batched_ess(of.low, 1), skald::batched_ess(of.high, 1)),
          .mean = skald::batched_ess(of.values, 1),
          .error = skald::batched_error(of.values, 1),
          .r_hat = skald::rank_r_hats(of)[1]};
}

Found found_in(const MatrixXd& draws) { return found_in(observed(draws)); }

void check_close(const Found& found, const MatrixXd& draws, double tolerance) {
  CHECK(found.bulk == Approx(skald::report::bulk_ess(draws)).epsilon(tolerance));
  CHECK(found.tail == Approx(skald::report::tail_ess(draws)).epsilon(tolerance));
  CHECK(found.mean == Approx(skald::report::mean_ess(draws)).epsilon(tolerance));
  CHECK(found.error == Approx(skald::report::mean_error(draws)).epsilon(tolerance));
}

}  // namespace

TEST_CASE("chains that stand still in different places have an infinite R-hat") {
  const MatrixXd still = Eigen::RowVector4d(.1, .7, -.3, 2.1).replicate(1000, 1);
  CHECK(std::isinf(found_in(still).r_hat));
}

TEST_CASE("as long as every draw is kept, effective sizes are those of all draws") {
  const MatrixXd all = ar1(0.8, 1022, 4, 21);
  for (const Index draws : {8, 50, 1022}) {
    INFO(draws << " draws");
    check_close(found_in(all.topRows(draws)), all.topRows(draws), 1e-10);
  }
  const MatrixXd far = (1e4 + 2 * all.array()).matrix();
  check_close(found_in(far), far, 1e-7);
}

// The variance of a sum of 20 000 draws is estimated in other ways from the same draws: by lags of
// draws and by lags of batches of 32. Both have relative standard errors of some
// sqrt(2 (2 lags + 1) / draws): below 0.05 for correlation times up to 20.
TEST_CASE("of a long run, effective sizes are those of all draws up to their own errors") {
  const double coefficient = GENERATE(0.0, 0.5, 0.9);
  INFO("AR(1) of " << coefficient);
  const MatrixXd draws = ar1(coefficient, 20'000, 4, 22);
  check_close(found_in(draws), draws, 0.15);
  // Of a skewed one ranks are the same, and so are effective sizes.
  const MatrixXd skewed = draws.array().exp();
  const Found found = found_in(skewed);
  CHECK(found.bulk == Approx(skald::report::bulk_ess(skewed)).epsilon(0.15));
  CHECK(found.tail == Approx(skald::report::tail_ess(skewed)).epsilon(0.15));
}

TEST_CASE("as long as every draw is kept, R-hat is that of all draws") {
  const MatrixXd all = ar1(0.8, 1022, 4, 33);
  for (const Index draws : {8, 9, 50, 51, 1022}) {
    INFO(draws << " draws");
    const MatrixXd first = all.topRows(draws);
    CHECK(found_in(first).r_hat == Approx(skald::report::rank_r_hat(first)).epsilon(1e-12));
  }
}

// The draws are also the first coordinate of two, or the last one.
TEST_CASE("every coordinate has the numbers that it has alone") {
  const MatrixXd one = ar1(0.6, 400, 3, 41), other = ar1(0.2, 400, 3, 42);
  MixingDraws both(2, 3), alone(1, 3);
  for (Index t = 0; t < one.rows(); ++t) {
    MatrixXd theta(2, 3);
    theta << one.row(t), other.row(t);
    both.observe(skald::view(std::as_const(theta)));
    const MatrixXd first = one.row(t);
    alone.observe(skald::view(first));
  }
  const MixingBatches of_both = both.batches(), of_one = alone.batches();
  const skald::Mixing pair = of_both.view(), single = of_one.view();
  CHECK(skald::batched_ess(pair.scores, 0) == skald::batched_ess(single.scores, 0));
  CHECK(skald::batched_ess(pair.low, 0) == skald::batched_ess(single.low, 0));
  CHECK(skald::rank_r_hats(pair)[0] == skald::rank_r_hats(single)[0]);
  CHECK(skald::rank_r_hats(pair)[1] == found_in(other).r_hat);
  // Of an even number of draws, the two next to the median are as far from it but for rounding, so
  // that the two least ranks of 1200 may be a tie or not: two scores move by some 0.2 of 1.
  CHECK(skald::rank_r_hats(pair)[0] == Approx(skald::report::rank_r_hat(one)).epsilon(1e-4));
  CHECK(skald::rank_r_hats(pair)[1] == Approx(skald::report::rank_r_hat(other)).epsilon(1e-4));
}

// The classic R-hat of these, which compares means and variances of the draws alone, is 1.000 to
// 1.001. Long runs compare scores that are interpolated between 128 quantiles of the first
// 2048 draws, whose shares below them have standard errors of at most sqrt(0.25 / 2048) = 0.011.
TEST_CASE("chains that differ in scale or in heavy tails disagree, in runs of any length") {
  const Index length = GENERATE(1000, 20'000);
  MatrixXd scales = ar1(0, length, 2, 34);
  scales.col(1) *= 10;
  const MatrixXd quotients = ar1(0, length, 2, 35).cwiseQuotient(ar1(0, length, 2, 36));
  MatrixXd shifted = quotients;
  shifted.col(1).array() += 3;
  INFO(length << " draws");
  for (const MatrixXd& draws : {scales, shifted}) {
    const double expected = skald::report::rank_r_hat(draws);
    CHECK(expected > 1.05);
    CHECK(found_in(draws).r_hat == Approx(expected).epsilon(0.03));
  }
  const double alike = found_in(quotients).r_hat;
  CHECK(alike < 1.01);
}

// AR(1) from far away, from two sides: the first 1024 draws are on their way. Scores among these
// alone say 1.025 and 42 draws where 1.198 and 8 are right: off by .17 and by a factor of 5. What
// is left is from shares that differ by less than .1: found to be at most .0053 and 4 %.
TEST_CASE("of chains that began far apart, R-hat and effective sizes are those of all draws") {
  const auto [start, coefficient] = GENERATE(std::pair(10.0, 0.999), std::pair(60.0, 0.9995));
  MatrixXd draws = ar1(coefficient, 40'000, 2, 38);
  for (Index t = 0; t < draws.rows(); ++t) {
    const double left = start * std::pow(coefficient, static_cast<double>(t));
    draws.row(t) += Eigen::RowVector2d(left, -left);
  }
  INFO("AR(1) of " << coefficient << " from " << start);
  const Found found = found_in(draws);
  const double expected = skald::report::rank_r_hat(draws);
  CHECK(found.r_hat - 1 == Approx(expected - 1).epsilon(0.1).margin(0.006));
  CHECK((found.r_hat < 1.01) == (expected < 1.01));
  if (coefficient < 0.9992) {  // autocovariances of more lags take too long
    CHECK(found.bulk == Approx(skald::report::bulk_ess(draws)).epsilon(0.15));
  }
}

TEST_CASE("memory for a known number of draws is no more than they take, and changes no number") {
  const MatrixXd all = ar1(0.5, 300, 2, 37);
  MixingDraws exact(3, 2, 300), any(3, 2);
  CHECK(exact.state().size() < any.state().size() / 10);
  for (Index t = 0; t < 300; ++t) {
    MatrixXd theta(3, 2);
    theta << all.row(t), 2 * all.row(t), -all.row(t);
    exact.observe(skald::view(std::as_const(theta)));
    any.observe(skald::view(std::as_const(theta)));
  }
  CHECK(found_in(exact).r_hat == found_in(any).r_hat);
  CHECK(found_in(exact).bulk == found_in(any).bulk);
  const MatrixXd more = MatrixXd::Zero(3, 2);
  CHECK_THROWS_AS(exact.observe(skald::view(more)), std::logic_error);
}

TEST_CASE("while a run of independent draws grows, so does its effective size") {
  const MatrixXd all = ar1(0, 9000, 4, 23);
  for (const Index draws : {1000, 1023, 1024, 1025, 1500, 2200, 2400, 4100, 9000}) {
    INFO(draws << " draws");
    const Found found = found_in(all.topRows(draws));
    const double full = static_cast<double>(4 * draws);
    CHECK(found.bulk == Approx(full).epsilon(0.2));
    CHECK(found.mean == Approx(full).epsilon(0.2));
  }
}

TEST_CASE("chains that never met have hardly any effective draws, however long they are") {
  for (const Index length : {500, 20'000}) {
    MatrixXd draws = ar1(0, length, 2, 24);
    draws.col(1).array() += 20;
    const Found found = found_in(draws);
    INFO(length << " draws");
    CHECK(found.bulk < 5);
    CHECK(found.mean < 5);
    CHECK(found.error > 5);
  }
  // Nor those that left the region of their first 1024 draws, where scores end.
  MatrixXd moved = ar1(0, 20'000, 2, 25);
  moved.bottomRows(15'000).array() += 100;
  CHECK(found_in(moved).bulk < 10);
  CHECK(found_in(moved).tail == Approx(skald::report::tail_ess(moved)).epsilon(0.3));
}

TEST_CASE("effective sizes of draws without a mean are those of their ranks") {
  // Cauchy: the quotient of two independent normal draws.
  const MatrixXd draws = ar1(0, 20'000, 4, 26).cwiseQuotient(ar1(0, 20'000, 4, 27));
  CHECK(found_in(draws).bulk == Approx(80'000).epsilon(0.15));
  CHECK(found_in(draws).tail == Approx(80'000).epsilon(0.15));
}

TEST_CASE("there is no effective size of too few draws, constant ones, or those that diverged") {
  CHECK(observed(ar1(0, 7, 2, 28)).batches().values.cols() == 0);
  CHECK(std::isnan(found_in(MatrixXd(MatrixXd::Zero(0, 2))).bulk));
  for (const Index length : {100, 3000}) {
    MatrixXd draws = MatrixXd::Constant(length, 2, 3);
    CHECK(std::isnan(found_in(draws).bulk));
    CHECK(std::isnan(found_in(draws).mean));
    draws = ar1(0, length, 2, 29);
    draws(length / 2, 1) = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(found_in(draws).mean));
  }
}

TEST_CASE("many chains have fewer batches each, and restart forgets") {
  CHECK(MixingDraws::most_batches(1) == 1024);
  CHECK(MixingDraws::most_batches(16) == 1024);
  CHECK(MixingDraws::most_batches(17) == 512);
  CHECK(MixingDraws::most_batches(1'000'000) == 64);
  const MatrixXd draws = ar1(0.5, 3000, 2, 30);
  MixingDraws fresh = observed(draws), again = observed(ar1(0.9, 2500, 2, 31));
  again.restart();
  CHECK(
      std::all_of(again.state().begin() + 3, again.state().end(), [](double x) { return x == 0; }));
  CHECK(again.is_sound());
  MixingDraws went_on(3, 2);
  std::copy(fresh.state().begin(), fresh.state().end(), went_on.state().begin());
  CHECK(found_in(went_on).bulk == found_in(fresh).bulk);
}

TEST_CASE("a state that counts batches of which there is no room is no sound one") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  MixingDraws mixing(1, 1);
  CHECK(mixing.is_sound());
  for (const auto& [place, value] : {std::pair{0, 1.0},
                                     {0, -1.0},
                                     {0, nan},
                                     {1, 1024.0},
                                     {1, -1.0},
                                     {1, 0.5},
                                     {2, 0.0},
                                     {2, nan}}) {
    INFO("state[" << place << "] = " << value);
    mixing.restart();
    mixing.state()[static_cast<std::size_t>(place)] = value;
    CHECK_FALSE(mixing.is_sound());
  }
}

}  // namespace mixing_draws_test
