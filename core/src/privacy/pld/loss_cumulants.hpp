// Exponential moments of sums of privacy losses.
#pragma once

#include <span>
#include <vector>

#include "privacy/pld/loss_distribution.hpp"
#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

// The shape of a loss law, on a few hundred bins that are fine wherever its mass is.

/// Bins in increasing order, each with at most a quarter of the smaller mass under P that lies to
/// its left or right, itself included. Good enough to choose tilts, windows and grids with; nothing
/// is certified by it.
struct LossProfile {
  std::vector<double> edges;     // one more than bins
  std::vector<double> loss;      // of each bin: log of the ratio of its masses
  std::vector<double> log_mass;  // under P
};

/// Masses below `negligible` are not resolved.
LossProfile profile_of(const LossLaw& law, double negligible);

/// `count` independent losses with the law `step`.
struct LossPower {
  LossDistribution step;
  double count;
};

/// The same, with only the shape of the law.
struct ProfilePower {
  LossProfile step;
  double count;
};

/// log of the sum of mass * exp(s loss) over the finite losses of one law, to full precision.
double log_moment(const LossDistribution& law, double s);

/// The same of the sum of all losses, and how many these are.
double log_moment(std::span<const LossPower> powers, double s);
double total_count(std::span<const LossPower> powers);

/// mass * exp(s loss - log_scale), in the order of the law.
std::vector<double> tilted(const LossDistribution& law, double s, double log_scale);

/// The same sums for a composition, on a few hundred merged losses: quick, and good enough to
/// choose tilts, windows and grids with. Nothing is certified by it.
class Cumulants {
 public:
  explicit Cumulants(std::span<const LossPower> powers);
  explicit Cumulants(std::span<const ProfilePower> powers);

  double operator()(double s) const;
  double mean(double s) const;

  /// The tilt at which the Chernoff bound on epsilon at `delta` is smallest.
  double tilt_at_delta(double delta) const;

  /// The tilt at which the Chernoff bound on delta at `epsilon` is smallest.
  double tilt_at_epsilon(double epsilon) const;

  /// Shifts s > 0 and the losses beyond which the law tilted by `tilt` has at most `tail` on each
  /// side by Chernoff's bound with tilt - s (low) and tilt + s (high).
  struct Window {
    double low, low_shift, high, high_shift;
  };
  Window window(double tilt, double tail) const;

 private:
  struct Group {
    std::vector<double> loss, log_mass;
    double count;
  };
  static Group merge(const LossDistribution& law);

  std::vector<Group> groups_;
};

}  // namespace skald::privacy
