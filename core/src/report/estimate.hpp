// A mean over replicates with its interval: Student's t, quantiles of samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "record/study_runs.hpp"
#include "report/settings.hpp"
#include "skald/parts/not_a_number.hpp"

namespace skald::report {

// A mean over n replicates. The settings of one replicate share their random numbers and are not
// independent, so a replicate counts once, as the mean over the settings of its row, and only if
// each of them ended ok with a finite value. On the scales real, share and count, the mean is
// arithmetic, with the half width t(n - 1) sd / sqrt(n), where sd has n - 1 in the denominator; on
// the scale positive, it is geometric, with that half width on logarithms. See interval_on() for
// the interval. Members are NaN if n is too small for them. For n = 0, the mean is +inf if every
// run that ended ok has the value +inf (an eps without a guarantee).
struct Estimate {
  std::int64_t n = 0;
  std::int64_t non_finite = 0;  // runs that ended ok without a finite value
  double mean = kNotANumber;
  double sd = kNotANumber;          // of the values as they are
  double half_width = kNotANumber;  // (high - low) / 2
  double low = kNotANumber;         // NaN beside a half width: mean +- it
  double high = kNotANumber;
  double min = kNotANumber;  // over the n replicates
  double max = kNotANumber;
};

// The level of intervals; 1 - kLevel is that of tests.
inline constexpr double kLevel = 0.95;

// Student's quantiles for intervals of one level, by degrees of freedom. Values are kept, since
// most rows of a study have the same n.
class Reach {
 public:
  explicit Reach(double level) : level_(level) {}
  double operator()(std::size_t degrees);

 private:
  double level_;
  std::map<std::size_t, double> known_;
};

// Returns the estimate for independent values, which are on this scale already.
Estimate estimate_of(std::span<const double> values, record::Scale scale, Reach& reach);

// Returns the estimate of a metric over the complete replicates of a setting.
Estimate estimate_of(const Setting& setting, std::size_t metric, record::Scale scale, Reach& reach);

// Returns the mean of a metric that bounds are on: it is one of all runs of the setting that ended
// ok. +inf if some of them have no bound (an eps without a guarantee), and NaN, which meets no
// bound, if some have no value.
double mean_of_all(const Setting& setting, std::size_t metric, const Estimate& estimate);

// An estimate as text: (mean ± half_width) times ten to the power `exponent`, or, if the interval
// is not symmetric about the mean, mean [low, high]. Both are empty if n = 1, or if the values
// differ by less than a millionth.
struct EstimateText {
  std::string mean;  // "-" for n = 0, "inf" if all values are infinite
  std::string half_width;
  int exponent = 0;
  std::string low = {}, high = {};
};

// Returns the text with two digits of the half width, or three of each number.
EstimateText estimate_text(const Estimate& estimate);

// Returns "0.8123 ± 0.0041", "(1.2345 ± 0.0021)e-7" or "1.23 [0.877, 1.72]".
std::string format_estimate(const EstimateText& text);
std::string format_estimate(const Estimate& estimate);

// Student's t distribution.

// Returns t with P(T <= t) = probability for `degrees` > 0 degrees of freedom.
double student_t_quantile(double degrees, double probability);

// P(|T| >= |t|) for `degrees` > 0 degrees of freedom: the two-sided p-value.
double student_t_tails(double degrees, double t);

// Moments, ranks and quantiles of a sample.
struct ValueMoments {
  double mean = 0;
  double sd = 0;  // with n - 1 in the denominator; NaN for one value
};
ValueMoments moments_of(std::span<const double> values);

// Returns the ranks of the values, from 1; equal values share the mean of their ranks. Values may
// be infinite, but not NaN.
std::vector<double> mid_ranks(std::span<const double> values);

// Returns the p-quantile, 0 <= p <= 1, of one or more sorted values, by linear interpolation
// between order statistics (definition 7 of Hyndman and Fan 1996, The American Statistician 50,
// 361).
double quantile(std::span<const double> sorted, double p);

// The scales on which replicates are averaged and settings compared. Pure functions.

// Returns the scale of each metric: the declared one, unless a finite value of a run that ended ok
// lies outside of it. Then it is count if no value is negative (a distance of 0 has no logarithm),
// otherwise real.
std::vector<record::Scale> scales_of(const record::StudyRuns& runs);

// Same, but positive for counts without a 0, too: as quotients of costs are of interest.
std::vector<record::Scale> ratio_scales_of(const record::StudyRuns& runs);

// A value on its scale, and back: logarithms of positive values, so that means are geometric and
// differences are those of ratios; other values as they are.
double on_scale(double value, record::Scale scale);
double from_scale(double value, record::Scale scale);

struct Interval {
  double low = 0, high = 0;
};

// Returns the interval for a mean on its scale with this half width there. It ends where the values
// of a share or a count do.
Interval interval_on(record::Scale scale, double mean, double half_width);

}  // namespace skald::report
