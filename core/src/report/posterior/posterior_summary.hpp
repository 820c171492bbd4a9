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

// See diagnostics.hpp. All numbers are NaN if a draw is not finite, errors and diagnostics also if
// all draws are equal.
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

}  // namespace skald::report
