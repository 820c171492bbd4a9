#include "privacy/pld/allocation_loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "privacy/numerics.hpp"
#include "privacy/pld/sampled_loss.hpp"

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

// A law whose points can be taken many at a time: masses, and masses times points, are summed up in
// blocks of 16 and of 256. Nothing is subtracted, so that small sums are as exact as large ones.
class MassBlocks {
 public:
  struct Block {
    double mass, moment;
    std::size_t size;
  };
  explicit MassBlocks(const MeanLaw& law) : law_(law) {
    for (Level& level : levels_) {
      for (std::size_t j = 0; j + level.size <= law.at.size(); j += level.size) {
        Block block{0, 0, level.size};
        for (std::size_t i = j; i < j + level.size; ++i) {
          block.mass += law.mass[i];
          block.moment += law.mass[i] * law.at[i];
        }
        level.blocks.push_back(block);
      }
    }
  }
  const MeanLaw& law() const { return law_; }
  // The longest block that begins at point j and whose last point is one that fits.
  Block longest(std::size_t j, const auto& fits) const {
    for (const Level& level : levels_) {
      if (j % level.size != 0 || j + level.size > law_.at.size()) continue;
      if (fits(j + level.size - 1)) return level.blocks[j / level.size];
    }
    return {law_.mass[j], law_.mass[j] * law_.at[j], 1};
  }

 private:
  struct Level {
    std::size_t size;
    std::vector<Block> blocks = {};
  };
  const MeanLaw& law_;
  std::array<Level, 2> levels_{Level{256}, Level{16}};
};

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
    move(cell, x);
    add_moments(cell, mass, (x - law_.at[cell]) * mass);
  }
  // The masses of the first `end` points of a law, times `weight` and moved by `shift`. `first`: as
  // `cell` in add(), for the first of them.
  void add_moved(const MassBlocks& law, std::size_t end, double shift, double weight,
                 std::size_t& first) {
    const std::vector<double>&at = law.law().at, &mass = law.law().mass;
    move(first, shift + at[0]);
    std::size_t cell = first;
    for (std::size_t j = 0; j < end;) {
      move(cell, shift + at[j]);
      const MassBlocks::Block block = law.longest(j, [&](std::size_t last) {
        const bool is_above = cell + 1 < law_.at.size() && shift + at[last] >= law_.at[cell + 1];
        return last < end && !is_above;
      });
      const double excess =
          block.size == 1 ? (shift + at[j] - law_.at[cell]) * mass[j]
                          : std::max(0.0, block.moment + (shift - law_.at[cell]) * block.mass);
      if (block.mass > 0) add_moments(cell, weight * block.mass, weight * excess);
      j += block.size;
    }
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
  void move(std::size_t& cell, double x) const {
    const std::size_t last = law_.at.size() - 1;
    while (cell < last && law_.at[cell + 1] <= x) ++cell;
  }

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

// What the sum of that many is below with probability least_mass at most, as all of them are then:
// what is smaller need not be told apart.
double least_told(const StepRatio& ratio, double steps) {
  constexpr double least_mass = 1e-25;
  double low = -farthest, high = farthest;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (steps * std::log(normal_cdf(middle)) < std::log(least_mass) ? low : high) = middle;
  }
  return std::max(ratio.value(low), steps * ratio.value(-farthest));
}

struct GridShape {
  const StepRatio& ratio;
  Side side;
};

// Up to where the usual fluctuations of a sum end, with one step at its largest besides.
std::vector<double> grid_of(double steps, const GridShape& shape) {
  const StepRatio& ratio = shape.ratio;
  const double deviation = ratio.deviation() * std::sqrt(steps),
               largest = ratio.value(farthest + 1 / ratio.z()),
               top = steps + largest + (farthest + 1) * deviation;
  return grid_about(steps, deviation, least_told(ratio, steps), std::min(top, steps * largest));
}

// The sum of independent ones, of `steps` in all.
MeanLaw sum(const MeanLaw& a, const MeanLaw& b, double steps, const GridShape& shape) {
  SplitMass split(grid_of(steps, shape), shape.side);
  // Of two points the smaller moves: many such end in one cell.
  const auto add = [&split](const MeanLaw& larger, const MeanLaw& smaller, auto is_smaller) {
    const MassBlocks blocks(smaller);
    std::size_t end = 0, cell = 0;
    for (std::size_t i = 0; i < larger.at.size(); ++i) {
      while (end < smaller.at.size() && is_smaller(smaller.at[end], larger.at[i])) ++end;
      if (larger.mass[i] > 0) split.add_moved(blocks, end, larger.at[i], larger.mass[i], cell);
    }
  };
  add(a, b, std::less_equal<>());
  add(b, a, std::less<>());
  split.add_infinite(a.infinite_mean + b.infinite_mean);
  return split.take();
}

// The sum of two independent ones of the same law, each of `steps`.
MeanLaw twice(const MeanLaw& a, double steps, const GridShape& shape) {
  SplitMass split(grid_of(2 * steps, shape), shape.side);
  const MassBlocks blocks(a);
  std::size_t same = 0, smaller = 0;
  for (std::size_t i = 0; i < a.at.size(); ++i) {
    if (a.mass[i] == 0) continue;
    split.add(2 * a.at[i], a.mass[i] * a.mass[i], same);
    split.add_moved(blocks, i, a.at[i], 2 * a.mass[i], smaller);
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
  const GridShape shape{ratio, side};
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
