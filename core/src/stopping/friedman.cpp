#include "stopping/friedman.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include "report/order_statistics.hpp"

namespace skald::stopping {

Friedman friedman(std::span<const std::vector<double>> blocks) {
  Friedman result;
  if (blocks.empty()) return result;
  const double n = static_cast<double>(blocks.size());
  const double k = static_cast<double>(blocks.front().size());
  result.rank_sums.assign(blocks.front().size(), 0);
  double squares = 0;  // over all ranks
  for (const std::vector<double>& block : blocks) {
    const std::vector<double> ranks = report::mid_ranks(block);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      result.rank_sums[i] += ranks[i];
      squares += ranks[i] * ranks[i];
    }
  }
  const double within = squares - n * k * (k + 1) * (k + 1) / 4;
  if (k < 2 || within <= 0) return result;
  const double expected = n * (k + 1) / 2;
  double between = 0;
  for (const double sum : result.rank_sums) between += (sum - expected) * (sum - expected);
  result.statistic = (k - 1) * between / within;
  result.p =
      boost::math::cdf(boost::math::complement(boost::math::chi_squared(k - 1), result.statistic));
  return result;
}

}  // namespace skald::stopping
