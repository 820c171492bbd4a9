// How far local parameters have drifted apart.
#pragma once

#include "skald/block.hpp"

namespace skald {

// (1/N) sum_c ||X_c - mean||^2 over the N >= 1 columns of `clients` (d x N), taken just before
// they are averaged (Plassier et al. 2022, eq 24).
inline double client_spread(ConstBlock clients) {
  const auto x = clients.matrix();
  const Eigen::VectorXd mean = x.rowwise().mean();
  return (x.colwise() - mean).squaredNorm() / static_cast<double>(clients.cols);
}

}  // namespace skald
