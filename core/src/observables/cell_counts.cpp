#include "observables/cell_counts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "linear/matrices.hpp"

namespace skald::observables {
namespace {

// Returns which of the equal intervals of [0, 1] contains the normal distribution function of z.
Index interval_of(double z) {
  const double u = 0.5 * std::erfc(-z / std::sqrt(2.0));
  const auto place = static_cast<Index>(u * static_cast<double>(CellCounts::per_coordinate));
  return std::min(place, CellCounts::per_coordinate - 1);
}

}  // namespace

CellCounts::CellCounts(const oracles::Moments& law) {
  const Index k = std::min<Index>(law.mean.size(), 2);
  mean_ = law.mean.head(k);
  const std::optional<Eigen::MatrixXd> root = linear::cholesky(law.covariance.topLeftCorner(k, k));
  if (!root) {
    throw std::invalid_argument(
        "cells of equal probability: the covariance of the first coordinates is not positive "
        "definite");
  }
  root_ = *root;
  counts_.resize(
      static_cast<std::size_t>(k == 2 ? per_coordinate * per_coordinate : per_coordinate));
}

Index CellCounts::cell_of(const double* x) const {
  const double first = (x[0] - mean_[0]) / root_(0, 0);
  if (mean_.size() == 1) return interval_of(first);
  const double second = (x[1] - mean_[1] - root_(1, 0) * first) / root_(1, 1);
  return interval_of(first) * per_coordinate + interval_of(second);
}

void CellCounts::observe(ConstBlock theta) {
  for (Index j = 0; j < theta.cols; ++j) {
    if (!theta.column(j).head(mean_.size()).allFinite()) continue;
    counts_[static_cast<std::size_t>(cell_of(theta.data + j * theta.stride))] += 1;
  }
}

void CellCounts::restart() { std::fill(counts_.begin(), counts_.end(), 0.0); }

}  // namespace skald::observables
