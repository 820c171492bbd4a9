// Sums of independent privacy losses, by Fourier transform of exponentially tilted laws.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "privacy/pld/fourier.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/pld/loss_distribution.hpp"

namespace skald::privacy {

/// The law of a sum of losses near the losses that matter. Every bound counts what lies outside the
/// window, what wrapped around it and what rounding may have done, on the given side.
class ComposedLoss {
 public:
  /// All powers share one interval. `tilt` >= 0 decides which losses are resolved well: the law
  /// proportional to mass * exp(tilt * loss) is the one transformed. `window` limits the losses
  /// kept.
  ComposedLoss(std::span<const LossPower> powers, double tilt, const Cumulants::Window& window,
               Side side, Fourier& fourier);

  /// Bound on delta at `epsilon` on this side, in [0, 1].
  double delta(double epsilon) const;

  /// side above: an epsilon >= 0 that satisfies `delta`, infinity if none was found. side below: an
  /// epsilon that no guarantee at `delta` can undercut, 0 if none was found.
  double epsilon(double delta) const;

  /// The lowest loss kept; no epsilon below it can be resolved.
  double lowest() const;

  /// How much of delta at `epsilon` accounts for the losses outside the window.
  double outside_delta(double epsilon) const { return weight(epsilon) * outside_; }

  /// The same for these, for what wrapped around and for rounding.
  double uncertain_delta(double epsilon) const { return weight(epsilon) * finite_error_; }

  /// Masses on the grid, each rounded to the given side. Only for a window that holds every loss.
  LossDistribution law() const;

 private:
  void transform(std::span<const LossPower> powers, std::size_t length, Fourier& fourier);
  void unwrap(const std::vector<double>& circle);
  double loss(std::size_t i) const;
  double bound(double epsilon, double finite) const;  // delta from its finite part
  double weight(double at) const;  // exp(log_scale - tilt * loss): mass per tilted mass

  Side side_;
  double interval_, tilt_, log_scale_ = 0;
  std::int64_t first_ = 0;
  std::vector<double> tilted_mass_;
  double infinity_ = 0;
  double outside_ = 0;       // tilted mass outside the window
  double noise_ = 0;         // error of the tilted masses in the Euclidean norm
  double finite_error_ = 0;  // of the finite part of delta, in tilted mass
  double relative_ = 0;      // relative error of weights and sums
};

}  // namespace skald::privacy
