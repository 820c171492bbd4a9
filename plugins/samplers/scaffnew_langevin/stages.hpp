// Scaffnew-Langevin on a Gaussian problem, as affine maps.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "skald/langevin_law.hpp"
#include "skald/parts/langevin/affine_map.hpp"

namespace skald {

// The state is (e_1, ..., e_N, u_1, ..., u_{N-1}, y): the clients' deviations from the mode, what
// their controls lack, u_c = (h / w_c) (s_c - g_c), and the server's average. As sum_c w_c u_c is
// zero, the last u_c follows from the others.
class ScaffnewStages {
 public:
  ScaffnewStages(const QuadraticClients& clients, const LangevinLaw& law)
      : clients_(clients),
        law_(law),
        d_(clients.dimension()),
        N_(clients.size()),
        I_(Eigen::MatrixXd::Identity(d_, d_)) {}

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
    if (!in_rounds) AffineMap(size()).add_to(stages, 1 - law_.p_c);
    stages.estimate(view(law_.at_communication ? server() : average()));
    return true;
  }

 private:
  Index size() const { return 2 * N_ * d_; }
  double weight(Index c) const { return law_.weights[static_cast<std::size_t>(c)]; }
  double rate() const { return law_.K > 0 ? 1 / static_cast<double>(law_.K) : law_.p_c; }
  Eigen::MatrixXd none() const { return Eigen::MatrixXd::Zero(d_, size()); }

  // e_c, u_c, y and sum_c w_c e_c as functions of the state.
  Eigen::MatrixXd local(Index c) const { return at(c * d_); }
  Eigen::MatrixXd control(Index c) const {
    if (c + 1 < N_) return at((N_ + c) * d_);
    Eigen::MatrixXd last = none();
    for (Index k = 0; k + 1 < N_; ++k) last -= weight(k) / weight(c) * control(k);
    return last;
  }
  Eigen::MatrixXd server() const { return at((2 * N_ - 1) * d_); }
  Eigen::MatrixXd average() const {
    Eigen::MatrixXd sum = none();
    for (Index c = 0; c < N_; ++c) sum += weight(c) * local(c);
    return sum;
  }
  Eigen::MatrixXd at(Index row) const {
    Eigen::MatrixXd rows = none();
    rows.middleCols(row, d_) = I_;
    return rows;
  }

  void start(AffineStages& stages) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(size(), d_), shift = lift.leftCols(1);
    for (Index c = 0; c < N_; ++c) {
      lift.middleRows(c * d_, d_) = I_;
      if (c + 1 == N_) continue;
      shift.middleRows((N_ + c) * d_, d_) = -law_.step / weight(c) * clients_.slope(c).matrix();
    }
    lift.bottomRows(d_) = I_;
    stages.start(view(lift), view(shift));
  }
  AffineMap local_step() const {
    AffineMap map(size());
    const double thermal = 2 * law_.step * law_.temp, shared = thermal * law_.rho * law_.rho;
    for (Index c = 0; c < N_; ++c) {
      const double h = law_.step / weight(c);
      map.matrix.middleRows(c * d_, d_) =
          local(c) - h * clients_.curvature(c).matrix() * local(c) + control(c);
      for (Index b = 0; b < N_; ++b) map.noise.block(c * d_, b * d_, d_, d_) = shared * I_;
      map.noise.block(c * d_, c * d_, d_, d_) +=
          (thermal - shared) / weight(c) * I_ + h * h * clients_.noise(c).matrix();
    }
    return map;
  }
  AffineMap communication() const {
    AffineMap map(size());
    for (Index c = 0; c < N_; ++c) {
      map.matrix.middleRows(c * d_, d_) = average();
      if (c + 1 == N_) continue;
      map.matrix.middleRows((N_ + c) * d_, d_) += rate() * (average() - local(c));
    }
    map.matrix.bottomRows(d_) = average();
    return map;
  }

  QuadraticClients clients_;
  LangevinLaw law_;
  Index d_, N_;
  Eigen::MatrixXd I_;
};

}  // namespace skald
