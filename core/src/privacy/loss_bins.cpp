#include "privacy/loss_bins.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skald::privacy {
namespace {

// Difference of two tails, taken on the side where they are small.
double between(double above_low, double above_high, double below_low, double below_high) {
  const double mass = below_high < 0.5 ? below_high - below_low : above_low - above_high;
  return std::max(0.0, mass);
}

}  // namespace

LossBins count_bins(const LossTailFunction& tails, double low, double high, double interval,
                    double rounding) {
  LossBins bins{interval, static_cast<std::int64_t>(std::floor(low / interval)), {}, {}, 0, 0, 0, 0,
                rounding};
  const auto last = static_cast<std::int64_t>(std::ceil(high / interval));
  const auto edge = [&](std::int64_t index) { return static_cast<double>(index) * interval; };
  LossTails left = tails(edge(bins.first));
  bins.p_below = left.p_below;
  bins.q_below = left.q_below;
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(last - bins.first, 1));
  bins.p.reserve(size);
  bins.q.reserve(size);
  for (std::size_t i = 1; i <= size; ++i) {
    const LossTails right = tails(edge(bins.first + static_cast<std::int64_t>(i)));
    bins.p.push_back(between(left.p_above, right.p_above, left.p_below, right.p_below));
    bins.q.push_back(between(left.q_above, right.q_above, left.q_below, right.q_below));
    left = right;
  }
  bins.p_above = left.p_above;
  bins.q_above = left.q_above;
  return bins;
}

LossBins count_bins(std::span<const LossAtom> atoms, double p_infinite, double interval,
                    double rounding) {
  const auto bin_of = [&](double loss) {
    return static_cast<std::int64_t>(std::ceil(loss / interval)) - 1;
  };
  LossBins bins{interval, bin_of(atoms.front().loss), {}, {}, 0, 0, p_infinite, 0, rounding};
  const auto size = static_cast<std::size_t>(bin_of(atoms.back().loss) - bins.first + 1);
  bins.p.resize(size);
  bins.q.resize(size);
  for (const LossAtom& atom : atoms) {
    const auto i = static_cast<std::size_t>(bin_of(atom.loss) - bins.first);
    bins.p[i] += atom.p;
    bins.q[i] += atom.q;
  }
  return bins;
}

LossBins reversed(LossBins bins) {
  bins.first = -(bins.first + static_cast<std::int64_t>(bins.p.size()));
  std::swap(bins.p, bins.q);
  std::reverse(bins.p.begin(), bins.p.end());
  std::reverse(bins.q.begin(), bins.q.end());
  const LossBins old = {0, 0, {}, {}, bins.p_below, bins.q_below, bins.p_above, bins.q_above, 0};
  bins.p_below = old.q_above;
  bins.q_below = old.p_above;
  bins.p_above = old.q_below;
  bins.q_above = old.p_below;
  return bins;
}

}  // namespace skald::privacy
