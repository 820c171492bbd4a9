// Many releases, with a grid of losses that is fine only where they are likely.
#pragma once

#include <optional>
#include <vector>

#include "privacy/pld/pld.hpp"
#include "privacy/pld/release_losses.hpp"

namespace skald::privacy {

/// One direction of the relation for one question.
class GradedLosses {
 public:
  /// The grid is as fine as a `relative_error` of epsilon, which is aimed at, requires. Nothing
  /// where rounds take place by chance or a law consists of atoms.
  static std::optional<GradedLosses> compose(const CondensedReleases& condensed,
                                             Direction direction, const PldQuestion& question,
                                             double reach, double relative_error);

  /// A bound on this side; nothing where so many frequencies count that it does not pay.
  std::optional<double> answer(Side side, Fourier& fourier) const;

  /// Makes the grid `times` as fine.
  void refine(double times) { interval_ /= times; }

  double interval() const { return interval_; }

 private:
  GradedLosses(const PldQuestion& question, std::vector<LawPower> laws, double reach);

  double choose_interval(double relative_error) const;
  std::vector<LossPower> counted(Side side) const;

  PldQuestion question_;
  std::vector<LawPower> laws_;
  double reach_;
  std::vector<ProfilePower> profiles_;
  Cumulants cumulants_;
  double tilt_, interval_ = 0;
};

}  // namespace skald::privacy
