// The Gaussian prior of models whose parameters all have the same one: U_0(theta) = precision / 2
// |theta|^2. The caller multiplies `precision` by the share of the prior.
#pragma once

#include <span>

#include "skald/block.hpp"

namespace skald {

inline void add_gaussian_prior_gradient(double precision, ConstBlock theta, Block out) {
  out.matrix() += precision * theta.matrix();
}
inline void add_gaussian_prior_potential(double precision, ConstBlock theta,
                                         std::span<double> out) {
  for (Index j = 0; j < theta.cols; ++j)
    out[static_cast<std::size_t>(j)] += 0.5 * precision * theta.column(j).squaredNorm();
}

}  // namespace skald
