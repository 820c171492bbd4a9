// Whether averages over the draws of a run describe the law that it samples.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "text/wire.hpp"

namespace skald::record {

// The R-hat above which chains disagree, and the least effective sample size per chain for which
// R-hat is reliable (Vehtari et al. 2021, sections 2 and 4).
inline constexpr double kMostRHat = 1.01;
inline constexpr std::int64_t kLeastEssPerChain = 100;

// What a run that averages draws has recorded of its chains, whatever metrics its grid names, when
// `iteration` iterations were done: the numbers of a row of `diagnostics`. What they mean is for
// Diagnosis to say. NaN: there is no such number.
struct Diagnostics {
  std::int64_t iteration = 0;
  std::int64_t chains = 0;
  std::int64_t draws = 0;        // per chain, since the burn-in
  std::int64_t coordinates = 0;  // of theta
  std::int64_t still = 0;        // those that have kept one value in all draws of some chain
  double acceptance = std::numeric_limits<double>::quiet_NaN();  // share of draws that moved
  double r_hat = std::numeric_limits<double>::quiet_NaN();       // the metrics r_hat and ess
  double ess = std::numeric_limits<double>::quiet_NaN();

  bool operator==(const Diagnostics&) const = default;

  static auto fields(auto& of) {
    return std::tuple(text::Named{"iteration", of.iteration}, text::Named{"chains", of.chains},
                      text::Named{"draws", of.draws}, text::Named{"coordinates", of.coordinates},
                      text::Named{"still", of.still}, text::Named{"acceptance", of.acceptance},
                      text::Named{"r_hat", of.r_hat}, text::Named{"ess", of.ess});
  }
};

// The judgement on a run's chains, or on those of several runs together. It is no number, and none
// of its numbers is there unless it is known, so that nothing unknown passes a comparison.
//
// unknown: a coordinate stands still, there are fewer draws than an R-hat takes, there is none, or
//          the effective sample size is too small for it to be reliable
// bad:     R-hat is above kMostRHat: the chains disagree
// good:    neither
class Diagnosis {
 public:
  enum class State { good, unknown, bad };  // from best to worst

  // Nothing was measured.
  Diagnosis() = default;
  explicit Diagnosis(const Diagnostics& of) : of_(of) {}

  State state() const;
  bool is_good() const { return state() == State::good; }
  // Whether it is unknown because a coordinate has not moved.
  bool stands_still() const;
  // "R-hat 1.03", "stands still", "3 of 20 coordinates stand still", "3 draws", "not measured",
  // "ESS 63, at least 400 wanted"; "" if it is good.
  std::string reason() const;

  // The numbers that are known.
  std::optional<double> r_hat() const { return known(&Diagnostics::r_hat); }
  std::optional<double> ess() const { return known(&Diagnostics::ess); }
  std::optional<double> acceptance() const { return known(&Diagnostics::acceptance); }

 private:
  std::optional<double> known(double Diagnostics::*number) const;
  std::optional<Diagnostics> of_;
};

std::string_view name_of(Diagnosis::State state);

// Returns the worse of two: of two that are bad the one with the larger R-hat, of two that are good
// likewise.
const Diagnosis& worse(const Diagnosis& a, const Diagnosis& b);

// Whether a value of a metric may be chosen for what it is. If it rests on chains, and anything is
// known of them, they have to be good.
inline bool may_be_chosen(bool rests_on_chains, const std::optional<Diagnosis>& chains) {
  return !rests_on_chains || !chains || chains->is_good();
}

}  // namespace skald::record
