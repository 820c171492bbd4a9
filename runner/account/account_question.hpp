// Questions to the accountants that need no run, and their answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/accounting.hpp"

namespace skald {

// One kind of release and what is asked of it: eps of a noise multiplier, or noise for an eps.
struct AccountQuestion {
  privacy::NoisyRelease release;  // its noise multiplier is 1 where noise is asked for
  privacy::Scope scope;
  double delta = 1e-5;
  std::optional<double> eps;
  Accounting accounting = Accounting::pld;
};

struct AccountAnswer {
  privacy::NoisyRelease release;  // with its noise
  privacy::Guarantee guarantee;
};

// By their names; throw std::invalid_argument for others.
privacy::Relation named_relation(std::string_view name);
privacy::Sampling named_sampling(std::string_view name);
Accounting named_accounting(std::string_view name);

// Throws std::invalid_argument where the accountant does not cover the release.
AccountAnswer answer(const AccountQuestion& question);

// How much an attacker who accepts a false alarm with that probability finds at most.
struct TradeOff {
  double false_positive_rate, true_positive_rate;
};
struct PrivacyCurve {
  std::vector<privacy::Budget> points;  // epsilon and the delta that belongs to it
  std::vector<TradeOff> trade_off;
};
PrivacyCurve privacy_curve(const AccountQuestion& question, const AccountAnswer& answer);

// A federated setting: S of N clients in each of `rounds` rounds, K steps on b of n records each.
struct FederatedSetting {
  std::int64_t clients = 1, participants = 1, examples = 1, batch = 1, local_steps = 1, rounds = 1;
};

// The questions that such a setting may mean, all with the noise, the sampling scheme, the relation
// and the delta of `common`: a record against the server, a record against an observer of the
// model, a client against an observer (its whole update is clipped and noised).
std::vector<AccountQuestion> federated_questions(const FederatedSetting& setting,
                                                 const AccountQuestion& common);

}  // namespace skald
