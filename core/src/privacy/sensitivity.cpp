#include "privacy/sensitivity.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace skald::privacy {
namespace {

double positive(double value, const char* what) {
  if (std::isfinite(value) && value > 0) return value;
  throw std::invalid_argument(std::string("sensitivity: ") + what + " is " + std::to_string(value) +
                              ", expected a finite number above 0");
}

}  // namespace

Sensitivity Sensitivity::of_clipped_sum(double clip, Relation relation) {
  return {positive(clip, "the clip") * distance_in_clips(relation), relation};
}

Sensitivity Sensitivity::of_clipped_mean(double clip, double divisor, Relation relation) {
  return of_clipped_sum(positive(clip, "the clip") / positive(divisor, "the divisor"), relation);
}

Sensitivity Sensitivity::of_distance(double distance, Relation relation) {
  return {positive(distance, "the distance"), relation};
}

double Sensitivity::noise_multiplier(double standard_deviation) const {
  return standard_deviation / value_ * distance_in_clips(relation_);
}

double Sensitivity::standard_deviation(double noise_multiplier) const {
  return noise_multiplier * value_ / distance_in_clips(relation_);
}

}  // namespace skald::privacy
