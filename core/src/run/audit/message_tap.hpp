// A mechanism whose messages somebody listens to, once they have their noise.
#pragma once

#include <stdexcept>

#include "skald/mechanism.hpp"

namespace skald::run {

// Hears every message as it leaves its sender; column j is chain stream.chain + j.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void hear(Stream stream, std::int64_t iteration, const Sensitivity& sensitivity,
                    ConstBlock message) = 0;
};

// The mechanism given to it, which is already prepared; for one thread. Borrows both.
class MessageTap final : public Mechanism {
 public:
  MessageTap(const Mechanism& mechanism, Listener& listener)
      : mechanism_(mechanism), listener_(listener) {}

  // Throws std::logic_error: the mechanism is prepared.
  void prepare(const Accountant&) override {
    throw std::logic_error("a mechanism that is listened to was prepared before");
  }
  NoiseLaw law(Index client) const override { return mechanism_.law(client); }
  Claim claim() const override { return mechanism_.claim(); }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    mechanism_.privatize(random, stream, iteration, sensitivity, message);
    listener_.hear(stream, iteration, sensitivity, message);
  }
  bool is_for_publication() const override { return mechanism_.is_for_publication(); }

 private:
  const Mechanism& mechanism_;
  Listener& listener_;
};

}  // namespace skald::run
