// How far one unit can move a message, and the relation between data sets that gives this distance
// its meaning.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace skald {

// When two data sets are neighbours. add_remove: one unit (record or client) is present or absent.
// replace_one: one unit takes another value, so that two clipped contributions may differ by twice
// the clip. zero_out: one unit is replaced by an empty one, so that the size of the data set stays
// public and the distance is one clip.
enum class Relation : std::uint8_t { add_remove, replace_one, zero_out };

// Largest distance, in units of the clip, between the sums of two neighbours.
constexpr double distance_in_clips(Relation relation) {
  return relation == Relation::replace_one ? 2.0 : 1.0;
}

// The largest distance between the messages of two neighbours under one relation, in the message's
// units; infinite if there is no bound. Constructed from the clip, so that the factor 2 of
// replace_one cannot be forgotten. Throws std::invalid_argument for distances that are not above 0.
class Sensitivity {
 public:
  // The sensitivity of a sum of contributions, each of L2 norm at most `clip`.
  static Sensitivity of_clipped_sum(double clip, Relation relation) {
    return of_distance(clip * distance_in_clips(relation), relation);
  }
  // The sensitivity of a message whose L2 distance itself is known; no factor is applied.
  static Sensitivity of_distance(double l2, Relation relation) {
    return Sensitivity(positive(l2), std::numeric_limits<double>::infinity(), relation);
  }
  static Sensitivity unbounded(Relation relation) {
    return of_distance(std::numeric_limits<double>::infinity(), relation);
  }

  // The same sensitivity with a known bound on the L1 distance, which bounds the L2 distance too.
  Sensitivity with_l1(double l1) const {
    return Sensitivity(std::min(l2_, positive(l1)), l1, relation_);
  }
  // The sensitivity of `factor` > 0 times the message: a step size, or one over a batch size (the
  // expected one, never a size that depends on the data).
  Sensitivity scaled(double factor) const {
    return Sensitivity(positive(l2_ * factor), l1_ * factor, relation_);
  }

  Relation relation() const { return relation_; }
  double l2() const { return l2_; }
  // The L1 bound for a message of `dimension` coordinates; at most sqrt(dimension) times the L2
  // distance.
  double l1(std::int64_t dimension) const {
    return std::min(l1_, std::sqrt(static_cast<double>(dimension)) * l2_);
  }
  bool bounded() const { return std::isfinite(l2_); }

 private:
  Sensitivity(double l2, double l1, Relation relation) : l2_(l2), l1_(l1), relation_(relation) {}
  static double positive(double distance) {
    if (distance > 0) return distance;
    throw std::invalid_argument("a sensitivity is " + std::to_string(distance) +
                                ", expected a distance above 0");
  }

  double l2_, l1_;
  Relation relation_;
};

}  // namespace skald
