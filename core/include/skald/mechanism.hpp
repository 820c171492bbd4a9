// Privacy mechanisms, and the accountant with which they calibrate their noise.
#pragma once

#include <cstdint>

#include "skald/random.hpp"
#include "skald/release.hpp"

namespace skald {

// Composes a whole run's release plan. Owned by the host. Clients' records are disjoint: for
// everyone, the client with the largest eps counts.
class Accountant {
 public:
  static constexpr Index everyone = -1;

  virtual ~Accountant() = default;
  virtual Index clients() const = 0;
  // eps of what `client` (or everyone) releases under that noise; +inf without noise or releases.
  // Throws std::invalid_argument where the claim does not suit the releases.
  virtual double epsilon(const NoiseLaw& noise, const Claim& claim, Index client) const = 0;
  // The smallest multiplier found of noise of that kind for which epsilon() does not exceed `eps`;
  // 0 for an infinite eps. Throws std::invalid_argument for eps <= 0, where there is nothing to
  // protect, and as epsilon().
  virtual double multiplier(NoiseLaw::Kind kind, double eps, const Claim& claim,
                            Index client) const = 0;
};

// Noise that comes from `random` is a simulation: it shows what a release would look like and is
// none. Whoever has the run's seed takes it away; runs of one seed share their normals, so that a
// linear combination of their messages has no noise left. Comparisons want that, a release forbids
// it; see is_for_publication().
class Mechanism {
 public:
  virtual ~Mechanism() = default;

  // Fixes the noise for the whole run; called once before it starts. Throws std::invalid_argument
  // where the budget cannot be met.
  virtual void prepare(const Accountant& accountant) = 0;
  // The noise in the client's messages, or (client -1) in the server's.
  virtual NoiseLaw law(Index client) const = 0;
  // What is claimed of it; delta 0 for a mechanism without noise.
  virtual Claim claim() const = 0;
  // Adds noise to every column of `message`, in place. `sensitivity` is that of one column, under
  // the relation declared in the release plan; stream.client is the sender.
  virtual void privatize(const Random& random, Stream stream, std::int64_t iteration,
                         const Sensitivity& sensitivity, Block message) const = 0;
  // Whether the noise comes from the operating system, for publishing. Then the host draws the rest
  // of the run (batches, participants, starts) from a secret key of the operating system too, since
  // amplification by sampling needs the sample to be as secret as the noise; such a run cannot be
  // repeated.
  virtual bool is_for_publication() const { return false; }
};

}  // namespace skald
