// Extension of a model whose rows differ by a bounded gradient, whatever they are.
#pragma once

#include <limits>

#include "skald/problem.hpp"

namespace skald {

// Like PublicCurvature, it follows from the model and its options alone and is never read from
// rows: it is the sensitivity of gradients that nobody clips.
class GradientDistance {
 public:
  static constexpr const char* id = "skald.gradient_distance/1";
  virtual ~GradientDistance() = default;
  // The largest distance between the gradients of two rows' potentials at one theta; infinite if
  // nothing bounds it.
  virtual double largest_gradient_distance() const = 0;
};

// That of the problem's model; infinite if it has no such extension.
inline double gradient_distance_of_rows(const Problem& problem) {
  const void* found = problem.model_extension(GradientDistance::id);
  if (found == nullptr) return std::numeric_limits<double>::infinity();
  return static_cast<const GradientDistance*>(found)->largest_gradient_distance();
}

}  // namespace skald
