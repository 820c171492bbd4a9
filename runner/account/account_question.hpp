// Questions to the accountants that need no run, and the answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "privacy/accounting.hpp"
#include "record/study_runs.hpp"

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

// Privacy in a federated setting, for every unit and adversary, and by correlated noise.

// In each of `rounds` rounds, S of N clients each take K steps on b of their n records.
struct FederatedSetting {
  std::int64_t clients = 1, participants = 1, examples = 1, batch = 1, local_steps = 1, rounds = 1;
};

// What is asked about a setting. `release` has the noise alone.
struct FederatedQuestion {
  FederatedSetting setting;
  AccountQuestion common;
  std::optional<Sampling> sampling;  // left out: that of the samplers, unless told otherwise
  std::optional<privacy::Relation> relation;  // left out: the one that suits the sampling
};

// A question that the setting may mean, and where the noise is.
struct PlacedQuestion {
  std::string noise_in;  // "upload", "each step", "average", "shares"
  AccountQuestion question;
};

// Returns, as samplers draw: records in minibatches of fixed size, those of an upload from one
// permutation after another; clients in cohorts of S; both replace one. Under poisson each record
// or client by its own coin, which zeroes one out. Records against the server and an observer of
// the models, with noise in whole uploads or in every step; clients against an observer (noise by
// the server), and against the server (noise by shares). Throws std::invalid_argument if there are
// more participants than clients, or more records in a batch than a client has.
std::vector<PlacedQuestion> federated_questions(const FederatedQuestion& asked);

// One row for each.
record::ResultTable federated_table(const FederatedQuestion& asked);

// Noise for whole clients at equal eps: independent noise with sampled clients beside noise that
// is correlated over rounds, for clients that take turns (at most k times, b rounds apart), all
// under zero_out, but replace_one where clients are drawn without replacement. prefix_max and
// prefix_rms are the standard deviation, in clips, of the noise in the sum of all moves up to a
// round: the largest, and the root mean square over rounds. memory counts vectors kept between
// rounds. The question is about the noise of an eps; its release says nothing else.
record::ResultTable correlated_table(const FederatedSetting& setting,
                                     const AccountQuestion& question);

// What to know of that table; "" if nothing.
std::string correlated_remark(const FederatedSetting& setting);

}  // namespace skald
