#include "stopping/friedman.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <numeric>

namespace skald::stopping {

std::vector<double> mid_ranks(std::span<const double> scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return scores[i] < scores[j]; });
  std::vector<double> ranks(scores.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && scores[order[end]] == scores[order[first]]) ++end;
    const double shared = 0.5 * static_cast<double>(first + 1 + end);
    for (; first < end; ++first) ranks[order[first]] = shared;
  }
  return ranks;
}

Friedman friedman(std::span<const std::vector<double>> blocks) {
  Friedman result;
  if (blocks.empty()) return result;
  const double n = static_cast<double>(blocks.size());
  const double k = static_cast<double>(blocks.front().size());
  result.rank_sums.assign(blocks.front().size(), 0);
  double squares = 0;  // over all ranks
  for (const std::vector<double>& block : blocks) {
    const std::vector<double> ranks = mid_ranks(block);
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
