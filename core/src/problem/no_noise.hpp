// The mechanism of messages that nothing protects.
#pragma once

#include <cstdint>

#include "skald/mechanism.hpp"

namespace skald::problem {

// Leaves messages as they are.
class NoNoise final : public Mechanism {
 public:
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {}; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random&, Stream, std::int64_t, const Sensitivity&, Block) const override {}
  bool is_thread_safe() const override { return true; }
};

}  // namespace skald::problem
