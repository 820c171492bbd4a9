// One-dimensional root search whose answer is on the safe side.
#pragma once

#include <functional>

namespace skald::privacy {

/// An interval, and the values of a function at its ends.
struct Bracket {
  double low, high, at_low, at_high;
};

/// The smallest x found in [low, high] with f(x) <= 0, for f decreasing with f(high) <= 0. The
/// returned point was evaluated and satisfies f <= 0; it is within `tolerance` (absolute, in x) of
/// the root unless 200 evaluations were not enough. f may return infinities; where it is no number,
/// it is not on the safe side.
double safe_root(const std::function<double(double)>& f, const Bracket& around, double tolerance);
double safe_root(const std::function<double(double)>& f, double low, double high, double tolerance);

}  // namespace skald::privacy
