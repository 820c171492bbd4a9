// What stands in place of a run's own streams and mechanism: one counts, one leaves all as it is.
#pragma once

#include <cstdint>

#include "skald/ledger.hpp"
#include "skald/mechanism.hpp"
#include "skald/random.hpp"
#include "threads/section.hpp"

namespace skald::problem {

// Forwards to `random` and counts in `ledger`, on any thread of a section; borrows both.
class MeteredRandom final : public Random {
 public:
  MeteredRandom(const Random& random, Ledger& ledger) : random_(random), ledger_(ledger) {}

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    count(out);
    random_.normal(stream, iteration, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    count(inout);
    random_.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_.uniform(stream, iteration, out);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_.bits(stream, iteration, chain, out);
  }

 private:
  void count(Block block) const {
    threads::add_to(ledger_.normals,
                    static_cast<double>(block.rows) * static_cast<double>(block.cols));
  }

  const Random& random_;
  Ledger& ledger_;
};

// The mechanism of messages that nothing protects.

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
