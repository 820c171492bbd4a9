// An accountant whose answers are known.
#pragma once

#include <cmath>

#include "skald/mechanism.hpp"

namespace skald::test {

// Every multiplier is 10 eps + delta (0 for an infinite eps), plus 1000 (client + 1) for a named
// client, so that a test can tell what was asked.
class FixedAccountant final : public Accountant {
 public:
  explicit FixedAccountant(Index clients = 1) : clients_(clients) {}
  Index clients() const override { return clients_; }
  double epsilon(const NoiseLaw&, const Claim&, Index) const override { return 1; }
  double multiplier(NoiseLaw::Kind, double eps, const Claim& claim, Index client) const override {
    if (std::isinf(eps)) return 0;
    return 10 * eps + claim.delta + 1000 * static_cast<double>(client + 1);
  }

 private:
  Index clients_;
};

}  // namespace skald::test
