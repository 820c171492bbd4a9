// Scaffnew-Langevin on a Gaussian problem, as affine maps.
#pragma once

#include <Eigen/Core>

#include "skald/langevin_law.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/client_vectors.hpp"

namespace skald {

// The state is (e_1, ..., e_N, u_1, ..., u_{N-1}, y): the clients' deviations from the mode, what
// their controls lack, u_c = (h / w_c) (s_c - g_c), and the server's average. As sum_c w_c u_c is
// zero, the last u_c follows from the others.
class ScaffnewStages {
 public:
  ScaffnewStages(const QuadraticClients& clients, const LangevinLaw& law)
      : clients_(clients), law_(law), N_(clients.size()), z_(clients, law.weights, 2 * N_) {}

  // A stride is a round of K iterations where the estimate is taken at communications on a fixed
  // schedule, and otherwise an iteration, all of which have to be alike.
  bool tell(AffineStages& stages) const {
    const bool in_rounds = law_.K > 0;
    if (in_rounds && !law_.at_communication) return false;
    start(stages);
    for (std::int64_t k = 0; k < (in_rounds ? law_.K : 1); ++k) {
      stages.stage();
      local_step().add_to(stages);
    }
    stages.stage();
    communication().add_to(stages, in_rounds ? 1 : law_.p_c);
    if (!in_rounds) AffineMap(z_.size()).add_to(stages, 1 - law_.p_c);
    stages.estimate(view(law_.at_communication ? z_[2 * N_ - 1] : z_.average(0)));
    return true;
  }

 private:
  double step(Index c) const { return law_.step / z_.weight(c); }
  double rate() const { return law_.K > 0 ? 1 / static_cast<double>(law_.K) : law_.p_c; }
  bool is_free(Index c) const { return c + 1 < N_; }  // whether u_c is in the state

  void start(AffineStages& stages) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z_.size(), z_.d()), shift = lift.leftCols(1);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(lift, c) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
      if (is_free(c)) z_.rows(shift, N_ + c) = -step(c) * clients_.slope(c).matrix();
    }
    z_.rows(lift, 2 * N_ - 1) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
    stages.start(view(lift), view(shift));
  }
  AffineMap local_step() const {
    AffineMap map(z_.size());
    const double thermal = 2 * law_.step * law_.temp, common = thermal * law_.rho * law_.rho;
    z_.add_noise(map.noise, 0, common, thermal - common);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) +=
          z_.zero_sum(N_, c) - step(c) * clients_.curvature(c).matrix() * z_[c];
      z_.block(map.noise, c, c) += step(c) * step(c) * clients_.noise(c).matrix();
    }
    return map;
  }
  AffineMap communication() const {
    AffineMap map(z_.size());
    const Eigen::MatrixXd mean = z_.average(0);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) = mean;
      if (is_free(c)) z_.rows(map.matrix, N_ + c) += rate() * (mean - z_[c]);
    }
    z_.rows(map.matrix, 2 * N_ - 1) = mean;
    return map;
  }

  QuadraticClients clients_;
  LangevinLaw law_;
  Index N_;
  ClientVectors z_;
};

}  // namespace skald
