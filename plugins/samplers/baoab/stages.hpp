// Averaged BAOAB on a Gaussian problem, as affine maps.
#pragma once

#include <Eigen/Core>

#include "skald/langevin_law.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/client_vectors.hpp"

namespace skald {

// What it is told besides `law`, whose step is that of its noise: (1 - kept^2) / 2.
struct BaoabSetting {
  double step, kept;
  bool averages_momenta;
};

// The state is (e_1, ..., e_N, p_1, ..., p_N, F_1, ..., F_N, y): the clients' deviations from the
// mode, their momenta and forces, and the server's average of positions.
class BaoabStages {
 public:
  BaoabStages(const QuadraticClients& clients, const LangevinLaw& law, const BaoabSetting& setting)
      : clients_(clients),
        law_(law),
        set_(setting),
        N_(clients.size()),
        z_(clients, law.weights, 3 * N_ + 1) {}

  // A stride is a round of K iterations where the estimate is taken at communications on a fixed
  // schedule, and otherwise an iteration, all of which have to be alike.
  bool tell(AffineStages& stages) const {
    const bool in_rounds = law_.K > 0;
    if (in_rounds && !law_.at_communication) return false;
    start(stages);
    for (std::int64_t k = 0; k < (in_rounds ? law_.K : 1); ++k) {
      for (const AffineMap& map : {kick(), drift(), exchange(), drift()}) {
        stages.stage();
        map.add_to(stages);
      }
      stages.stage();
      if (!in_rounds) {
        communication().add_to(stages, law_.p_c);
        AffineMap(z_.size()).add_to(stages, 1 - law_.p_c);
      } else {
        (k + 1 == law_.K ? communication() : AffineMap(z_.size())).add_to(stages);
      }
      for (const AffineMap& map : {new_forces(), kick()}) {
        stages.stage();
        map.add_to(stages);
      }
    }
    stages.estimate(view(law_.at_communication ? z_[3 * N_] : z_.average(0)));
    return true;
  }

 private:
  Index momentum(Index c) const { return N_ + c; }
  Index force(Index c) const { return 2 * N_ + c; }
  Eigen::MatrixXd pull(Index c) const { return -clients_.curvature(c).matrix() / z_.weight(c); }
  Eigen::MatrixXd push(Index c) const { return -clients_.slope(c).matrix() / z_.weight(c); }

  void start(AffineStages& stages) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z_.size(), z_.d()), shift = lift.leftCols(1);
    for (Index c = 0; c < N_; ++c) {
      z_.rows(lift, c) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
      z_.rows(lift, force(c)) = pull(c);
      z_.rows(shift, force(c)) = push(c);
    }
    z_.rows(lift, 3 * N_) = Eigen::MatrixXd::Identity(z_.d(), z_.d());
    stages.start(view(lift), view(shift));
  }
  AffineMap kick() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, momentum(c)) += set_.step / 2 * z_[force(c)];
    return map;
  }
  AffineMap drift() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, c) += set_.step / 2 * z_[momentum(c)];
    return map;
  }
  AffineMap exchange() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) z_.rows(map.matrix, momentum(c)) *= set_.kept;
    const double thermal = 2 * law_.step * law_.temp, common = thermal * law_.rho * law_.rho;
    z_.add_noise(map.noise, N_, common, thermal - common);
    return map;
  }
  AffineMap communication() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, c) = z_.average(0);
      if (set_.averages_momenta) z_.rows(map.matrix, momentum(c)) = z_.average(N_);
    }
    z_.rows(map.matrix, 3 * N_) = z_.average(0);
    return map;
  }
  AffineMap new_forces() const {
    AffineMap map(z_.size());
    for (Index c = 0; c < N_; ++c) {
      z_.rows(map.matrix, force(c)) = pull(c) * z_[c];
      z_.rows(map.shift, force(c)) = push(c);
      z_.block(map.noise, force(c), force(c)) =
          clients_.noise(c).matrix() / (z_.weight(c) * z_.weight(c));
    }
    return map;
  }

  QuadraticClients clients_;
  LangevinLaw law_;
  BaoabSetting set_;
  Index N_;
  ClientVectors z_;
};

}  // namespace skald
