#include "oracles/time_average.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "linear/matrices.hpp"

namespace skald::oracles {

// The sum is (1 + q)/p + 2 p a / ((1 - q a)(1 - a)), a quadratic equation for a.
double decay_behind_held(double sum, double p_c) {
  const double q = 1 - p_c;
  const double w = std::max((sum - (1 + q) / p_c) / (2 * p_c), 0.0);
  const double b = w * (1 + q) + 1;
  return 1 - 2 * w / (b + std::sqrt(b * b - 4 * q * w * w));
}

std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem, double step,
                                                const Moments& law) {
  const linear::Spectrum spectrum = linear::spectrum(problem.precision());
  const Eigen::MatrixXd& basis = spectrum.vectors;
  const Eigen::VectorXd bias = linear::transposed_times(basis, law.mean);
  const Eigen::VectorXd variance =
      linear::congruent(linear::transposed(basis), law.covariance).diagonal();
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j)
    modes.push_back({variance(j), step * spectrum.values(j), bias(j)});
  return modes;
}

std::vector<TimeAverageMode> integrated_modes(const Eigen::MatrixXd& integrated, const Moments& law,
                                              double iterations, double p_c) {
  const linear::Spectrum spectrum = linear::spectrum(integrated);
  const Eigen::MatrixXd& basis = spectrum.vectors;
  const Eigen::VectorXd bias = linear::transposed_times(basis, law.mean);
  const Eigen::MatrixXd covariance = linear::congruent(linear::transposed(basis), law.covariance);
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j) {
    const double sum = std::max(spectrum.values(j) / covariance(j, j), 1.0);
    const double decay =
        p_c > 0 ? decay_behind_held(sum, p_c) : 1 - std::pow((sum - 1) / (sum + 1), 1 / iterations);
    modes.push_back({covariance(j, j), decay, bias(j), p_c > 0 ? 1 - p_c : 0});
  }
  return modes;
}

std::vector<TimeAverageMode> independent_modes(const Moments& law) {
  const linear::Spectrum spectrum = linear::spectrum(law.covariance);
  const Eigen::VectorXd bias = linear::transposed_times(spectrum.vectors, law.mean);
  std::vector<TimeAverageMode> modes;
  for (Eigen::Index j = 0; j < bias.size(); ++j) modes.push_back({spectrum.values(j), 1, bias(j)});
  return modes;
}

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The stacked state (e_1, ..., e_N) has mean step M = ((1 - p_c) I + p_c J) D, D = blkdiag(D_c) and
// J the average repeated N times; the average is P e. Its autocovariances sum to G + G' - Cov X
// with G = P (I - M)^{-1} V P', V the stationary covariance of the state.
class StackedState {
 public:
  StackedState(const std::vector<ClientModes>& modes, const LangevinStep& step,
               const CoordinateBlock& block, double p_c, const Moments& moments)
      : modes_(modes), p_(p_c), size_(moments.mean.size()) {
    for (std::size_t a = 0; a < modes_.size(); ++a) {
      shift_.push_back(mean_after_step(a, moments.mean) - moments.mean);
    }
    for (std::size_t a = 0; a < modes_.size(); ++a) {
      with_average_.push_back(MatrixXd::Zero(size_, size_));
      for (std::size_t b = 0; b < modes_.size(); ++b) {
        with_average_[a] +=
            modes_[b].weight * covariance(a, b, step_noise(step, a, b, block), moments.covariance);
      }
    }
  }

  // G: solves (I - M) y = V P' client by client, given the average of D y.
  MatrixXd summed() const {
    MatrixXd pulled = MatrixXd::Zero(size_, size_), given = pulled;
    for (std::size_t c = 0; c < modes_.size(); ++c) {
      const MatrixXd step_resolved = modes_[c].weight * linear::product(local(c), resolvent(c));
      pulled += step_resolved;
      given += linear::product(step_resolved, with_average_[c]);
    }
    const MatrixXd identity = MatrixXd::Identity(size_, size_);
    const MatrixXd average = linear::solve(identity - p_ * pulled, given);
    MatrixXd sum = MatrixXd::Zero(size_, size_);
    for (std::size_t c = 0; c < modes_.size(); ++c) {
      sum += modes_[c].weight * linear::product(resolvent(c), p_ * average + with_average_[c]);
    }
    return sum;
  }

 private:
  // D_c
  MatrixXd local(std::size_t c) const {
    const ClientModes& m = modes_[c];
    return linear::from_spectrum(m.basis, (1 - m.decay.array()).matrix());
  }
  // (I - (1 - p_c) D_c)^{-1}
  MatrixXd resolvent(std::size_t c) const {
    const ClientModes& m = modes_[c];
    const VectorXd inverse = (1 - (1 - p_) * (1 - m.decay.array())).inverse().matrix();
    return linear::from_spectrum(m.basis, inverse);
  }
  // E [D_c e_c + drift], e_c after communication.
  VectorXd mean_after_step(std::size_t c, const VectorXd& mean) const {
    const VectorXd drift = linear::times(modes_[c].basis, modes_[c].drift);
    const VectorXd now = linear::times(resolvent(c), (1 - p_) * drift + p_ * mean);
    return linear::times(local(c), now) + drift;
  }
  // V_ab in V = (1 - p_c)(D_a V D_b + Q_ab) + p_c Cov X + p_c (1 - p_c) shift_a shift_b', mode by
  // mode; the last term is the spread of the two branches' means.
  MatrixXd covariance(std::size_t a, std::size_t b, const MatrixXd& noise,
                      const MatrixXd& of_average) const {
    const MatrixXd given =
        (1 - p_) * noise + p_ * of_average + p_ * (1 - p_) * linear::outer(shift_[a], shift_[b]);
    MatrixXd modal = linear::product(linear::transposed(modes_[a].basis), given, modes_[b].basis);
    for (Index j = 0; j < size_; ++j) {
      for (Index i = 0; i < size_; ++i) {
        modal(i, j) /= 1 - (1 - p_) * (1 - modes_[a].decay(i)) * (1 - modes_[b].decay(j));
      }
    }
    return linear::product(modes_[a].basis, modal, linear::transposed(modes_[b].basis));
  }

  const std::vector<ClientModes>& modes_;
  double p_;
  Index size_;
  std::vector<VectorXd> shift_;         // E [D_c e_c + drift] - E X
  std::vector<MatrixXd> with_average_;  // Cov(e_c, X)
};

}  // namespace

MatrixXd integrated_covariance(const std::vector<ClientModes>& modes, const LangevinStep& step,
                               const CoordinateBlock& block, double p_c, const Moments& moments) {
  const MatrixXd sum = StackedState(modes, step, block, p_c, moments).summed();
  return sum + sum.transpose() - moments.covariance;
}

// The r-th average Y_r is held for L_r iterations, and L_r local steps lead to the next: with
// Z = Y - E Y, Z_{r+1} = P_{L_r} Z_r + ..., so that by renewals the sum is
// (E L^2 Cov Y + C + C') / E L, C = E L (I - E P_L)^{-1} E[L P_L] Cov Y.
MatrixXd integrated_held_covariance(const std::vector<ClientModes>& modes, double p_c,
                                    const MatrixXd& covariance) {
  const Index size = covariance.rows();
  MatrixXd weighted = MatrixXd::Zero(size, size);  // E[L P_L], of terms E[L a^L]
  for (const ClientModes& client : modes) {
    const VectorXd terms = client.decay.unaryExpr([&](double decay) {
      const double rest = p_c + (1 - p_c) * decay;  // 1 - (1 - p_c) a
      return p_c * (1 - decay) / (rest * rest);
    });
    weighted += client.weight * linear::from_spectrum(client.basis, terms);
  }
  const MatrixXd contraction = mean_contraction(modes, AgeLaw::geometric(p_c));
  const MatrixXd identity = MatrixXd::Identity(size, size);
  const MatrixXd later =
      linear::solve(identity - contraction, linear::product(weighted, covariance));
  return (2 - p_c) / p_c * covariance + later + later.transpose();
}

MatrixXd integrated_covariance(const MatrixXd& contraction, const MatrixXd& covariance) {
  const MatrixXd identity = MatrixXd::Identity(contraction.rows(), contraction.cols());
  const MatrixXd sum = linear::solve(identity - contraction, covariance);
  return sum + sum.transpose() - covariance;
}

}  // namespace skald::oracles
