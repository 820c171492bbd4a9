// What is known of a metric before it is computed: plain data, part of its descriptor.
#pragma once

#include <cstdint>

namespace skald {

// The observables from which a metric is computed, in addition to those that every run has: a set
// of bits. The host keeps each observable once for all metrics of a run that need it, and keeps
// none that no metric needs. A run that cannot provide one is refused before its first iteration,
// with the reason.
enum class Need : std::uint64_t {
  nothing = 0,
  covariance = 1u << 0,             // of the draws of all chains; d^2 operations per draw
  coordinate_batches = 1u << 1,     // of at most 1024 coordinates, in batches of draws
  thinned_draws = 1u << 2,          // at most 512 of all chains
  mixing = 1u << 3,                 // averages over halves of chains, of at most 32 coordinates
  potentials = 1u << 4,             // of at most 1024 draws per chain
  target = 1u << 5,                 // a posterior that is Gaussian in closed form
  target_draws = 1u << 6,           // draws from that target
  distance_batches = 1u << 7,       // of square distances of the draws from the target's mean
  cell_counts = 1u << 8,            // draws counted in cells of equal probability under the target
  exact_law = 1u << 9,              // the exact law of the chain, for such a target
  class_predictions = 1u << 10,     // on test rows that have one class each
  label_predictions = 1u << 11,     // on test rows that have any number of labels each
  predictions = 1u << 12,           // class_predictions or label_predictions
  client_predictions = 1u << 13,    // of classes, on test rows whose clients are known
  mean_prediction = 1u << 14,       // of classes, at the average of all draws
  reference_prediction = 1u << 15,  // of classes, by the reference run
  reference_draws = 1u << 16,       // draws of the reference run, and their U
  reference_posterior = 1u << 17,   // draws from the posterior made by somebody else
  score = 1u << 18,                 // grad log of the target, at any point that a metric chooses
  clock = 1u << 19,                 // simulated time (Context::clients)
  parameter = 1u << 20,             // the parameter with which the data were drawn
};

constexpr Need operator|(Need a, Need b) {
  return static_cast<Need>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b));
}
// Whether `needs` holds all bits of `need`.
constexpr bool holds(Need needs, Need need) {
  return (static_cast<std::uint64_t>(needs) & static_cast<std::uint64_t>(need)) ==
         static_cast<std::uint64_t>(need);
}

// Which values are better. nearest_zero: those of a signed error, of which neither -0.3 nor 0.3 is
// better.
enum class Preferred : std::uint32_t { smaller, larger, neither, nearest_zero };

// What values can be, and thereby how replicates are averaged and settings compared.
enum class Scale : std::uint32_t {
  real,      // any number: means and differences
  positive,  // a size, such as a distance: geometric means and ratios
  share,     // from 0 to 1: means and differences, with intervals that end there
  count      // 0 or more, and sums mean something, as of bits or squared errors: the same
};

struct MetricInfo {
  const char* unit;  // "1" for pure numbers; "theta": that of a parameter
  Preferred preferred;
  Need needs;
  bool sparse = false;         // too expensive for every record: only 1, 2, 4, 8, ... and the last
  std::uint32_t place = 1000;  // position in lists for people; ties go by name
  Scale scale = Scale::real;
};

}  // namespace skald
