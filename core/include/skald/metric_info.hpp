// What is known of a metric before it has a value: plain data, part of its descriptor.
#pragma once

#include <cstdint>

namespace skald {

// What a metric is computed from beside what every run has: a set of bits. The host keeps each
// observable once for all metrics of a run that need it, and nothing that none needs. A run that
// cannot give one is refused before its first iteration, with the reason.
enum class Need : std::uint64_t {
  nothing = 0,
  covariance = 1u << 0,             // of the draws of all chains; d^2 operations per draw
  coordinate_batches = 1u << 1,     // of at most 1024 coordinates
  thinned_draws = 1u << 2,          // at most 512 of all chains
  sequences = 1u << 3,              // at most 2048 draws per chain, of at most 32 coordinates
  potentials = 1u << 4,             // of at most 1024 draws per chain
  target = 1u << 5,                 // a posterior that is Gaussian in closed form
  target_draws = 1u << 6,           // from it
  distance_batches = 1u << 7,       // of square distances from its mean
  cell_counts = 1u << 8,            // in cells of equal probability under it
  exact_law = 1u << 9,              // of the chain, beside such a posterior
  class_predictions = 1u << 10,     // on test rows, each of one class
  label_predictions = 1u << 11,     // on test rows, each of any number of labels
  predictions = 1u << 12,           // one of the two
  client_predictions = 1u << 13,    // of classes, on test rows whose clients are known
  mean_prediction = 1u << 14,       // of classes, at the average of all draws
  reference_prediction = 1u << 15,  // of classes, by the reference run
  reference_draws = 1u << 16,       // of the reference run, and U of them
  reference_posterior = 1u << 17,   // draws from the posterior that somebody else made
  score = 1u << 18,                 // of the target, wherever a metric asks for it
};

constexpr Need operator|(Need a, Need b) {
  return static_cast<Need>(static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b));
}
// Whether `needs` holds all bits of `need`.
constexpr bool holds(Need needs, Need need) {
  return (static_cast<std::uint64_t>(needs) & static_cast<std::uint64_t>(need)) ==
         static_cast<std::uint64_t>(need);
}

// Which values are better ones.
enum class Preferred : std::uint32_t { smaller, larger, neither };

struct MetricInfo {
  const char* unit;  // "1" for pure numbers; theta: the unit of a parameter
  Preferred preferred;
  Need needs;
  bool sparse = false;         // too dear for every record: 1, 2, 4, 8, ... and the last
  std::uint32_t place = 1000;  // where people read it: lists go by place, then by name
};

}  // namespace skald
