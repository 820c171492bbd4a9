// Random streams that count the normals drawn from them.
#pragma once

#include "skald/ledger.hpp"
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

}  // namespace skald::problem
