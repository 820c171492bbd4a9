// What leaves a client or the server under noise, as declared by a sampler, and what is claimed
// about it.
#pragma once

#include <cstdint>

#include "skald/private_input.hpp"
#include "skald/sensitivity.hpp"

namespace skald {

// The unit that is protected: one record of one client, or all records of one client.
enum class Unit : std::uint8_t { record, client };

// How the sample of units behind one message is drawn, in secret and anew for every message.
// poisson: each unit independently; without_replacement: a fixed number of units, uniformly;
// with_replacement: a fixed number of uniform draws, so that a sample may hold one unit several
// times. balls_in_bins: not one message but an epoch of them, 1 / rate in all; each unit picks one,
// uniformly and independently, and is in no other.
enum class Sampling : std::uint8_t {
  none,
  poisson,
  without_replacement,
  with_replacement,
  balls_in_bins
};

// Whether samples differ in size, which must then stay secret.
constexpr bool has_random_size(Sampling sampling) {
  return sampling == Sampling::poisson || sampling == Sampling::balls_in_bins;
}

// Who sees what. server: sees every client's messages, and therefore who took part in a round.
// observer: sees what the server makes of a round, but not who took part in it.
enum class Adversary : std::uint8_t { server, observer };

// How the losses of many messages are added up. zcdp: unsampled ones only. rdp: Renyi divergences.
// pld: privacy loss distributions, the tightest; exact where Gaussian noise has a formula.
// classical: the textbook formula and plain sums, for eps up to 1.
enum class Accounting : std::uint8_t { zcdp, rdp, pld, classical };

// `count` rounds of `steps` messages (under balls_in_bins: epochs) each, all with the same law. A
// message is a function of a fresh sample, with known sensitivity; either Mechanism::privatize() or
// the sampler itself adds noise for that sensitivity. How long a client's messages are is no
// secret: under Unit::client it must not depend on its rows.
struct Release {
  std::int64_t client = -1;  // whose messages these are; -1: the server's, made of all clients'
  Unit unit = Unit::record;
  Relation relation = Relation::replace_one;
  std::int64_t count = 0;  // rounds
  std::int64_t steps = 1;  // messages in a round
  // The sample of units behind one message: of the client's records, or of clients.
  Sampling sampling = Sampling::none;
  double rate = 1;         // probability that a given unit is in a sample
  std::int64_t draws = 0;  // with_replacement: the number of draws
  // Probability that the client takes part in a round, independently of all other rounds; protects
  // its records from an observer only.
  double participation = 1;
  // Whether every round has as many clients; otherwise an observer must not learn how many.
  bool has_fixed_cohorts = false;
  // Whether the server adds the noise and therefore sees the messages without it: then only
  // observers are kept from them.
  bool noised_by_server = false;
  // The noise that the sampler adds itself (Langevin noise): standard deviation over L2
  // sensitivity, per message. 0: the message goes through the mechanism.
  double own_noise = 0;
  // Whether it raises that noise to the multiplier of NoiseLaw::Kind::langevin, where this is more.
  bool raises_noise = false;
  // The true sensitivity divided by the one given to privatize(). Above 1 for a method that is run
  // as published although its noise is too small for its claim: the noise is calibrated as
  // published, while eps is that of the noise as it is.
  double understatement = 1;
};

// A reason why the guarantee with which a method was published does not hold for what the sampler
// releases; the eps that accountants certify holds regardless. Static strings.
struct Caveat {
  const char* why;  // a clause without full stop, say "theorem 1 takes all clients to be honest"
  // 0: always applies, whatever is claimed. Otherwise `why` is an inequality that the proof uses,
  // in x = eps / (2 rate) of the claimed eps and the rate of a sampled release, and it is false for
  // x larger than this.
  double false_above = 0;
};

// Collects what a sampler releases, what it reads of private rows outside its releases, and what
// readers of its published guarantee must know. Owned by the host.
class ReleasePlan {
 public:
  virtual ~ReleasePlan() = default;
  virtual void add(const Release& release) = 0;
  // Declares an input that no release accounts for, such as a clip that follows the rows.
  virtual void reads(const PrivateInput& input) = 0;
  virtual void warns(const Caveat& caveat) = 0;
  // Says why a sampler that could release messages adds none, and what to do about it: a clause
  // without full stop, static ("no clip is given; set sampler.clip").
  virtual void releases_nothing(const char* /*why*/) {}
};

// Takes the eps that the paper of a method claims for a run; the eps that accountants certify is
// another, and holds regardless. Owned by the host, which copies the texts.
class PublishedClaims {
 public:
  virtual ~PublishedClaims() = default;
  // `source` ("theorem G.3 of FA-LD") claims that eps for `scope` ("the whole run", "one round").
  virtual void claims(const char* source, double eps, const char* scope) = 0;
  // The paper's theorem is not stated for this run: why, a clause without full stop.
  virtual void claims_nothing(const char* why) = 0;
};

// The law of a mechanism's noise, relative to the sensitivity of the message.
struct NoiseLaw {
  // discrete_gaussian: at least as private as the Gaussian with the same multiplier. langevin: the
  // sampler's own noise protects.
  enum class Kind : std::uint8_t { none, gaussian, laplace, discrete_gaussian, langevin };
  Kind kind = Kind::none;
  // Standard deviation over L2 sensitivity; for laplace, scale over L1 sensitivity; for langevin,
  // what the sampler's own noise is raised to where it is less (Release::raises_noise), or 0.
  double multiplier = 0;

  // Whether the mechanism adds noise to what it is given.
  bool adds_noise() const {
    return kind != Kind::none && (kind != Kind::langevin || multiplier > 0);
  }
};

// What a reported eps means. That nothing is claimed is no Claim at all.
struct Claim {
  double delta = 0;  // probability by which the guarantee may fail; 0: it never does (pure eps)
  Adversary adversary = Adversary::server;
  Accounting accounting = Accounting::pld;
};

}  // namespace skald
