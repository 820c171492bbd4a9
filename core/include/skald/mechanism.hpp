// Privacy mechanisms, and the accountant with which they calibrate their noise.
#pragma once

#include <cstdint>
#include <optional>

#include "skald/random.hpp"
#include "skald/release.hpp"

namespace skald {

// Composes a whole run's release plan. Owned by the host. The records of different clients are
// disjoint, so the eps of everyone is that of the client with the largest eps.
class Accountant {
 public:
  static constexpr Index everyone = -1;

  virtual ~Accountant() = default;
  virtual Index clients() const = 0;
  // Returns the eps of what `client` (or everyone) releases under that noise; +inf without noise or
  // releases. Throws std::invalid_argument if the claim does not suit the releases.
  virtual double epsilon(const NoiseLaw& noise, const Claim& claim, Index client) const = 0;
  // Returns the smallest multiplier found for noise of that kind with which epsilon() does not
  // exceed `eps`; 0 for an infinite eps. Throws std::invalid_argument for eps <= 0, if there is
  // nothing to protect, and in the cases of epsilon().
  virtual double multiplier(NoiseLaw::Kind kind, double eps, const Claim& claim,
                            Index client) const = 0;
};

// A privacy mechanism. Noise that comes from `random` is a simulation: it shows what a release
// would look like, but is not one. Anyone who has the run's seed can subtract the noise, and runs
// of one seed share their normals, so that a linear combination of their messages may have no noise
// left. Comparisons need this; a real release must not have it, see is_for_publication().
class Mechanism {
 public:
  virtual ~Mechanism() = default;

  // Fixes the noise for the whole run; called once before it starts. Throws std::invalid_argument
  // if the budget cannot be met.
  virtual void prepare(const Accountant& accountant) = 0;
  // The noise in the client's messages, or with client -1 in the server's.
  virtual NoiseLaw law(Index client) const = 0;
  // What is claimed of the noise; nothing if there is none.
  virtual std::optional<Claim> claim() const = 0;
  // Adds noise to every column of `message`, in place. `sensitivity` is that of one column, under
  // the relation declared in the release plan; stream.client is the sender.
  virtual void privatize(const Random& random, Stream stream, std::int64_t iteration,
                         const Sensitivity& sensitivity, Block message) const = 0;
  // Whether the noise comes from the operating system, so that the result may be published. The
  // host then draws the rest of the run (batches, participants, starts) from a secret key of the
  // operating system too, since amplification by sampling requires the sample to be as secret as
  // the noise. Such a run cannot be repeated.
  virtual bool is_for_publication() const { return false; }

  // Whether several threads may call the const functions at once after prepare(). Runs of other
  // mechanisms have one thread.
  virtual bool is_thread_safe() const { return false; }
};

}  // namespace skald
