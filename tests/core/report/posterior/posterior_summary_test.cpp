#include "report/posterior/posterior_summary.hpp"

#include "ar1.hpp"
#include "report/posterior/diagnostics.hpp"
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
