#include "stopping/f_race.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>

#include "report/estimate.hpp"

namespace skald::stopping {
namespace {

// Returns the differences a - b; 0 for two equal infinities.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  const std::size_t n = std::min(a.size(), b.size());
  all.reserve(n);
  for (std::size_t i = 0; i < n; ++i) all.push_back(a[i] == b[i] ? 0.0 : a[i] - b[i]);
  return all;
}

// Returns the scores of the settings by blocks, as many as every setting has.
std::vector<std::vector<double>> blocks_of(std::span<const std::vector<double>> scores,
                                           const std::vector<std::size_t>& settings) {
  std::size_t n = scores[settings.front()].size();
  for (const std::size_t s : settings) n = std::min(n, scores[s].size());
  std::vector<std::vector<double>> blocks(n);
  for (std::size_t i = 0; i < n; ++i) {
    blocks[i].reserve(settings.size());
    for (const std::size_t s : settings) blocks[i].push_back(scores[s][i]);
  }
  return blocks;
}

double spent(double alpha, std::int64_t look) {
  const double i = static_cast<double>(look);
  return alpha / (i * (i + 1));
}

}  // namespace

std::int64_t first_look(std::size_t settings, double alpha, std::int64_t first_test) {
  const auto least =
      static_cast<std::int64_t>(std::ceil(-std::log2(pair_level(settings, alpha, 1)) - 1e-9));
  return std::max({first_test, least, std::int64_t{2}});
}

std::int64_t look_after(std::int64_t n) { return n + (n + 3) / 4; }

double pair_level(std::size_t settings, double alpha, std::int64_t look) {
  return spent(alpha, look) / static_cast<double>(std::max<std::size_t>(settings, 2) - 1);
}

std::vector<Loss> look(std::span<const std::vector<double>> scores, const std::vector<bool>& in,
                       double alpha, std::int64_t look) {
  std::vector<std::size_t> left;
  for (std::size_t s = 0; s < scores.size(); ++s) {
    if (in[s]) left.push_back(s);
  }
  if (left.size() < 2) return {};
  const Friedman ranks = friedman(blocks_of(scores, left));
  if (ranks.rank_sums.empty()) return {};
  if (left.size() > 2 && ranks.p > spent(alpha, look)) return {};
  const auto best = std::max_element(ranks.rank_sums.begin(), ranks.rank_sums.end());
  const std::size_t leader = left[static_cast<std::size_t>(best - ranks.rank_sums.begin())];
  const double level = pair_level(scores.size(), alpha, look);
  std::vector<Loss> losses;
  losses.reserve(left.size());
  for (const std::size_t s : left) {
    if (s == leader) continue;
    const double p = signed_rank_p(differences(scores[leader], scores[s]));
    if (p <= level) losses.push_back({s, leader, p, level});
  }
  return losses;
}

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
