// Streams that give a chain on all data the same noise as an averaged federation.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "skald/random.hpp"

namespace skald::test {

// The noise of client "everyone" is rho z + sqrt(1 - rho^2) sum_c sqrt(w_c) z_c, the weighted
// average of what the clients add; its minibatches are those of client 0. All other streams are
// those of `random`.
class AveragedNoise final : public Random {
 public:
  AveragedNoise(const Random& random, double rho, std::vector<double> weights)
      : random_(random), rho_(rho), weights_(std::move(weights)) {}

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    out.matrix().setZero();
    add_normal(stream, iteration, 1, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    if (stream.role != Role::noise || stream.client != -1) {
      return random_.add_normal(stream, iteration, scale, inout);
    }
    random_.add_normal({Role::shared_noise}, iteration, scale * rho_, inout);
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      const double own = std::sqrt((1 - rho_ * rho_) * weights_[c]);
      random_.add_normal({Role::noise, static_cast<Index>(c)}, iteration, scale * own, inout);
    }
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_.uniform(client_zero(stream), iteration, out);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_.bits(client_zero(stream), iteration, chain, out);
  }

 private:
  static Stream client_zero(Stream stream) {
    if (stream.role == Role::minibatch && stream.client == -1) stream.client = 0;
    return stream;
  }

  const Random& random_;
  double rho_;
  std::vector<double> weights_;
};

}  // namespace skald::test
