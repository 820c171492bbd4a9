// Dirichlet vectors from random streams.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "skald/random.hpp"

namespace skald {

// Logarithms of `count` independent Gamma(shape, 1) variates, shape > 0, by rejection (Marsaglia
// and Tsang, ACM TOMS 26(3), 2000): a Gamma(a) variate with a >= 1, times U^(1/shape) for
// shape < 1, where a = shape + 1. Logarithms, because the variates themselves underflow for small
// shapes. Attempt t uses iteration `first_iteration` + t of the stream.
inline std::vector<double> log_gamma_variates(const Random& random, Stream stream,
                                              std::int64_t first_iteration, double shape,
                                              Index count) {
  const double a = shape < 1 ? shape + 1 : shape;
  const double d = a - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  std::vector<double> out(static_cast<std::size_t>(count));
  std::vector<char> accepted(out.size(), 0);
  Eigen::MatrixXd normal(1, count), uniform(2, count);
  for (Index left = count; left > 0; ++first_iteration) {
    random.normal(stream, first_iteration, view(normal));
    random.uniform(stream, first_iteration, view(uniform));
    for (Index i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double x = normal(0, i);
      const double v = std::pow(1 + c * x, 3);
      if (accepted[at] || v <= 0) continue;
      const double u = 1 - uniform(0, i);  // in (0, 1]
      if (std::log(u) >= 0.5 * x * x + d * (1 - v + std::log(v))) continue;
      const double boost = shape < 1 ? std::log(1 - uniform(1, i)) / shape : 0;
      out[at] = std::log(d * v) + boost;
      accepted[at] = 1;
      --left;
    }
  }
  return out;
}

// One vector of `count` shares >= 0 with sum 1 from the Dirichlet law with all parameters `alpha`.
// Uses the stream's iterations from 0 on.
inline std::vector<double> dirichlet_shares(const Random& random, Stream stream, double alpha,
                                            Index count) {
  std::vector<double> shares = log_gamma_variates(random, stream, 0, alpha, count);
  double largest = shares[0];
  for (const double x : shares) largest = std::max(largest, x);
  double sum = 0;
  for (double& x : shares) sum += x = std::exp(x - largest);
  for (double& x : shares) x /= sum;
  return shares;
}

}  // namespace skald
