// Watches the messages of a run's first round on their way through the mechanism.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "run/experiment.hpp"
#include "run/noise_scale.hpp"
#include "skald/mechanism.hpp"
#include "text/wire.hpp"

namespace skald::run {

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
