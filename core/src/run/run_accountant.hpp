// The accountant of one run: composes the releases that its sampler declares.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "run/accounts/stored_columns.hpp"
#include "skald/mechanism.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// A client's releases compose with each other, with the server's, and over all chains, since chains
// work on the same rows, each with samples and noise of its own. Among clients the worst one
// counts, because their units are disjoint.
class RunAccountant final : public Accountant {
 public:
  // Collects what the sampler releases during the first `iterations` of this many chains. Throws
  // std::invalid_argument if the releases do not all have the same unit and relation, or are too
  // many to count. In runs with a clock (`cohorts_are_known`) nobody gains from being sampled: who
  // is there decides who takes part, and how long a round lasts tells it.
  RunAccountant(const Sampler& sampler, const Problem& problem, std::int64_t iterations,
                std::int64_t chains, bool cohorts_are_known = false);

  // As if these releases of one chain were all that there is, and this adversary saw them.
  RunAccountant(const std::vector<Release>& releases, Index clients, std::int64_t chains,
                std::string adversary);

  // Whether the sampler releases nothing that noise could protect.
  bool empty() const { return releases_.empty(); }
  // Returns the mechanism's guarantee for the worst client, with everything that determines the
  // meaning of eps. Infinite without noise or releases; at delta 1 where nothing is claimed.
  privacy::Guarantee guarantee(const Mechanism& mechanism) const;
  // Returns releases that reveal at least as much as those of any client under the mechanism, to be
  // composed with those of other runs on the same rows. Empty without noise or releases.
  std::vector<privacy::NoisyRelease> worst_releases(const Mechanism& mechanism) const;
  // The client that they reveal the most about; -1 if the server alone releases anything, or if
  // nothing is released.
  Index worst_client(const Mechanism& mechanism) const;
  // Whether the releases must hide how many rows a client has; batches and weights that depend on
  // that number are then private inputs themselves. Not where whole clients are protected: what
  // happens within one is hidden, and the sampler declares what else depends on such numbers.
  bool hides_counts() const;
  // Whether the releases protect all rows of a client.
  bool protects_clients() const;
  // What the claim takes for secret; `are_even`: whether every client has as many rows.
  Secrets secrets(const Claim& claim, bool are_even) const;
  // What has to be true in the world for the guarantee to hold under this claim; see
  // privacy_statement.hpp.
  std::string premises(const Claim& claim) const;

  Index clients() const override { return clients_; }
  double epsilon(const NoiseLaw& noise, const Claim& claim, Index client) const override;
  double multiplier(NoiseLaw::Kind kind, double eps, const Claim& claim,
                    Index client) const override;

 private:
  std::vector<Release> all() const;
  std::vector<Release> of(Index client) const;
  std::vector<Index> concerned(Index client) const;

  Index clients_;
  std::string adversary_;                           // empty: that of the claim
  std::map<Index, std::vector<Release>> releases_;  // by client; -1: of the server
};

}  // namespace skald::run
