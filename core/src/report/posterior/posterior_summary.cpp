#include "report/posterior/posterior_summary.hpp"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "report/estimate.hpp"
#include "skald/parts/metrics/effective_sample_size.hpp"
#include "skald/parts/not_a_number.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr Measured kNothing{kNotANumber, kNotANumber};

CoefficientSummary without_numbers(std::string name, std::int64_t non_finite) {
  return {std::move(name), kNothing,    kNothing,    {kNothing, kNothing, kNothing},
          kNotANumber,     kNotANumber, kNotANumber, non_finite};
}

void require_draws(std::int64_t draws) {
  if (draws >= kFewestDraws) return;
  throw std::invalid_argument("found " + text::counted(draws, "draw") + " per chain, expected " +
                              std::to_string(kFewestDraws) +
                              " or more: keep more draws (a longer run, or a smaller run.thin)");
}

}  // namespace

CoefficientSummary summarise(std::string name, const Eigen::Ref<const Eigen::MatrixXd>& draws) {
  require_draws(draws.rows());
  const std::int64_t non_finite = draws.size() - draws.array().isFinite().count();
  if (non_finite > 0) return without_numbers(std::move(name), non_finite);
  const OrderedDraws ordered(draws);
  CoefficientSummary summary;
  summary.name = std::move(name);
  summary.mean = {draws.mean(), mean_error(draws)};
  summary.sd = {sd_of(draws), sd_error(draws)};
  for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
    summary.quantiles[q] = {quantile_of(ordered, kQuantiles[q]),
                            quantile_error(ordered, kQuantiles[q])};
  }
  summary.bulk_ess = bulk_ess(draws);
  summary.tail_ess = tail_ess(ordered);
  summary.r_hat = rank_r_hat(ordered);
  return summary;
}

std::string coefficient_name(std::int64_t number) {
  return "theta[" + std::to_string(number) + "]";
}

namespace {

std::vector<double> in_order(const Eigen::MatrixXd& draws) {
  std::vector<double> values(draws.data(), draws.data() + draws.size());
  std::sort(values.begin(), values.end());
  return values;
}

double r_hat_of_scores(const ChainDraws& draws) {
  return sequence_r_hat(normal_scores(chain_halves(draws)));
}

// The share of draws at or below `limit`, as draws of 0 and 1.
Eigen::MatrixXd at_or_below(const ChainDraws& draws, double limit) {
  return (draws.array() <= limit).cast<double>();
}

Eigen::MatrixXd squared_deviations(const ChainDraws& draws) {
  return (draws.array() - draws.mean()).square();
}

}  // namespace

OrderedDraws::OrderedDraws(Eigen::MatrixXd draws)
    : draws_(std::move(draws)), sorted_(in_order(draws_)) {}

NormalScores::NormalScores(Eigen::Index count) : count_(static_cast<double>(count)) {
  of_whole_ranks_.reserve(static_cast<std::size_t>(count));
  for (Eigen::Index rank = 1; rank <= count; ++rank) {
    of_whole_ranks_.push_back(at(static_cast<double>(rank)));
  }
}

double NormalScores::at(double rank) const {
  return boost::math::quantile(boost::math::normal(), (rank - 0.375) / (count_ + 0.25));
}

Eigen::MatrixXd NormalScores::operator()(const ChainDraws& draws) const {
  const Eigen::MatrixXd values = draws;  // one after another
  Eigen::MatrixXd scores(draws.rows(), draws.cols());
  double* score = scores.data();
  for (const double rank : mid_ranks({values.data(), static_cast<std::size_t>(values.size())})) {
    const auto whole = static_cast<std::size_t>(rank);
    *score++ = static_cast<double>(whole) == rank ? of_whole_ranks_[whole - 1] : at(rank);
  }
  return scores;
}

Eigen::MatrixXd normal_scores(const ChainDraws& draws) { return NormalScores(draws.size())(draws); }

double rank_r_hat(const OrderedDraws& draws) {
  const double median = quantile_of(draws, 0.5);
  const Eigen::MatrixXd folded = (draws.draws().array() - median).abs();
  const double bulk = r_hat_of_scores(draws.draws()), tail = r_hat_of_scores(folded);
  return larger_r_hat(bulk, tail);
}

double mean_ess(const ChainDraws& draws) { return autocorrelation_ess(chain_halves(draws)); }

double bulk_ess(const ChainDraws& draws) {
  return autocorrelation_ess(normal_scores(chain_halves(draws)));
}

double quantile_ess(const OrderedDraws& draws, double p) {
  return mean_ess(at_or_below(draws.draws(), quantile_of(draws, p)));
}

double tail_ess(const OrderedDraws& draws) {
  return std::min(quantile_ess(draws, 0.05), quantile_ess(draws, 0.95));
}

double sd_of(const ChainDraws& draws) {
  return std::sqrt(squared_deviations(draws).sum() / static_cast<double>(draws.size() - 1));
}

double mean_error(const ChainDraws& draws) { return sd_of(draws) / std::sqrt(mean_ess(draws)); }

double sd_error(const ChainDraws& draws) {
  const Eigen::MatrixXd squares = squared_deviations(draws);
  const double variance = squares.mean();
  if (!(variance > 0)) return kNotANumber;
  const double spread = squares.array().square().mean() - variance * variance;
  return std::sqrt(spread / mean_ess(squares) / (4 * variance));
}

double quantile_error(const OrderedDraws& draws, double p) {
  const double ess = quantile_ess(draws, p);
  if (std::isnan(ess)) return kNotANumber;
  const boost::math::beta_distribution<> place(ess * p + 1, ess * (1 - p) + 1);
  const boost::math::normal standard;
  const std::vector<double>& values = draws.sorted();
  const auto count = static_cast<double>(values.size());
  const auto at = [&](double rank) {
    return values[static_cast<std::size_t>(std::clamp(rank, 1.0, count)) - 1];
  };
  const double low = std::floor(count * boost::math::quantile(place, cdf(standard, -1.0)));
  const double high = std::ceil(count * boost::math::quantile(place, cdf(standard, 1.0)));
  return 0.5 * (at(high) - at(low));
}

double quantile_of(const OrderedDraws& draws, double p) { return quantile(draws.sorted(), p); }

}  // namespace skald::report
