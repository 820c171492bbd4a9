// Questions to the accountants that need no run, and the answers.
#pragma once

#include <cstdint>
#include <functional>
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
  std::vector<std::string> warnings = {};  // about what was asked
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

// The curve from epsilon 0 to a little above `top`, by its delta at each epsilon, and what follows
// from it for attackers. Empty if `top` is infinite.
PrivacyCurve curve_up_to(double top, const std::function<double(double epsilon)>& delta_at);

}  // namespace skald
