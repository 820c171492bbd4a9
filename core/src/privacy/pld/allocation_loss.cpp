#include "privacy/pld/allocation_loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "privacy/infinity.hpp"
#include "privacy/normal.hpp"
#include "privacy/pld/listed_loss.hpp"

namespace skald::privacy {
namespace {

constexpr double fineness = 0.01;      // of grids, relative to the distances that matter
constexpr double farthest = 9;         // standard deviations of normals that are told apart
constexpr double least_spread = 1e-5;  // of grids, over the mean: gaps stay above rounding
constexpr double law_rounding = 1e-8;  // rounding of a position over the least gap, with room

// A law on [0, inf]: masses at increasing finite points, and how much of the mean is at infinity,
// where no mass is.
struct MeanLaw {
  std::vector<double> at, mass;
  double infinite_mean = 0;
};

// 0 and points up to `top` whose distances grow from a share of `deviation`, held within
// least_spread and 1 of the mean, in proportion to the distance from the mean, but never beyond a
// share of themselves.
std::vector<double> grid_about(double mean, double deviation, double least, double top) {
  const double spread = std::clamp(deviation, least_spread * mean, mean);
  const auto gap = [&](double x) { return fineness * std::min(x, std::hypot(spread, x - mean)); };
  std::vector<double> points{mean};
  while (points.back() > least) points.push_back(points.back() - gap(points.back()));
  points.push_back(0);
  std::reverse(points.begin(), points.end());
  while (points.back() < top) points.push_back(points.back() + gap(points.back()));
  return points;
}

// Collects masses on a grid. Above: one between two points is divided among them so that its mean
// is kept, one beyond the last among that and infinity: every average of a convex function grows.
// Below: all between two points, or beyond the last, are moved to their mean: such averages fall.
class SplitMass {
 public:
  SplitMass(std::vector<double> grid, Side side) : law_{std::move(grid), {}, 0}, side_(side) {
    law_.mass.resize(law_.at.size());
    if (side_ == Side::below) excess_.resize(law_.at.size());
  }

  // `cell`: a point at or below x; moved on to the last such point.
  void add(double x, double mass, std::size_t& cell) {
    const std::size_t last = law_.at.size() - 1;
    while (cell < last && law_.at[cell + 1] <= x) ++cell;
    add_moments(cell, mass, (x - law_.at[cell]) * mass);
  }
  // Mass in the cell from that point on, and its mean distance from the point times the mass.
  void add_moments(std::size_t cell, double mass, double excess) {
    if (side_ == Side::below) {
      law_.mass[cell] += mass;
      excess_[cell] += excess;
      return;
    }
    if (cell + 1 == law_.at.size()) {
      law_.mass[cell] += mass;
      law_.infinite_mean += excess;
      return;
    }
    const double upper = std::clamp(excess / (law_.at[cell + 1] - law_.at[cell]), 0.0, mass);
    law_.mass[cell] += mass - upper;
    law_.mass[cell + 1] += upper;
  }
  void add_infinite(double mean) { law_.infinite_mean += mean; }
  MeanLaw take() {
    for (std::size_t i = 0; i < excess_.size(); ++i) {
      if (law_.mass[i] > 0) law_.at[i] += excess_[i] / law_.mass[i];
    }
    return std::move(law_);
  }

 private:
  MeanLaw law_;
  Side side_;
  std::vector<double> excess_;  // below: means over the points, times masses
};

// The ratio exp(g / z - 1 / (2 z^2)) of one step, g standard normal: lognormal, of mean 1.
class StepRatio {
 public:
  explicit StepRatio(double z) : z_(z) {}

  double z() const { return z_; }
  double value(double g) const { return std::exp((g - 0.5 / z_) / z_); }
  double deviation() const { return std::sqrt(std::expm1(1 / (z_ * z_))); }

  MeanLaw law(Side side) const {
    const double least = value(-farthest), top = value(farthest + 1 / z_);
    const std::vector<double> grid = grid_about(1, deviation(), least, top);
    SplitMass split(grid, side);
    for (std::size_t i = 0; i < grid.size(); ++i) {
      const double a = normal_at(grid[i]);
      const double b = i + 1 < grid.size() ? normal_at(grid[i + 1]) : infinity;
      const double mass = between(a, b), mean = between(a - 1 / z_, b - 1 / z_);
      split.add_moments(i, mass, std::max(0.0, mean - grid[i] * mass));
    }
    return split.take();
  }

 private:
  double normal_at(double ratio) const { return z_ * std::log(ratio) + 0.5 / z_; }
  static double between(double a, double b) {
    return a > 0 ? normal_cdf(-a) - normal_cdf(-b) : normal_cdf(b) - normal_cdf(a);
  }

  double z_;
};

struct GridShape {
  double deviation;   // of one step
  double least, top;  // of one step
  Side side;
};

// Up to where the usual fluctuations of a sum end, with one step at its largest besides.
std::vector<double> grid_of(double steps, const GridShape& shape) {
  const double deviation = shape.deviation * std::sqrt(steps);
  const double top = steps + shape.top + (farthest + 1) * deviation;
  return grid_about(steps, deviation, steps * shape.least, std::min(top, steps * shape.top));
}

// The sum of independent ones, of `steps` in all.
MeanLaw sum(const MeanLaw& a, const MeanLaw& b, double steps, const GridShape& shape) {
  SplitMass split(grid_of(steps, shape), shape.side);
  for (std::size_t i = 0; i < a.at.size(); ++i) {
    if (a.mass[i] == 0) continue;
    std::size_t cell = 0;
    for (std::size_t j = 0; j < b.at.size(); ++j) {
      if (b.mass[j] > 0) split.add(a.at[i] + b.at[j], a.mass[i] * b.mass[j], cell);
    }
  }
  split.add_infinite(a.infinite_mean + b.infinite_mean);
  return split.take();
}

// The sum of two independent ones of the same law, each of `steps`.
MeanLaw twice(const MeanLaw& a, double steps, const GridShape& shape) {
  SplitMass split(grid_of(2 * steps, shape), shape.side);
  std::size_t first = 0;
  for (std::size_t i = 0; i < a.at.size(); ++i) {
    if (a.mass[i] == 0) continue;
    split.add(2 * a.at[i], a.mass[i] * a.mass[i], first);
    std::size_t cell = first;
    for (std::size_t j = i + 1; j < a.at.size(); ++j) {
      if (a.mass[j] > 0) split.add(a.at[i] + a.at[j], 2 * a.mass[i] * a.mass[j], cell);
    }
  }
  split.add_infinite(2 * a.infinite_mean);
  return split.take();
}

void check(const Allocation& allocation) {
  const bool noisy = allocation.noise_multiplier > 0 && std::isfinite(allocation.noise_multiplier);
  if (noisy && allocation.bins >= 1 && allocation.bins <= most_bins) return;
  throw std::invalid_argument("balls in bins: expected finite noise above 0, and 1 to " +
                              std::to_string(most_bins) + " bins");
}

}  // namespace

LossLaw allocation_law(const Allocation& allocation, Side side) {
  check(allocation);
  const StepRatio ratio(allocation.noise_multiplier);
  MeanLaw power = ratio.law(side), all;
  const double least = ratio.value(-farthest), top = ratio.value(farthest + 1 / ratio.z());
  const GridShape shape{ratio.deviation(), least, top, side};
  double steps = 1, done = 0;
  for (std::int64_t left = allocation.bins; left > 0; left /= 2) {
    if (left % 2 == 1) {
      all = done == 0 ? power : sum(all, power, done + steps, shape);
      done += steps;
    }
    if (left > 1) power = twice(power, steps, shape);
    steps *= 2;
  }
  std::vector<LossAtom> outcomes;
  for (std::size_t i = 0; i < all.at.size(); ++i) {
    const double mean_ratio = all.at[i] / done;
    if (all.mass[i] == 0 || mean_ratio == 0) continue;
    outcomes.push_back({std::log(mean_ratio), mean_ratio * all.mass[i], all.mass[i]});
  }
  LossLaw law = listed_law(outcomes, std::max(0.0, all.infinite_mean / done));
  law.rounding = law_rounding;
  return law;
}

}  // namespace skald::privacy
