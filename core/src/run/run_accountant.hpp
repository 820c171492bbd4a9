// The accountant of one run: what its sampler declares, composed by the privacy module.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "skald/mechanism.hpp"
#include "skald/sampler.hpp"

namespace skald::run {

// A client's releases compose with each other and with the server's, those of all chains: chains
// work on the same rows, each with samples and noise of its own. Of all clients the worst counts,
// because their units are disjoint.
class RunAccountant final : public Accountant {
 public:
  // Collects what the sampler releases during the first `iterations` of so many chains. Throws
  // std::invalid_argument where the releases do not state one unit and one relation, or are too
  // many to be counted.
  RunAccountant(const Sampler& sampler, const Problem& problem, std::int64_t iterations,
                std::int64_t chains);

  // Whether the sampler releases nothing that noise could protect.
  bool empty() const { return releases_.empty(); }
  // What the mechanism protects the worst client by, with everything that eps means. Infinite
  // without noise or releases.
  privacy::Guarantee guarantee(const Mechanism& mechanism) const;
  // Releases that reveal at least what any client does under the mechanism, to be composed with
  // those of other runs on the same rows; empty without noise or releases.
  std::vector<privacy::NoisyRelease> worst_releases(const Mechanism& mechanism) const;
  // Whether the number of a client's rows is part of what the releases are to hide, so that
  // batches and weights that follow from it are inputs of their own.
  bool hides_counts() const;

  Index clients() const override { return clients_; }
  double epsilon(const NoiseLaw& noise, const Claim& claim, Index client) const override;
  double multiplier(NoiseLaw::Kind kind, double eps, const Claim& claim,
                    Index client) const override;

 private:
  std::vector<Release> of(Index client) const;
  std::vector<Index> concerned(Index client) const;

  Index clients_;
  std::map<Index, std::vector<Release>> releases_;  // by client; -1: the server's
};

}  // namespace skald::run
