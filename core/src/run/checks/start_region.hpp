// Chains that have left the region of their start, where a potential without curvature holds them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skald/problem.hpp"

namespace skald::run {

// How far draws of exp(-U/T) may lie above the least U: for convex U in d dimensions, V = U/T has
// E exp(b (V - min V)) <= (1 - b)^-d for 0 <= b < 1 (Fradelizi, Madiman & Wang, Optimal
// concentration of information content for log-concave densities, 2016), so that V - min V exceeds
// d + sqrt(2 d s) + s with a probability of at most exp(-s). Returns T times that for s =
// log(chains / kFalseAlarm).
double reach_of_draws(Index dimension, Index chains, double temperature);

// The probability that any of the chains of an exact sampler is beyond that.
inline constexpr double kFalseAlarm = 1e-12;
// What chains of finite steps, which are wider than their target, may have in reaches of draws. A
// Gaussian chain of four times the target's variance in every direction is beyond two with a
// probability of at most sqrt(kFalseAlarm), if it is the only one; gradient steps h on curvature k
// have that variance at h = 3 / (2 k), three quarters of the step from which they grow.
inline constexpr double kReaches = 2;

// The potential of every chain at its start, with which that at its end is compared.
class StartRegion {
 public:
  // The problem must outlive it. Judges nothing unless the model states that U is strongly convex
  // (CurvatureBounds, m > 0). A chain without noise, of temperature 0, is judged like one of T = 1.
  StartRegion(const Problem& problem, double temperature, ConstBlock theta);

  // Returns why the run has diverged if U of a chain has risen by more than kReaches times the
  // reach of draws. The start may be anywhere: U is nowhere below its minimum.
  std::optional<std::string> why_left(std::int64_t iteration, ConstBlock theta) const;

 private:
  std::vector<double> potentials(ConstBlock theta) const;

  const Problem& problem_;
  double temperature_;
  std::vector<double> at_start_;  // empty: no judgement
};

}  // namespace skald::run
