// Questions to the accountants that need no run, and the answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/accounting.hpp"

namespace skald {

// One kind of release and the question about it: its eps for its noise multiplier, or, if `eps` is
// given, its noise for that eps.
struct AccountQuestion {
  privacy::NoisyRelease release;  // its noise multiplier is 1 if noise is asked for
  privacy::Scope scope;
  double delta = 1e-5;
  std::optional<double> eps;
  Accounting accounting = Accounting::pld;
  double relative_error =
      privacy::PldOptions{}.relative_error;  // that pld aims at, relative to eps
};

struct AccountAnswer {
  privacy::NoisyRelease release;  // with the noise that was given or found
  privacy::Guarantee guarantee;
};

// Return the value of that name. Throw std::invalid_argument for an unknown name.
privacy::Relation named_relation(std::string_view name);
privacy::Sampling named_sampling(std::string_view name);
Accounting named_accounting(std::string_view name);

// Throws std::invalid_argument if the accountant does not cover the release.
AccountAnswer answer(const AccountQuestion& question);

// The greatest true positive rate of an attacker who accepts that false positive rate.
struct TradeOff {
  double false_positive_rate, true_positive_rate;
};
struct PrivacyCurve {
  std::vector<privacy::Budget> points;  // epsilon and the delta for it
  std::vector<TradeOff> trade_off;
};
PrivacyCurve privacy_curve(const AccountQuestion& question, const AccountAnswer& answer);

// The epsilons of a curve, from 0 to a little above `top`, and what follows from its points for
// attackers.
std::vector<double> curve_epsilons(double top);
std::vector<TradeOff> trade_off_of(const std::vector<privacy::Budget>& points);

}  // namespace skald
