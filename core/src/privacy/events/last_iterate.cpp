#include "privacy/events/last_iterate.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace skald::privacy {
namespace {

void check(const NoisyDescent& d) {
  if (!(d.noise_multiplier > 0 && d.contraction >= 0 && d.contraction <= 1 && d.steps >= 1 &&
        d.batches >= 1 && d.steps % d.batches == 0 && d.diameter >= 0)) {
    throw std::invalid_argument(
        "a last iterate: expected a noise multiplier above 0, a contraction from 0 to 1, steps, "
        "batches that divide them, and a diameter of at least 0");
  }
}

// (1 - x) / (1 + x) of x = c^n.
double forgotten(double c, double n) { return c == 0 ? 1 : std::tanh(-n * std::log(c) / 2); }

// Squares of mu z.
double strongly_convex(double c, double steps) { return forgotten(c, steps) / forgotten(c, 1); }

// c^(2l - 2) (1 - c^2) / (1 - c^l)^2 times forgotten(), over the passes before the last one.
double cyclic(double c, double batches, double passes) {
  const double last = std::pow(c, batches - 1);
  const double whole = 1 - std::pow(c, batches);
  return 1 + last * last * (1 - c * c) / (whole * whole) * forgotten(c, batches * (passes - 1));
}

// The least value over whole s from 1 to `steps`; s = D is that over all s.
double bounded(double D, double steps) {
  const auto at = [D](double s) { return (D / s + 1) * (D / s + 1) * s; };
  return std::min(at(std::clamp(std::floor(D), 1.0, steps)),
                  at(std::clamp(std::ceil(D), 1.0, steps)));
}

}  // namespace

double last_iterate_mu(const NoisyDescent& d) {
  check(d);
  const auto steps = static_cast<double>(d.steps), batches = static_cast<double>(d.batches);
  const double passes = steps / batches;
  double square = passes;
  if (d.contraction < 1) {
    square = std::min(square, d.batches == 1 ? strongly_convex(d.contraction, steps)
                                             : cyclic(d.contraction, batches, passes));
  }
  if (d.batches == 1) square = std::min(square, bounded(d.diameter, steps));
  return std::sqrt(square) / d.noise_multiplier;
}

}  // namespace skald::privacy
