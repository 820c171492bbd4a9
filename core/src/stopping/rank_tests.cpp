#include "stopping/rank_tests.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "report/order_statistics.hpp"

namespace skald::stopping {
namespace {

// Ranks are multiples of 1/2, so their doubles are integers.
std::vector<std::size_t> doubled(const std::vector<double>& ranks) {
  std::vector<std::size_t> whole;
  whole.reserve(ranks.size());
  for (const double rank : ranks) whole.push_back(static_cast<std::size_t>(std::lround(2 * rank)));
  return whole;
}

// Returns P(sum of the ranks whose fair coins show heads >= `sum`). Ranks and `sum` are doubled.
double exact_p(const std::vector<std::size_t>& ranks, std::size_t sum) {
  std::size_t total = 0;
  for (const std::size_t rank : ranks) total += rank;
  std::vector<double> share(total + 1, 0.0);
  share[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t rank : ranks) {
    reached += rank;
    for (std::size_t s = reached + 1; s-- > 0;) {
      share[s] = 0.5 * (share[s] + (s >= rank ? share[s - rank] : 0.0));
    }
  }
  double p = 0;
  for (std::size_t s = total + 1; s-- > sum;) p += share[s];
  return p;
}

double normal_p(const std::vector<std::size_t>& ranks, std::size_t sum) {
  double mean = 0, variance = 0;
  for (const std::size_t rank : ranks) {
    const double half = 0.5 * static_cast<double>(rank);
    mean += half;
    variance += half * half;
  }
  const double z = (static_cast<double>(sum) - mean - 1) / std::sqrt(variance);
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

}  // namespace

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

double signed_rank_p(std::span<const double> differences) {
  std::vector<double> sizes;
  std::vector<bool> is_positive;
  sizes.reserve(differences.size());
  for (const double difference : differences) {
    if (difference == 0) continue;
    sizes.push_back(std::abs(difference));
    is_positive.push_back(difference > 0);
  }
  if (sizes.empty()) return 1;
  const std::vector<std::size_t> ranks = doubled(report::mid_ranks(sizes));
  std::size_t sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) sum += is_positive[i] ? ranks[i] : 0;
  return sizes.size() <= kMostExactPairs ? exact_p(ranks, sum) : normal_p(ranks, sum);
}

}  // namespace skald::stopping
