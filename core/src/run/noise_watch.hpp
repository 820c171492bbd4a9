// Watches the messages of a run's first round on their way through the mechanism.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "run/experiment.hpp"
#include "skald/mechanism.hpp"
#include "skald/release.hpp"
#include "skald/sensitivity.hpp"
#include "text/wire.hpp"

namespace skald::run {

// How wide a run's noise is beside what it hides.

// The standard deviation, per coordinate, of noise of that law in a message of that sensitivity.
double deviation_of(const NoiseLaw& noise, const Sensitivity& sensitivity, std::int64_t dimension);

// A message that went through the mechanism, in the numbers that its noise follows from.
struct NoisyMessage {
  std::int64_t client = -1;  // -1: the server
  std::int64_t iteration = 0;
  double sensitivity = 0;  // L2
  double multiplier = 0;   // of the noise law
  double deviation = 0;    // of the noise, in every coordinate
  std::int64_t dimension = 0;
  double length = 0;  // before the noise

  double noise_length() const;
  // 0 / 0 counts as 0.
  double noise_over_length() const;
};

// The messages of one round, by the one whose noise over length is the median.
struct NoiseScale {
  NoisyMessage typical;
  std::int64_t messages = 0;  // of the round
  double rounds = 0;          // of the run
  // Whether one release spans all rounds, so that their noise may be correlated: what it adds up to
  // does not follow from that of a round.
  bool spans_rounds = false;

  // The noise over the update, both averaged over a round's messages, if these agree: independent
  // noise shrinks by the root of their number. It does not if every message is as the typical one.
  double over_round() const;
  // The noise of all rounds added up, over all updates if they were as long as in this round and
  // pointed one way: an upper bound of what is learnt. Not known where a release spans rounds.
  double over_run() const;
  // Whether the run ends somewhere that noise has led it to.
  bool rules() const { return !spans_rounds && over_run() > 1; }
};

// Whether the server declares one release on whole clients for all rounds.
bool spans_rounds(const std::vector<Release>& releases, double rounds);

// Whether messages of whole clients leave with noise that others know too and that cancels in their
// sum: the lengths of messages are then its length, and how wide a round's noise is follows from
// no message.
bool cancels(const std::vector<Release>& releases);

// What the noise is, and what it is beside the messages, without full stop.
std::string describe(const NoiseScale& scale);
// That noise rules, and what to do about it, without full stop; "" if it does not.
std::string warning_of(const NoiseScale& scale);
// Both, as sentences for the readers of a stored run.
std::string statement_of(const NoiseScale& scale);

// The mechanism given to it, already prepared, of which it notes the messages of the first chain in
// the first round that has any. A round has `stride` iterations.
class NoiseWatch final : public Mechanism {
 public:
  NoiseWatch(const Mechanism& mechanism, Index stride);

  // Throws std::logic_error: the mechanism is prepared.
  void prepare(const Accountant& accountant) override;
  NoiseLaw law(Index client) const override { return mechanism_.law(client); }
  std::optional<Claim> claim() const override { return mechanism_.claim(); }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override;
  bool is_for_publication() const override { return mechanism_.is_for_publication(); }
  bool is_thread_safe() const override { return mechanism_.is_thread_safe(); }

  // What was noted, for a run of that many iterations; nothing without messages or noise. The order
  // in which threads sent the messages has no effect.
  std::optional<NoiseScale> scale(std::int64_t iterations) const;
  // For checkpoints.
  void save(text::WireWriter& wire) const;
  void restore(text::WireReader& wire);

 private:
  bool is_of_first_round(std::int64_t iteration) const;

  const Mechanism& mechanism_;
  Index stride_;
  mutable std::atomic<std::int64_t> round_;
  mutable std::mutex lock_;
  mutable std::vector<NoisyMessage> messages_;
};

// The first round of a run that is not made.

// Starts the sampler as the run would, with one of its chains, and works through its first round.
// Returns how wide its noise is; nothing if no message went through the mechanism, or if the run
// starts where another one ends, which is not done for this. The experiment then knows what its
// start reads, and cannot be run any more.
std::optional<NoiseScale> rehearse_round(Experiment& experiment);

// What `watch` has noted of the experiment's messages, for a run of that many iterations.
std::optional<NoiseScale> scale_of(const NoiseWatch& watch, Experiment& experiment,
                                   std::int64_t iterations);

}  // namespace skald::run
