// The rules by which a cell may end before it has all replicates that its grid allows. Values only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skald::stopping {

// The most runs of a grid: cells and references times replicates.
inline constexpr std::int64_t kMostRuns = 10'000'000;

// The half width that the 95 % interval of a metric's mean must reach.
struct Precision {
  std::string metric;
  double half_width = 0;
  bool is_relative = false;  // half_width is relative to the mean's size

  bool operator==(const Precision&) const = default;
};

// Successive halving; see halving.hpp. Rungs are at first, first * eta, first * eta^2, ..., below
// the length of the runs, in the unit of that length.
struct Halving {
  std::int64_t eta = 3, first = 1;
  std::int64_t length = 0;  // of the runs; 0: not known yet
  bool in_rounds = false;   // or else in iterations

  bool operator==(const Halving&) const = default;
};

// A race between settings, in which the losers are stopped; see f_race.hpp and halving.hpp.
struct Race {
  std::string metric;
  bool is_larger_better = false;
  std::vector<std::string> by;  // the axes that settings compete over; empty: all
  double confidence = 0.95;
  std::int64_t first_test = 0;  // replicates before the first test; 0: as few as a test needs
  std::optional<Halving> halving = {};  // instead of the F-race
  bool is_nearest_zero_better = false;  // of a signed error
  // Whether the metric averages the draws of runs that have any: then only runs whose chains are
  // known to agree have a value of it.
  bool averages_draws = false;

  bool operator==(const Race&) const = default;
};

// The number of replicates of a cell: at most `max`. With `until`, `min` at first, then `step` more
// at a time until at least `min` values have a mean of that precision.
struct Rules {
  std::int64_t min = 1, max = 1, step = 1;
  std::optional<Precision> until;
  std::optional<Race> race;

  bool are_open() const { return until || race; }
  bool are_by_halving() const { return race && race->halving; }
  bool operator==(const Rules&) const = default;
};

// The precision of a mean as replicates are added.

// Mean and standard deviation of values added one by one (Welford 1962).
class RunningMean {
 public:
  void add(double value);
  std::int64_t n() const { return n_; }
  double mean() const { return mean_; }
  // Returns the standard error of the mean; NaN for fewer than two values.
  double standard_error() const;
  // Returns the half width of the 95 % interval by Student's t; NaN for fewer than two values.
  double half_width() const;

 private:
  std::int64_t n_ = 0;
  double mean_ = 0, squares_ = 0;
};

// Returns the largest half width that is precise enough for this mean.
double wanted_half_width(const Precision& precision, double mean);

}  // namespace skald::stopping
