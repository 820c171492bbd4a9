#include "privacy/pld/loss_bins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace skald::privacy {

LossGrid around(const LossGrid& grid) {
  LossGrid edges{0.5 * grid.interval, {}};
  const std::vector<std::int64_t>& at = grid.at;
  const std::size_t size = at.size();
  edges.at.reserve(size + 1);
  edges.at.push_back(3 * at[0] - at[1]);
  for (std::size_t i = 1; i < size; ++i) edges.at.push_back(at[i - 1] + at[i]);
  edges.at.push_back(3 * at[size - 1] - at[size - 2]);
  if (size < 6) return edges;
  edges.at[1] = 2 * at[0];
  edges.at[2] = 2 * at[1];
  edges.at[size - 2] = 2 * at[size - 2];
  edges.at[size - 1] = 2 * at[size - 1];
  return edges;
}

double largest_loss(const LossGrid& grid) {
  return std::max(std::abs(grid.loss(0)), std::abs(grid.loss(grid.at.size() - 1)));
}

LossGrid multiples(std::int64_t first, std::int64_t last, double interval) {
  LossGrid grid{interval, std::vector<std::int64_t>(static_cast<std::size_t>(last - first + 1))};
  std::iota(grid.at.begin(), grid.at.end(), first);
  return grid;
}

LossGrid uniform_grid(double low, double high, double interval) {
  const auto first = static_cast<std::int64_t>(std::floor(low / interval));
  const auto last = static_cast<std::int64_t>(std::ceil(high / interval));
  return multiples(first, std::max(first + 1, last), interval);
}

namespace {

// Difference of two tails, taken on the side where they are small.
double between(double above_low, double above_high, double below_low, double below_high) {
  const double mass = below_high < 0.5 ? below_high - below_low : above_low - above_high;
  return std::max(0.0, mass);
}

LossBins empty(LossGrid knots, Side side, double rounding) {
  LossGrid edges = side == Side::above ? knots : around(knots);
  return {side, std::move(knots), std::move(edges), {}, {}, 0, 0, 0, 0, rounding};
}

}  // namespace

LossBins count_bins(const LossTailFunction& tails, LossGrid knots, Side side, double rounding) {
  LossBins bins = empty(std::move(knots), side, rounding);
  LossTails left = tails(bins.edges.loss(0));
  bins.p_below = left.p_below;
  bins.q_below = left.q_below;
  const std::size_t size = bins.edges.at.size() - 1;
  bins.p.reserve(size);
  bins.q.reserve(size);
  for (std::size_t i = 1; i <= size; ++i) {
    const LossTails right = tails(bins.edges.loss(i));
    bins.p.push_back(between(left.p_above, right.p_above, left.p_below, right.p_below));
    bins.q.push_back(between(left.q_above, right.q_above, left.q_below, right.q_below));
    left = right;
  }
  bins.p_above = left.p_above;
  bins.q_above = left.q_above;
  return bins;
}

LossBins count_bins(std::span<const LossAtom> atoms, double p_infinite, double interval, Side side,
                    double rounding) {
  const auto bin_of = [&](double loss) {
    const double at = loss / interval;
    return static_cast<std::int64_t>(side == Side::above ? std::ceil(at) - 1 : std::nearbyint(at));
  };
  const std::int64_t first = bin_of(atoms.front().loss), last = bin_of(atoms.back().loss);
  LossBins bins = empty(multiples(first, last + 1, interval), side, rounding);
  bins.p_above = p_infinite;
  bins.p.resize(bins.edges.at.size() - 1);
  bins.q.resize(bins.p.size());
  for (const LossAtom& atom : atoms) {
    const auto i = static_cast<std::size_t>(bin_of(atom.loss) - first);
    bins.p[i] += atom.p;
    bins.q[i] += atom.q;
  }
  return bins;
}

}  // namespace skald::privacy
