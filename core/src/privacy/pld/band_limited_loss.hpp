// Sums of many independent privacy losses, from the few frequencies that count.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "privacy/pld/fourier.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/pld/loss_distribution.hpp"

namespace skald::privacy {

/// The law of a sum of many losses, whose characteristic function, a high power, is negligible
/// beyond low frequencies; README.md derives the bound. Its deltas are sums over the low
/// frequencies. Like ComposedLoss, its bounds count what lies outside the window and what rounding
/// may have done, and also the frequencies left out.
class BandLimitedLoss {
 public:
  /// As ComposedLoss, but only the shifts of `window` are used, for Chernoff's bounds; exact
  /// moments then say where the window ends. Nothing where more than some ten thousand
  /// frequencies may count.
  static std::optional<BandLimitedLoss> compose(std::span<const LossPower> powers, double tilt,
                                                const Cumulants::Window& window, Side side,
                                                Fourier& fourier);

  /// Bound on delta at `epsilon` on this side, in [0, 1].
  double delta(double epsilon) const;

  /// side above: an epsilon >= 0 that satisfies `delta`, infinity if none was found. side below: an
  /// epsilon that no guarantee at `delta` can undercut, 0 if none was found.
  double epsilon(double delta) const;

  /// The lowest loss kept; no epsilon below it can be resolved.
  double lowest() const { return static_cast<double>(low_) * interval_; }

  /// How much of delta at `epsilon` accounts for the losses outside the window.
  double outside_delta(double epsilon) const { return weight(epsilon) * outside_; }

 private:
  BandLimitedLoss(double tilt, double interval, Side side)
      : side_(side), interval_(interval), tilt_(tilt) {}

  void take_frequencies(std::span<const LossPower> powers, std::size_t count, Fourier& fourier);
  double weight(double at) const;  // exp(log_scale - tilt * loss): mass per tilted mass

  // The characteristic function of the tilted sum, about its `centre_`, at 2 pi n / length.
  struct Frequency {
    std::complex<double> value;
    double error;
    std::complex<double> per_gentle, per_steep;  // 1 / (1 - exp(-s interval - i angle)), s = tilt
                                                 // and tilt + 1
  };

  Side side_;
  double interval_, tilt_, log_scale_ = 0;
  std::int64_t low_ = 0, length_ = 0;  // the window, in intervals
  std::int64_t centre_ = 0;
  std::vector<Frequency> spectrum_;  // n = 0, 1, ...
  double left_out_ = 0;              // sum of the other frequencies' absolute values
  double infinity_ = 0;
  double outside_ = 0;   // tilted mass outside the window
  double relative_ = 0;  // relative error of weights and sums
};

}  // namespace skald::privacy
