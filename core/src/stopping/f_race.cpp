#include "stopping/f_race.hpp"

#include <algorithm>
#include <cmath>

#include "stopping/rank_tests.hpp"

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

}  // namespace skald::stopping
