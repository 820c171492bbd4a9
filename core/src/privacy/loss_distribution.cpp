#include "privacy/loss_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace skald::privacy {
namespace {

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Mass under P that each bin puts on its upper edge; the rest goes to the lower edge, such that the
// masses under P and Q are both kept. Differencing leaves an error of rounding * (tail) in the bin
// masses; that much is moved towards the safe side.
std::vector<double> upper_shares(const LossBins& bins, Side side) {
  const double step = -std::expm1(-bins.interval);
  const double sign = side == Side::above ? 1 : -1;
  std::vector<double> shares(bins.p.size());
  double p_below = bins.p_below, q_below = bins.q_below;
  double p_above = bins.p_above + sum(bins.p), q_above = bins.q_above + sum(bins.q);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double low = static_cast<double>(bins.first + static_cast<std::int64_t>(i));
    const double ratio = std::exp(low * bins.interval);
    p_below += bins.p[i];
    q_below += bins.q[i];
    const double error =
        bins.rounding * (std::min(p_above, p_below) + ratio * std::min(q_above, q_below));
    p_above -= bins.p[i];
    q_above -= bins.q[i];
    const double share = (bins.p[i] - ratio * bins.q[i] + sign * std::abs(error)) / step;
    shares[i] = std::isfinite(share) ? std::clamp(share, 0.0, bins.p[i])
                                     : (side == Side::above ? bins.p[i] : 0.0);
  }
  return shares;
}

LossDistribution chords(const LossBins& bins, Side side) {
  const std::vector<double> up = upper_shares(bins, side);
  LossDistribution result{bins.interval, bins.first, std::vector<double>(up.size() + 1), 0};
  for (std::size_t i = 0; i < up.size(); ++i) {
    result.mass[i] += bins.p[i] - up[i];
    result.mass[i + 1] += up[i];
  }
  return result;
}

// The curve falls by `gap` (a delta) at each edge: at least q w / 4 in every adjacent bin of mass q
// under Q and width w in exp(loss), which bounds the triangle between chord and tangents.
std::vector<double> triangle_gaps(const LossBins& bins) {
  const double width = std::expm1(bins.interval);
  std::vector<double> gaps(bins.p.size() + 1);
  for (std::size_t i = 0; i < bins.p.size(); ++i) {
    const double low = static_cast<double>(bins.first + static_cast<std::int64_t>(i));
    const double scaled = bins.q[i] * std::exp(low * bins.interval);  // at most p up to rounding
    const double gap = 0.25 * width * (scaled < bins.p[i] ? scaled : bins.p[i]);
    gaps[i] = std::max(gaps[i], gap);
    gaps[i + 1] = gap;
  }
  return gaps;
}

void lower_by(LossDistribution& result, const std::vector<double>& gaps) {
  const double up = std::expm1(result.interval), down = -std::expm1(-result.interval);
  for (std::size_t i = 0; i + 1 < gaps.size(); ++i) {
    const double rise = gaps[i + 1] - gaps[i];
    result.mass[i] -= rise / up;
    result.mass[i + 1] += rise / down;
  }
  result.infinity -= gaps.back();
}

// Removes the grid points at which the curve is concave (negative masses). A removed mass is shared
// between its neighbours such that the masses under P and Q are kept, which lowers the curve;
// without a lower neighbour it moves up, without an upper one to infinity.
void make_convex(LossDistribution& result) {
  std::vector<double>& mass = result.mass;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    kept.push_back(i);
    while (!kept.empty() && mass[kept.back()] < 0) {
      const std::size_t worst = kept.back();
      const double moved = std::exchange(mass[worst], 0.0);
      kept.pop_back();
      if (i + 1 == mass.size()) {
        result.infinity += moved;
      } else if (kept.empty()) {
        const double rise = result.interval * static_cast<double>(i + 1 - worst);
        mass[i + 1] += moved * std::exp(rise);
      } else {
        const double span = result.interval * static_cast<double>(i + 1 - kept.back());
        const double part = result.interval * static_cast<double>(worst - kept.back());
        const double share = std::expm1(-part) / std::expm1(-span);
        mass[i + 1] += moved * share;
        mass[kept.back()] += moved * (1 - share);
      }
    }
  }
}

}  // namespace

LossDistribution discretise(const LossBins& bins, Side side) {
  LossDistribution result = chords(bins, side);
  if (side == Side::above) {
    result.mass.front() += bins.p_below;
    result.infinity = bins.p_above;
    return result;
  }
  result.infinity = std::min(bins.p_above, 0.0);
  lower_by(result, triangle_gaps(bins));
  make_convex(result);
  return result;
}

}  // namespace skald::privacy
