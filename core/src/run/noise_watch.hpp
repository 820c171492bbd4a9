// Watches the messages of a run's first round on their way through the mechanism.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

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

}  // namespace skald::run
