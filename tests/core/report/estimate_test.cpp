#include "report/estimate.hpp"
#include "report/compare.hpp"
#include "report/comparison_table.hpp"
#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

using namespace skald::report;

TEST_CASE("quantiles of Student's t") {
  // One degree is Cauchy: tan(pi (p - 1/2)); two degrees: (2p - 1) / sqrt(2 p (1 - p)).
  CHECK(student_t_quantile(1, 0.975) == Approx(12.706204736174707).epsilon(1e-12));
  CHECK(student_t_quantile(2, 0.975) == Approx(0.95 / std::sqrt(2 * 0.975 * 0.025)).epsilon(1e-12));
  CHECK(student_t_quantile(5, 0.5) == Approx(0).margin(1e-15));
}

TEST_CASE("tails of Student's t") {
  CHECK(student_t_tails(10, 2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(10, -2.228138852) == Approx(0.05).epsilon(1e-9));
  CHECK(student_t_tails(1, 1) == Approx(0.5).epsilon(1e-12));  // Cauchy
  CHECK(student_t_tails(3, std::numeric_limits<double>::infinity()) == 0);
}

using namespace skald::report;

TEST_CASE("ranks count from 1, ties share their mean, and values may be infinite") {
  constexpr double least = -std::numeric_limits<double>::infinity();
  CHECK(mid_ranks(std::vector<double>{least, 3, least, 1}) == std::vector<double>{1.5, 4, 1.5, 3});
  CHECK(mid_ranks({}).empty());
}

TEST_CASE("quantiles lie between order statistics, also of a single value") {
  const std::vector<double> values{10, 20, 40};
  CHECK(quantile(values, 0) == 10);
  CHECK(quantile(values, 0.25) == 15);
  CHECK(quantile(values, 0.75) == 30);
  CHECK(quantile(values, 1) == 40);
  CHECK(quantile(std::vector<double>{7}, 0.3) == 7);
}

namespace scale_test {

using namespace skald::report;
using namespace skald_test;
using record::Scale;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

record::StudyRuns study(Scale scale, const std::vector<double>& values) {
  record::StudyRuns runs = empty_study({{"w2", "theta", "", record::Better::down, scale}});
  std::vector<std::vector<double>> replicates;
  for (const double value : values) replicates.push_back({value});
  add_setting(runs, {word("fald"), whole(1)}, replicates);
  return runs;
}

Estimate estimate(Scale scale, const std::vector<double>& values) {
  return compare(study(scale, values), {}).rows[0].estimates[0];
}

}  // namespace

TEST_CASE("a scale is the declared one where all finite values lie on it") {
  CHECK(scales_of(study(Scale::positive, {1, 2, infinity}))[0] == Scale::positive);
  CHECK(scales_of(study(Scale::positive, {1, 0}))[0] == Scale::count);  // 0 has no logarithm
  CHECK(scales_of(study(Scale::positive, {1, -1}))[0] == Scale::real);
  CHECK(scales_of(study(Scale::share, {0, 1}))[0] == Scale::share);
  CHECK(scales_of(study(Scale::share, {0, 2}))[0] == Scale::count);
  CHECK(scales_of(study(Scale::real, {1, 2}))[0] == Scale::real);
  CHECK(ratio_scales_of(study(Scale::count, {1, 2}))[0] == Scale::positive);
  CHECK(ratio_scales_of(study(Scale::count, {0, 2}))[0] == Scale::count);
  record::StudyRuns diverged = study(Scale::positive, {1, -1});
  diverged.runs[1].status = record::RunStatus::diverged;
  CHECK(scales_of(diverged)[0] == Scale::positive);
}

TEST_CASE("the mean of positive values is geometric, with the interval of their logarithms") {
  const Estimate e = estimate(Scale::positive, {1, 10, 100});
  CHECK(e.mean == Approx(10));
  const double factor = std::exp(4.302652729911275 * std::log(10) / std::sqrt(3.0));
  CHECK(e.low == Approx(10 / factor));
  CHECK(e.high == Approx(10 * factor));
  CHECK(e.half_width == Approx((e.high - e.low) / 2));
  CHECK(e.min == Approx(1));
  CHECK(e.max == Approx(100));
  CHECK(e.sd == Approx(54.744862772684));  // of 1, 10, 100
  CHECK(format_estimate(e) == "10 [0.0328, 3049]");
  CHECK(estimate(Scale::positive, {0.1, 0.1, 0.1}).mean == 0.1);  // no rounding by logarithms
  // Close values have, to the digits shown, the interval that arithmetic means would have.
  CHECK(format_estimate(estimate(Scale::positive, {1.0, 1.01, 0.99})) ==
        format_estimate(estimate(Scale::real, {1.0, 1.01, 0.99})));
}

TEST_CASE("over points of a setting, the mean within a replicate is geometric, too") {
  record::StudyRuns runs = study(Scale::positive, {1, 4});
  add_setting(runs, {word("fald"), whole(2)}, {{100}, {400}});
  const Estimate e = compare(runs, {.by = {"sampler"}, .over = {"K"}}).rows[0].estimates[0];
  CHECK(e.n == 2);
  CHECK(e.mean == Approx(20));  // of sqrt(1 100) = 10 and sqrt(4 400) = 40
}

TEST_CASE("intervals of shares and counts end where their values do") {
  const Estimate share = estimate(Scale::share, {0.02, 0.2, 0.01});
  CHECK(share.mean == Approx(0.23 / 3));
  CHECK(share.low == 0);
  CHECK(estimate(Scale::share, {0.98, 0.8, 0.99}).high == 1);
  CHECK(estimate(Scale::real, {0.02, 0.2, 0.01}).low < 0);
  const Estimate certain = estimate(Scale::share, {1, 1, 1});
  CHECK(certain.low == 1);
  CHECK(certain.high == 1);
  const Estimate count = estimate(Scale::count, {1, 50, 3});
  CHECK(count.mean == 18);
  CHECK(count.low == 0);
  CHECK(count.high == Approx(18 + 4.302652729911275 * count.sd / std::sqrt(3.0)));
  CHECK(format_estimate(count) == "18 [0, 86.9]");
}

TEST_CASE("the comparison says which means are geometric, where that matters") {
  const Comparison comparison = compare(study(Scale::positive, {1, 10, 100}), {});
  CHECK(geometric_means(comparison) == std::vector<std::string>{"w2"});
  CHECK(geometric_means(compare(study(Scale::positive, {2, 2, 2}), {})).empty());
  CHECK(geometric_means(compare(study(Scale::count, {1, 10, 100}), {})).empty());
  CHECK(format_table(comparison_numbers(comparison), TableFormat::csv)
            .starts_with(
                "runs,diverged,failed,chains_state,chains_reason,r_hat,ess,acceptance,"
                "has_long_steps,silent,exact_z,w2_mean,w2_half_width,w2_sd,w2_n,w2_non_finite,"
                "w2_mark,w2_p,w2_low,w2_high\n3,0,0,,,,,,0,0,,10"));
}

}  // namespace scale_test
