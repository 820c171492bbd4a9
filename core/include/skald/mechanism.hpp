// Privacy mechanisms, and what a sampler declares of the messages that leave a client.
#pragma once

#include <cstdint>
#include <limits>

#include "skald/random.hpp"

namespace skald {

// When are two data sets neighbours? A factor of two between the sensitivities of clipped sums.
enum class Relation : std::uint8_t { add_remove, replace_one };

// How a release's records are chosen from the client's, in secret and anew each time.
enum class Sampling : std::uint8_t { none, poisson, without_replacement };

// Messages that one client sends: `count` of them, each a function of a fresh sample of its records
// with known sensitivity, noised through Mechanism::privatize() at that sensitivity.
struct Release {
  Index client = 0;
  std::int64_t count = 0;
  Relation relation = Relation::replace_one;
  Sampling sampling = Sampling::none;
  double rate = 1;  // share of the records that a sample holds
};

// Collects what a sampler releases; owned by the host.
class ReleasePlan {
 public:
  virtual ~ReleasePlan() = default;
  virtual void add(const Release& release) = 0;
};

// The law of the noise, relative to the sensitivity of the message.
struct NoiseLaw {
  enum class Kind : std::uint8_t { none, gaussian };
  Kind kind = Kind::none;
  double multiplier = 0;  // standard deviation over sensitivity
};

// Composes a whole run's release plan. Owned by the host. Unit: one record of one client.
// Adversary: whoever sees every message (the server).
class Accountant {
 public:
  virtual ~Accountant() = default;
  // eps at `delta` of the plan under Gaussian noise of that multiplier; +inf where there is none.
  virtual double epsilon(double noise_multiplier, double delta) const = 0;
  // The smallest Gaussian noise multiplier found for which epsilon() does not exceed `eps`; 0 for
  // an infinite eps. Throws std::invalid_argument for eps <= 0.
  virtual double noise_multiplier(double eps, double delta) const = 0;
};

class Mechanism {
 public:
  virtual ~Mechanism() = default;

  // Fixes the noise for the whole run; called once before it starts. Throws std::invalid_argument
  // where the budget cannot be met.
  virtual void prepare(const Accountant& accountant) = 0;
  virtual NoiseLaw law() const = 0;
  // The delta at which eps is to be reported; 0 for a mechanism without noise.
  virtual double delta() const = 0;
  // Adds noise to every column of `message`, in place. `sensitivity` is the message's L2
  // sensitivity in its own units, under the relation declared in the release plan.
  virtual void privatize(const Random& random, Stream stream, std::int64_t iteration,
                         double sensitivity, Block message) const = 0;
};

}  // namespace skald
