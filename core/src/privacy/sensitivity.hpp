// How far one unit can move a query, together with the relation that gives the distance a meaning.
#pragma once

#include "privacy/relation.hpp"

namespace skald::privacy {

/// L2 sensitivity of a query under a neighbouring relation. It is built from what is clipped, so
/// that the factor 2 of replace_one cannot be forgotten. All constructors throw
/// std::invalid_argument for bounds that are not finite and positive.
class Sensitivity {
 public:
  /// A sum of contributions, each of norm at most `clip`.
  static Sensitivity of_clipped_sum(double clip, Relation relation);

  /// A sum of clipped contributions divided by a constant that does not depend on the data
  /// (an expected batch size; never the size that was drawn).
  static Sensitivity of_clipped_mean(double clip, double divisor, Relation relation);

  /// A query whose largest change between two neighbours under `relation` is already known to be
  /// `distance`; no factor is applied.
  static Sensitivity of_distance(double distance, Relation relation);

  double value() const { return value_; }
  Relation relation() const { return relation_; }

  /// Noise standard deviation over the clip: the noise multiplier of the literature and of Release.
  double noise_multiplier(double standard_deviation) const;

  /// Inverse of noise_multiplier.
  double standard_deviation(double noise_multiplier) const;

 private:
  Sensitivity(double value, Relation relation) : value_(value), relation_(relation) {}

  double value_;
  Relation relation_;
};

}  // namespace skald::privacy
