// The distance between Gaussians that oracles state.
#pragma once

#include "linear/matrices.hpp"
#include "oracles/gaussian_problem.hpp"

namespace skald {

inline double gaussian_w2(const oracles::Moments& p, const oracles::Moments& q) {
  const Eigen::MatrixXd from = p.mean, to = q.mean;
  return linear::gaussian_w2(LawMoments{view(from), view(p.covariance)},
                             LawMoments{view(to), view(q.covariance)});
}

}  // namespace skald
