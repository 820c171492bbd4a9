// Ledgers of many releases, whose losses are counted finely only where they are likely.
#pragma once

#include <optional>
#include <vector>

#include "privacy/ledger_loss.hpp"
#include "privacy/pld_question.hpp"

namespace skald::privacy {

/// One direction of a ledger for one question.
class GradedLedger {
 public:
  /// The grid is as fine as the `relative_error` of epsilon, which is aimed at, asks for. Nothing
  /// where rounds take place by chance or a law consists of atoms.
  static std::optional<GradedLedger> compose(const Ledger& ledger, Direction direction,
                                             const PldQuestion& question, double reach,
                                             double relative_error);

  /// A bound on this side; nothing where more frequencies count than pay.
  std::optional<double> answer(Side side) const;

  /// Makes the grid so many times as fine.
  void refine(double times) { interval_ /= times; }

  double interval() const { return interval_; }

 private:
  GradedLedger(const PldQuestion& question, std::vector<LawPower> laws, double reach);

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
