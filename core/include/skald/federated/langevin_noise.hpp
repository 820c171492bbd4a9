// The noise of federated Langevin dynamics, partly shared between the clients.
#pragma once

#include <cmath>
#include <cstdint>

#include "skald/random.hpp"

namespace skald {

// Client c adds sqrt(2 h T) (rho z + sqrt((1 - rho^2) / w_c) z_c), with z common to all clients
// (they share a seed, no traffic) and z_c its own: the weighted average over clients then has
// variance 2 h T per coordinate for every rho and w. Noise whose coefficient is zero is not drawn.
class LangevinNoise {
 public:
  LangevinNoise(double step, double temp, double rho)
      : shared_scale_(std::sqrt(2 * step * temp) * rho),
        own_scale_(std::sqrt(2 * step * temp * (1 - rho * rho))) {}

  void start(Index dimension, Index chains) {
    if (shared_scale_ != 0) shared_.resize(dimension, chains);
  }
  // Draws iteration k's shared part; before add() of that iteration.
  void draw_shared(const Random& random, std::int64_t k) {
    if (shared_scale_ == 0) return;
    random.normal({Role::shared_noise}, k, view(shared_));
    shared_ *= shared_scale_;
  }
  void add(const Random& random, std::int64_t k, Index client, double weight, Block theta) const {
    if (shared_scale_ != 0) theta.matrix() += shared_;
    if (own_scale_ == 0) return;
    random.add_normal({Role::noise, client}, k, own_scale_ / std::sqrt(weight), theta);
  }

 private:
  double shared_scale_;
  double own_scale_;
  Eigen::MatrixXd shared_;
};

}  // namespace skald
