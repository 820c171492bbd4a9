// Which pairs of data sets a privacy statement compares.
#pragma once

#include <string_view>

namespace skald::privacy {

/// add_remove: one unit (record or client) is present or absent. replace_one: one unit takes
/// another value, so two clipped contributions may differ by twice the clip. zero_out: one unit is
/// replaced by an empty one, so the size of the data set stays public and the distance is one clip.
enum class Relation { add_remove, replace_one, zero_out };

/// Largest distance, in units of the clip, between the sums of two neighbours.
constexpr double distance_in_clips(Relation relation) {
  return relation == Relation::replace_one ? 2.0 : 1.0;
}

constexpr std::string_view name(Relation relation) {
  switch (relation) {
    case Relation::add_remove:
      return "add_remove";
    case Relation::replace_one:
      return "replace_one";
    case Relation::zero_out:
      return "zero_out";
  }
  return "unknown";
}

}  // namespace skald::privacy
