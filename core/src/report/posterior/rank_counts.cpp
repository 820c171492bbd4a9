#include "report/posterior/rank_counts.hpp"

#include <algorithm>
#include <cmath>

#include "report/order_statistics.hpp"

namespace skald::report {

Eigen::MatrixXi rank_counts(const Eigen::MatrixXd& draws, int bins) {
  const auto all = static_cast<double>(draws.size());
  Eigen::MatrixXi counts = Eigen::MatrixXi::Zero(draws.cols(), bins);
  Eigen::Index place = 0;
  for (const double rank : mid_ranks({draws.data(), static_cast<std::size_t>(draws.size())})) {
    const int bin = std::min(static_cast<int>((rank - 0.5) / all * bins), bins - 1);
    ++counts(place++ / draws.rows(), bin);
  }
  return counts;
}

double independent_count_sd(Eigen::Index draws_per_chain, Eigen::Index chains, int bins) {
  const auto n = static_cast<double>(draws_per_chain), all = n * static_cast<double>(chains);
  const double share = 1.0 / bins;
  return std::sqrt(n * share * (1 - share) * (all - n) / (all - 1));
}

}  // namespace skald::report
