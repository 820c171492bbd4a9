#include "w2/points.hpp"

#include <algorithm>

namespace skald {

PointSets beside_target(const Observables& run) {
  return {run.thinned_draws(), run.target_draws()};
}

PointSets beside_reference_run(const Observables& run) {
  return {run.thinned_draws(), run.reference_draws()};
}

PointSets beside_reference_posterior(const Observables& run) {
  const PosteriorComparison comparison = run.reference_posterior();
  return {comparison.draws, comparison.points};
}

double squared_w2_on_the_line(std::span<const double> p, std::span<const double> q) {
  const std::size_t m = p.size(), n = q.size();
  double sum = 0;
  std::size_t at = 0;  // in units of 1 / (m n)
  for (std::size_t i = 0, k = 0; i < m && k < n;) {
    const std::size_t end = std::min((i + 1) * n, (k + 1) * m);
    sum += static_cast<double>(end - at) * (p[i] - q[k]) * (p[i] - q[k]);
    at = end;
    if (at == (i + 1) * n) ++i;
    if (at == (k + 1) * m) ++k;
  }
  return sum / (static_cast<double>(m) * static_cast<double>(n));
}

}  // namespace skald
