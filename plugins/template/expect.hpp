// What the tests of this folder share: a check, and random numbers without chance.
#pragma once

#include <algorithm>
#include <cstdio>

#include "skald/random.hpp"

// Says whether an expectation holds. Returns 0 if it does, 1 if not; main() returns the sum.
inline int expect(const char* what, bool holds) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
  return holds ? 0 : 1;
}

// All uniforms, normals and bits are 0.
class NoRandom final : public skald::Random {
 public:
  void normal(skald::Stream, std::int64_t, skald::Block out) const override {
    out.matrix().setZero();
  }
  void add_normal(skald::Stream, std::int64_t, double, skald::Block) const override {}
  void uniform(skald::Stream, std::int64_t, skald::Block out) const override {
    out.matrix().setZero();
  }
  void bits(skald::Stream, std::int64_t, skald::Index,
            std::span<std::uint64_t> out) const override {
    std::fill(out.begin(), out.end(), std::uint64_t{0});
  }
};
