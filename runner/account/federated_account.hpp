// Privacy in a federated setting, for every unit and adversary, and by correlated noise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/account_question.hpp"
#include "record/study_runs.hpp"

namespace skald {

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
