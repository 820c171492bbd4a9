#include <boost/math/distributions/normal.hpp>

#include "ar1.hpp"
#include "report/posterior/posterior_summary.hpp"
#include "report/posterior/posterior_table.hpp"
#include "test.hpp"

namespace posterior_summary_test {

using namespace skald::report;

namespace {

PosteriorSummary summary_of(const std::vector<MatrixXd>& draws) {
  PosteriorSummary summary{draws.front().cols(), draws.front().rows(), std::ssize(draws), {}};
  for (std::size_t i = 0; i < draws.size(); ++i) {
    summary.coefficients.push_back(
        summarise(coefficient_name(static_cast<std::int64_t>(i) + 1), draws[i]));
  }
  return summary;
}

}  // namespace

TEST_CASE("a summary has the numbers of the diagnostics") {
  const MatrixXd x = ar1(0.5, 500, 4, 1).array() + 2;
  const CoefficientSummary c = summarise("theta[1]", x);
  CHECK(c.mean.value == Approx(x.mean()).epsilon(1e-14));
  CHECK(c.mean.error == mean_error(x));
  CHECK(c.sd.value == sd_of(x));
  CHECK(c.sd.error == sd_error(x));
  CHECK(c.quantiles[0].value == quantile_of(x, 0.05));
  CHECK(c.quantiles[2].error == quantile_error(x, 0.95));
  CHECK(c.bulk_ess == bulk_ess(x));
  CHECK(c.tail_ess == tail_ess(x));
  CHECK(c.r_hat == rank_r_hat(x));
  CHECK(c.non_finite == 0);
  CHECK_THROWS_WITH(summarise("x", ar1(0, 7, 4, 1)),
                    Catch::Contains("found 7 draws per chain, expected 8 or more"));
}

TEST_CASE("draws that are not finite are counted, and nothing is computed from the others") {
  MatrixXd x = ar1(0, 20, 2, 1);
  x(3, 1) = std::numeric_limits<double>::infinity();
  x(4, 1) = std::nan("");
  const CoefficientSummary c = summarise("theta[1]", x);
  CHECK(c.non_finite == 2);
  CHECK(std::isnan(c.mean.value));
  const auto warnings = posterior_warnings({2, 20, 1, {c}});
  REQUIRE(!warnings.empty());
  CHECK(warnings[0] ==
        "Draws of 1 of 1 coefficient are not finite: the chains left every bound. "
        "Choose a smaller step.");
}

TEST_CASE("good draws raise no warning, bad ones name the worst coefficient and a remedy") {
  const MatrixXd good = ar1(0, 1000, 4, 2);
  CHECK(posterior_warnings(summary_of({good})).empty());
  MatrixXd apart = good, further = good;
  apart.col(0).array() += 1;
  further.col(0).array() += 3;
  const auto disagree = posterior_warnings(summary_of({good, apart, further}));
  REQUIRE(disagree.size() == 2);
  CHECK_THAT(disagree[0], Catch::StartsWith("R-hat is above 1.01 for 2 of 3 coefficients, most for "
                                            "theta[3] (") &&
                              Catch::Contains("Make the run or its burn_in longer"));
  CHECK_THAT(disagree[1], Catch::StartsWith("The effective sample size is below 100 per chain"));
  const auto few = posterior_warnings(summary_of({ar1(0, 50, 4, 3)}));
  REQUIRE(few.size() >= 1);
  CHECK_THAT(few.back(),
             Catch::Contains("only 50 draws per chain were kept") && Catch::Contains("run.thin"));
  const auto alone = posterior_warnings(summary_of({ar1(0, 4000, 1, 4)}));
  REQUIRE(alone.size() == 1);
  CHECK_THAT(alone[0], Catch::StartsWith("There is one chain"));
}

TEST_CASE("the table shows as many digits as the errors allow") {
  CoefficientSummary c;
  c.name = "theta[1]";
  c.mean = {0.81234, 0.0041};
  c.sd = {1.0149, 0.013};
  c.quantiles = {Measured{-0.8577, 0.02}, {0.81, 0.005}, {2.4911, 0.03}};
  c.bulk_ess = 3911.6;
  c.tail_ess = 120.2;
  c.r_hat = 1.00049;
  const PosteriorSummary summary{4, 1000, 1, {c}};
  CHECK(format_report(posterior_table(summary), TableFormat::text) ==
        "coefficient  mean             sd             "
        "5 %     50 %    95 %   bulk ESS  tail ESS  R-hat\n"
        "theta[1]     0.8123 \xc2\xb1 0.0041  1.015 \xc2\xb1 0.013  "
        "-0.858  0.8100  2.491  3912      120       1.000\n");
  const auto numbers = posterior_numbers(summary);
  CHECK(numbers.columns.size() == 17);
  CHECK(numbers.rows[0].size() == 17);
  CHECK(numbers.rows[0][2] == record::SqlValue(0.0041));
  CHECK(numbers.rows[0][14] == record::SqlValue(std::int64_t{4}));
}

TEST_CASE("equal draws have a mean and no errors") {
  const auto table = report_texts(posterior_table(summary_of({MatrixXd::Constant(10, 2, 0.25)})));
  CHECK(table.rows[0] == std::vector<record::SqlValue>{
                             std::string("theta[1]"), std::string("0.25"), std::string("0"),
                             std::string("0.25"), std::string("0.25"), std::string("0.25"),
                             std::string("-"), std::string("-"), std::string("-")});
}

TEST_CASE("differences of two posteriors, in errors and in sds, by hand") {
  CoefficientSummary x, y;
  x.name = y.name = "theta[1]";
  x.mean = {1.5, 0.03};
  y.mean = {1.0, 0.04};
  x.sd = {2, 0.06};
  y.sd = {1, 0.04};
  const auto all = posterior_differences({4, 100, 1, {x}}, {4, 100, 1, {y}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].mean.value == Approx(0.5));
  CHECK(all[0].mean.error == Approx(0.05));
  CHECK(all[0].in_errors == Approx(10));
  CHECK(all[0].in_sds == Approx(0.5));
  CHECK(all[0].log_sd_ratio.value == Approx(std::log(2)));
  CHECK(all[0].log_sd_ratio.error == Approx(0.05));
  CHECK_THROWS_WITH(posterior_differences({4, 100, 1, {x}}, {4, 100, 0, {}}),
                    Catch::Contains("1 and 0 coefficients"));
  CHECK(difference_table({4, 100, 1, {x}}, {4, 100, 1, {y}}).rows[0].size() == 8);
  CHECK(difference_numbers({4, 100, 1, {x}}, {4, 100, 1, {y}}).rows[0].size() == 11);
}

}  // namespace posterior_summary_test

namespace diagnostics_test {

using namespace skald::report;

namespace {

double normal_quantile(double p) { return quantile(boost::math::normal(), p); }

MatrixXd column(std::initializer_list<double> values) {
  MatrixXd x(static_cast<Eigen::Index>(values.size()), 1);
  Eigen::Index i = 0;
  for (const double value : values) x(i++, 0) = value;
  return x;
}

}  // namespace

TEST_CASE("normal scores worked out by hand: ranks among all draws, mean ranks for ties") {
  MatrixXd x(2, 2);
  x << 5, 1, 3, 3;  // ranks 4, 1; 2.5, 2.5
  const MatrixXd z = normal_scores(x);
  CHECK(z(0, 0) == Approx(normal_quantile((4 - 0.375) / 4.25)));
  CHECK(z(0, 1) == Approx(normal_quantile((1 - 0.375) / 4.25)));
  CHECK(z(1, 0) == Approx(0).margin(1e-14));
  CHECK(z(1, 1) == z(1, 0));
}

TEST_CASE("R-hat worked out by hand, of location and of scale") {
  // Halves (1, 2, 3, 4) and (5, 6, 7, 8): scores s(1), ..., s(8), antisymmetric about 0.
  const MatrixXd shifted = column({1, 2, 3, 4, 5, 6, 7, 8});
  double s[8], mean = 0, within = 0;
  for (int i = 0; i < 8; ++i) s[i] = normal_quantile((i + 1 - 0.375) / 8.25);
  for (int i = 4; i < 8; ++i) mean += s[i] / 4;
  for (int i = 4; i < 8; ++i) within += (s[i] - mean) * (s[i] - mean) / 3;
  const double between = 2 * mean * mean;  // variance of -mean and mean
  CHECK(rank_r_hat(shifted) ==
        Approx(std::sqrt((0.75 * within + between) / within)).epsilon(1e-12));
  // The same locations and other scales: only the folded draws tell the halves apart. Deviations
  // from the median 0 are 4, 3, 3, 4 and 1, 2, 2, 1.
  // Their ranks among all eight are 7.5, 5.5, 5.5, 7.5 and 1.5, 3.5, 3.5, 1.5.
  const MatrixXd scaled = column({-4, -3, 3, 4, -1, -2, 2, 1});
  const double a = normal_quantile((7.5 - 0.375) / 8.25), b = normal_quantile((5.5 - 0.375) / 8.25);
  const double apart = 0.5 * (a + b) * (a + b), inside = (a - b) * (a - b) / 3;
  CHECK(rank_r_hat(scaled) == Approx(std::sqrt((0.75 * inside + apart) / inside)).epsilon(1e-12));
}

TEST_CASE("chains in different places or of different scales have a large R-hat, others none") {
  const MatrixXd same = ar1(0, 1000, 4, 1);
  CHECK(rank_r_hat(same) < 1.01);
  MatrixXd moved = same;
  moved.col(3).array() += 1;
  CHECK(rank_r_hat(moved) > 1.05);
  MatrixXd wide = same;
  wide.col(3) *= 3;
  CHECK(rank_r_hat(wide) > 1.05);
  // Chains of infinite variance that agree: R-hat of the draws themselves means nothing there.
  MatrixXd cauchy = ar1(0, 1000, 4, 2);
  cauchy = cauchy.array() / ar1(0, 1000, 4, 3).array();
  CHECK(rank_r_hat(cauchy) < 1.01);
  // A trend within the chains is found by their halves.
  MatrixXd trend = same;
  for (Eigen::Index i = 0; i < trend.rows(); ++i) trend.row(i).array() += 0.002 * double(i);
  CHECK(rank_r_hat(trend) > 1.05);
}

TEST_CASE("independent draws are worth their number, in the bulk and in the tails") {
  // 4000 independent draws; the estimate's standard deviation is about 5 % (see the test of
  // autocorrelation_ess()), so that 25 % are five of them.
  const MatrixXd x = ar1(0, 1000, 4, 4);
  CHECK(bulk_ess(x) == Approx(4000).epsilon(0.25));
  CHECK(tail_ess(x) == Approx(4000).epsilon(0.25));
  // Errors go with the inverse root of the size: 2.5 % are a standard deviation.
  CHECK(mean_error(x) == Approx(1 / std::sqrt(4000)).epsilon(0.15));
  // sd of the standard deviation of n normal draws: 1 / sqrt(2 n). The spread of the squares, of
  // kurtosis 15, adds half of sqrt(14 / n) = 3 %: 4 % in all.
  CHECK(sd_error(x) == Approx(1 / std::sqrt(8000)).epsilon(0.2));
  // sd of a median: sqrt(pi / 2 / n). It is read off the distance of sqrt(n) = 63 order statistics,
  // whose standard deviation is 13 %: one seed in fifty would fail.
  CHECK(quantile_error(x, 0.5) == Approx(std::sqrt(std::acos(-1) / 2 / 4000)).epsilon(0.3));
}

TEST_CASE("an AR(1) with coefficient a is worth n (1 - a) / (1 + a) draws") {
  const double a = 0.8;
  const MatrixXd x = ar1(a, 25000, 4, 5);
  const double n = 100000;
  // An effective size from autocorrelations up to lag M has a relative standard deviation of about
  // sqrt(2 (2 M + 1) / n) (Sokal 1997, section 3): 3.5 % for M = 30, where a^M is .001.
  CHECK(mean_ess(x) == Approx(n * (1 - a) / (1 + a)).epsilon(0.2));
  CHECK(bulk_ess(x) == Approx(n * (1 - a) / (1 + a)).epsilon(0.2));
  // Squares of a normal AR(1) have autocorrelations a^(2k).
  const double of_squares = n * (1 - a * a) / (1 + a * a);
  CHECK(sd_error(x) == Approx(1 / std::sqrt(2 * of_squares)).epsilon(0.15));
}

TEST_CASE("antithetic draws are worth more than their number, up to S log10 S") {
  const MatrixXd x = ar1(-0.5, 5000, 4, 6);
  CHECK(bulk_ess(x) == Approx(20000 * 3).epsilon(0.2));  // M = 10: 4.6 %
  const MatrixXd extreme = ar1(-0.99, 5000, 4, 7);
  CHECK(bulk_ess(extreme) == Approx(20000 * std::log10(20000)).epsilon(1e-12));
}

TEST_CASE("effective sizes and errors do not depend on units, ranks not on monotone maps") {
  const MatrixXd x = ar1(0.5, 200, 2, 8);
  const MatrixXd y = 1000 * x.array() + 7;
  CHECK(bulk_ess(y) == Approx(bulk_ess(x)).epsilon(1e-9));
  CHECK(mean_error(y) == Approx(1000 * mean_error(x)).epsilon(1e-9));
  CHECK(sd_error(y) == Approx(1000 * sd_error(x)).epsilon(1e-9));
  CHECK(quantile_error(y, 0.95) == Approx(1000 * quantile_error(x, 0.95)).epsilon(1e-9));
  const MatrixXd z = x.array().exp();
  CHECK(bulk_ess(z) == Approx(bulk_ess(x)).epsilon(1e-12));
}

TEST_CASE("quantiles between order statistics") {
  const MatrixXd x = column({40, 10, 30, 20, 50, 60, 80, 70});
  CHECK(quantile_of(x, 0) == 10);
  CHECK(quantile_of(x, 0.5) == 45);  // place 3.5
  CHECK(quantile_of(x, 0.05) == Approx(13.5));
  CHECK(quantile_of(x, 1) == 80);
}

TEST_CASE("draws that are all equal have no diagnostics") {
  const MatrixXd same = MatrixXd::Constant(10, 2, 3);
  CHECK(std::isnan(rank_r_hat(same)));
  CHECK(std::isnan(bulk_ess(same)));
  CHECK(std::isnan(tail_ess(same)));
  CHECK(std::isnan(sd_error(same)));
  CHECK(std::isnan(quantile_error(same, 0.5)));
}

TEST_CASE("eight draws are needed") {
  CHECK_NOTHROW(bulk_ess(ar1(0, 8, 1, 1)));
  CHECK_THROWS_AS(bulk_ess(ar1(0, 7, 1, 1)), std::invalid_argument);
}

}  // namespace diagnostics_test
