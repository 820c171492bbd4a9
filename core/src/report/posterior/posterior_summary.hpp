// What kept draws say about a posterior, coefficient by coefficient, and how far they may be
// trusted.
#pragma once

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace skald::report {

// A value with its Monte Carlo standard error.
struct Measured {
  double value = 0, error = 0;
};

// Probabilities of the quantiles in a summary.
inline constexpr std::array<double, 3> kQuantiles{0.05, 0.5, 0.95};

// See posterior_summary.hpp. All numbers are NaN if a draw is not finite, errors and diagnostics
// also if all draws are equal.
struct CoefficientSummary {
  std::string name;
  Measured mean, sd;
  std::array<Measured, kQuantiles.size()> quantiles;
  double bulk_ess = 0, tail_ess = 0, r_hat = 0;
  std::int64_t non_finite = 0;  // draws
};

struct PosteriorSummary {
  std::int64_t chains = 0, draws = 0;  // draws per chain
  std::int64_t dimension = 0;          // coefficients of the run, of which the last may be left out
  std::vector<CoefficientSummary> coefficients;
};

// Draws per chain below which there is no summary: autocorrelation_ess() needs four in each half.
inline constexpr std::int64_t kFewestDraws = 8;

// `draws` is draws x chains; throws std::invalid_argument for fewer than kFewestDraws draws.
CoefficientSummary summarise(std::string name, const Eigen::Ref<const Eigen::MatrixXd>& draws);

// Returns "theta[3]" for coefficient 3, counted from 1 as by `skald plot --coordinates`.
std::string coefficient_name(std::int64_t number);

// How far draws of several chains may be trusted: the diagnostics of Vehtari, Gelman, Simpson,
// Carpenter and Bürkner (2021), "Rank-normalization, folding, and localization: an improved R-hat
// for assessing convergence of MCMC", Bayesian Analysis 16(2), 667-718.
//
// All take draws x chains of one scalar quantity, and are undefined for draws that are not finite.
// Effective sizes, errors and R-hat work on the halves of each chain, of which the middle draw of
// an odd number is left out. They are NaN if all draws are equal, and throw std::invalid_argument
// for fewer than eight draws per chain, R-hat for fewer than four.

using ChainDraws = Eigen::Ref<const Eigen::MatrixXd>;

// Draws with their values in ascending order, for what depends on the order: sorted once.
class OrderedDraws {
 public:
  template <class Derived>
  OrderedDraws(const Eigen::MatrixBase<Derived>& draws) : OrderedDraws(Eigen::MatrixXd(draws)) {}
  OrderedDraws(Eigen::MatrixXd draws);

  const Eigen::MatrixXd& draws() const { return draws_; }
  const std::vector<double>& sorted() const { return sorted_; }

 private:
  Eigen::MatrixXd draws_;
  std::vector<double> sorted_;
};

// Normal scores of the ranks of `count` draws, equation 14: the quantile of the standard normal
// distribution at (rank - 3/8) / (count + 1/4), with the mean rank for ties.
class NormalScores {
 public:
  explicit NormalScores(Eigen::Index count);

  // Returns those of the draws, of which there are `count`.
  Eigen::MatrixXd operator()(const ChainDraws& draws) const;

 private:
  double at(double rank) const;
  double count_;
  std::vector<double> of_whole_ranks_;
};

// Returns the draws as normal scores of their ranks among all draws.
Eigen::MatrixXd normal_scores(const ChainDraws& draws);

// The larger of the split R-hats of the normal scores of the draws and of their absolute deviations
// from the median (section 4.1).
double rank_r_hat(const OrderedDraws& draws);

// Effective sample sizes by autocorrelation_ess(), at most S log10 S for S draws: of the mean, of
// the normal scores (bulk), of the share of draws at or below a quantile, 0 < p < 1, and the
// smaller one of those at 5 % and 95 % (tail).
double mean_ess(const ChainDraws& draws);
double bulk_ess(const ChainDraws& draws);
double quantile_ess(const OrderedDraws& draws, double p);
double tail_ess(const OrderedDraws& draws);

// Monte Carlo standard errors. Of the mean: sd / sqrt(mean_ess). Of the standard deviation: by the
// delta method, from the mean of squared deviations and its effective sample size. Of a quantile:
// half the distance between the order statistics that hold it with a probability of 68.3 %
// (section 4.4).
double mean_error(const ChainDraws& draws);
double sd_error(const ChainDraws& draws);
double quantile_error(const OrderedDraws& draws, double p);

// Standard deviation (n - 1) of all draws.
double sd_of(const ChainDraws& draws);

// The p-quantile of all draws, by quantile().
double quantile_of(const OrderedDraws& draws, double p);

}  // namespace skald::report
