// A mechanism for samplers whose own noise is their privacy.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "skald/mechanism.hpp"

namespace skald::test {

// A mechanism that asks the Langevin noise of client c to be z[c] times what a row moves.
class RaisedNoise final : public Mechanism {
 public:
  explicit RaisedNoise(std::vector<double> z) : z_(std::move(z)) {}
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index c) const override { return {NoiseLaw::Kind::langevin, z_.at(c)}; }
  std::optional<Claim> claim() const override { return Claim{}; }
  void privatize(const Random& random, Stream stream, std::int64_t k, const Sensitivity& moved,
                 Block message) const override {
    random.add_normal(stream, k, z_.at(stream.client) * moved.l2(), message);
  }

 private:
  std::vector<double> z_;
};

}  // namespace skald::test
