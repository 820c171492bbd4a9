// The accountant of privacy loss distributions: numerical composition with certified two-sided
// bounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "privacy/numerics.hpp"
#include "privacy/pld/fourier.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/pld/release_losses.hpp"

namespace skald::privacy {

struct PldOptions {
  double interval = 0;           // loss grid; 0: chosen from relative_error
  double relative_error = 2e-5;  // of epsilon, aimed at (not promised) by the automatic interval
  bool bracket = true;           // also compute the lower bound
};

/// The true value lies in [low, high]: discretisation, truncation, aliasing and rounding are all
/// counted. Where the releases are unsampled, both come from the closed form. `interval` is 0
/// there.
struct PldBound {
  double low, high;
  double interval;
};

/// Bounds on the smallest epsilon at `delta`. For releases whose single losses exceed 600 (noise
/// multipliers below about 0.03) the upper bound ignores the sampling and the lower bound is 0.
PldBound pld_epsilon(const CondensedReleases& condensed, double delta, const PldOptions& options,
                     Fourier& fourier);

/// Bounds on the smallest delta at `epsilon`.
PldBound pld_delta(const CondensedReleases& condensed, double epsilon, const PldOptions& options,
                   Fourier& fourier);

// A question to the accountant of privacy loss distributions.

/// Epsilon at a delta, or delta at an epsilon: one of the two is given.
struct PldQuestion {
  std::optional<double> delta, epsilon;

  double tilt(const Cumulants& cumulants) const {
    return delta ? cumulants.tilt_at_delta(*delta) : cumulants.tilt_at_epsilon(*epsilon);
  }
  /// Chernoff's bound on the epsilon asked for, or the one given.
  double usual_epsilon(const Cumulants& cumulants, double tilt) const {
    return delta ? (cumulants(tilt) - std::log(*delta)) / tilt : *epsilon;
  }
  /// The error to aim at in epsilon. Near `tilt`, delta falls like exp(-tilt epsilon); where delta
  /// is asked for, its own error counts.
  double aimed_error(double relative_error, double epsilon_found, double tilt) const {
    constexpr double least_epsilon = 1e-4, delta_share = 1;
    return relative_error *
           (delta ? std::max(epsilon_found, least_epsilon) : delta_share / (tilt + 1));
  }
  /// A bound on this side. Where none could be computed, what is certain anyway.
  template <class Loss>
  double answer(const Loss& loss, Side side) const {
    const double bound = delta ? loss.epsilon(*delta) : loss.delta(*epsilon);
    if (!std::isnan(bound)) return bound;
    if (side == Side::below) return 0;
    return delta ? infinity : 1;
  }
  /// True if the answer may be better than the window of `loss` can show.
  template <class Loss>
  bool is_cut_off(const Loss& loss, double answer) const {
    return loss.lowest() > 0 && loss.lowest() >= (delta ? answer : *epsilon);
  }
  double share_of_delta(double part, double answer) const {
    return part / (delta ? *delta : answer);
  }
  /// True if what lies outside the window hardly matters.
  template <class Loss>
  bool is_sharp(const Loss& loss, double answer) const {
    return share_of_delta(loss.outside_delta(delta ? answer : *epsilon), answer) < 1e-6;
  }
  /// True if neither that nor rounding matters.
  template <class Loss>
  bool is_resolved(const Loss& loss, double answer) const {
    return answer > 0 && answer < infinity &&
           share_of_delta(loss.uncertain_delta(delta ? answer : *epsilon), answer) < 1e-7;
  }
};

/// The Chernoff tilt, or a smaller one where that narrows the window (which leaves out `tail` on
/// each side) and costs little: where rare large losses begin to dominate the tilted law, a
/// slightly smaller tilt still leaves them out.
double narrow_tilt(const Cumulants& cumulants, const PldQuestion& question, double tail);

}  // namespace skald::privacy
