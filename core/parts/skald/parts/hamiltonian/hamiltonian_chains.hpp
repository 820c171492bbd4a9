// Hamiltonian Monte Carlo with a fixed number of leapfrog steps, many chains side by side. One
// trajectory, with p ~ N(0, M), M diagonal, and H = V(theta) + p' M^-1 p / 2, is
//
//   p <- p - eps/2 grad V;  L times {theta <- theta + eps M^-1 p;  p <- p - eps grad V}, the last
//   kick by eps/2 only;  accept with probability min(1, exp(H_start - H_end))
//
// During warm-up every chain adapts its eps to a mean acceptance of 0.8 by dual averaging, and M to
// the inverse variances of its draws over windows that double in length (the scheme of Stan: its
// reference manual, "HMC algorithm parameters"). Draws of the warm-up follow no fixed law. Each
// trajectory multiplies its eps by a uniform draw from [0.8, 1.2], which keeps it from returning to
// where it began.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "skald/block.hpp"
#include "skald/options.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The leapfrog integrator of Hamiltonian Monte Carlo (Neal, 2011, MCMC using Hamiltonian dynamics,
// section 2.3).

// The points of many chains in phase space, every member d x C. `gradient` is the gradient of the
// potential V at theta.
struct PhasePoints {
  Eigen::MatrixXd theta, momentum, gradient;
};

// Takes every chain `count` steps along H = V(theta) + 1/2 sum_i inverse_mass_i p_i^2, chain j with
// step step(j). gradient(theta, out) writes grad V of all chains; called once per step.
template <class Gradient>
void leapfrog(PhasePoints& at, const Eigen::MatrixXd& inverse_mass, const Eigen::RowVectorXd& step,
              std::int64_t count, Gradient&& gradient) {
  const auto kick = [&](double share) {
    at.momentum.array() -= at.gradient.array().rowwise() * (share * step).array();
  };
  kick(0.5);
  for (std::int64_t i = 0; i < count; ++i) {
    at.theta.array() += (inverse_mass.array() * at.momentum.array()).rowwise() * step.array();
    gradient(at.theta, at.gradient);
    kick(i + 1 < count ? 1.0 : 0.5);
  }
}

// Adaptation of a step size to a target acceptance rate.

// Dual averaging, separately for each chain (Hoffman and Gelman, 2014, The No-U-Turn Sampler,
// section 3.2.1, with its constants gamma = 0.05, t0 = 10, kappa = 0.75 and mu = log(10 step)).
class DualAveraging {
 public:
  explicit DualAveraging(double target) : target_(target) {}

  void start(double step, Index chains) {
    state_.resize(4, chains);
    state_.row(log_step).setConstant(std::log(step));
    for (Index j = 0; j < chains; ++j) restart(j);
  }
  // Forgets everything except the current step.
  void restart(Index chain) {
    state_(mu, chain) = state_(log_step, chain) + std::log(10.0);
    state_(error, chain) = 0;
    state_(log_averaged, chain) = 0;
  }
  // Takes the m-th acceptance probability since the restart, m = 1, 2, ...
  void update(std::int64_t m, Index chain, double acceptance) {
    const auto count = static_cast<double>(m);
    double& e = state_(error, chain);
    e += (target_ - acceptance - e) / (count + 10);
    const double log_now = state_(mu, chain) - std::sqrt(count) / 0.05 * e;
    state_(log_step, chain) = log_now;
    double& averaged = state_(log_averaged, chain);
    averaged += std::pow(count, -0.75) * (log_now - averaged);
  }
  // Uses the averaged step from now on.
  void finish(Index chain) { state_(log_step, chain) = state_(log_averaged, chain); }
  double step(Index chain) const { return std::exp(state_(log_step, chain)); }

  Block state() { return view(state_); }

 private:
  enum Row { log_step, mu, error, log_averaged };

  double target_;
  Eigen::MatrixXd state_;
};

struct HamiltonianOptions {
  double step = 0.1;
  std::int64_t leapfrog_steps = 20;
  std::string_view mass = "diagonal";
  std::int64_t warm_up = 1000;
};

inline constexpr double kTargetAcceptance = 0.8, kJitter = 0.2;

template <class Options>
constexpr auto hamiltonian_options() {
  return std::array{
      inherited<Options>("step", &HamiltonianOptions::step,
                         "leapfrog step size eps at the start of warm-up")
          .symbol("epsilon")
          .above(0)
          .role(OptionRole::step),
      inherited<Options>("leapfrog_steps", &HamiltonianOptions::leapfrog_steps,
                         "leapfrog steps per trajectory")
          .symbol("L")
          .at_least(1),
      inherited<Options>("mass", &HamiltonianOptions::mass,
                         "mass matrix M: the identity, or diagonal and adapted during warm-up")
          .symbol("M")
          .one_of("identity|diagonal"),
      inherited<Options>(
          "warm_up", &HamiltonianOptions::warm_up,
          "iterations that adapt eps and M, to be discarded as burn-in; 0: no adaptation")
          .at_least(0)};
}

// The windows of the warm-up over whose draws variances are estimated. The first 15 % and the last
// 10 % of the warm-up only adapt eps; between them are windows of 25, 50, 100, ... iterations, of
// which the last one takes the rest.
class VarianceWindows {
 public:
  explicit VarianceWindows(std::int64_t warm_up)
      : first_(warm_up * 15 / 100), last_(warm_up - warm_up / 10) {
    if (last_ - first_ < 10) last_ = first_;
    std::int64_t begin = first_;
    for (std::int64_t size = 25; begin < last_; size *= 2) {
      const std::int64_t end = begin + size;
      begin = end + 2 * size > last_ ? last_ : end;
      ends_.push_back(begin);
    }
  }
  bool inside(std::int64_t k) const { return k >= first_ && k < last_; }
  bool ends_after(std::int64_t k) const {
    return std::binary_search(ends_.begin(), ends_.end(), k + 1);
  }
  // First iteration of the window that contains iteration k.
  std::int64_t begin(std::int64_t k) const {
    const auto after = std::upper_bound(ends_.begin(), ends_.end(), k);
    return after == ends_.begin() ? first_ : *(after - 1);
  }
  // First iteration since M last changed, or 0 if it never has.
  std::int64_t last_change(std::int64_t k) const {
    const auto after = std::upper_bound(ends_.begin(), ends_.end(), k);
    return after == ends_.begin() ? 0 : *(after - 1);
  }

 private:
  std::int64_t first_, last_;
  std::vector<std::int64_t> ends_;
};

// Many chains. Their target V is passed with every call, as an object with
//   gradient(theta, out)    out = grad V of every column, both d x C
//   potential(theta, out)   out = V of every column, 1 x C.
class HamiltonianChains {
 public:
  explicit HamiltonianChains(const HamiltonianOptions& options)
      : options_(options), windows_(options.warm_up), steps_(kTargetAcceptance) {}

  template <class Target>
  void start(ConstBlock theta, const Target& target) {
    const Index d = theta.rows, chains = theta.cols;
    here_.theta = theta.matrix();
    here_.gradient.resize(d, chains);
    here_.momentum.resize(d, chains);
    potential_.resize(1, chains);
    target.gradient(here_.theta, here_.gradient);
    target.potential(here_.theta, potential_);
    inverse_mass_.setOnes(d, chains);
    window_mean_.setZero(d, chains);
    window_squares_.setZero(d, chains);
    steps_.start(options_.step, chains);
    accepted_.setZero(1, chains);
    end_potential_.resize(1, chains);
    uniforms_.resize(2, chains);
    step_.resize(chains);
  }
  // Performs iteration k. draw(momentum, uniforms) fills the first with standard normals, d x C,
  // and the second with uniforms, 2 x C.
  template <class Draw, class Target>
  void trajectory(std::int64_t k, Draw&& draw, const Target& target) {
    draw(here_.momentum, uniforms_);
    here_.momentum.array() /= inverse_mass_.array().sqrt();
    for (Index j = 0; j < step_.size(); ++j) {
      step_(j) = steps_.step(j) * (1 + kJitter * (2 * uniforms_(1, j) - 1));
    }
    there_ = here_;
    leapfrog(there_, inverse_mass_, step_, options_.leapfrog_steps,
             [&](const Eigen::MatrixXd& at, Eigen::MatrixXd& out) { target.gradient(at, out); });
    target.potential(there_.theta, end_potential_);
    for (Index j = 0; j < step_.size(); ++j) {
      const double acceptance = acceptance_probability(j);
      if (uniforms_(0, j) < acceptance) move(j);
      if (k < options_.warm_up) {
        adapt(k, j, acceptance);
      } else {
        accepted_(0, j) += acceptance;
      }
    }
  }

  const Eigen::MatrixXd& theta() const { return here_.theta; }
  // Mean acceptance probability of all chains over that many iterations since warm-up.
  double accept_rate(std::int64_t iterations) const {
    return accepted_.mean() / static_cast<double>(iterations);
  }

  std::array<NamedBlock, 8> state() {
    return {NamedBlock{"theta", view(here_.theta)},
            NamedBlock{"gradient", view(here_.gradient)},
            NamedBlock{"potential", view(potential_)},
            NamedBlock{"inverse_mass", view(inverse_mass_)},
            NamedBlock{"window_mean", view(window_mean_)},
            NamedBlock{"window_squares", view(window_squares_)},
            NamedBlock{"step_adaptation", steps_.state()},
            NamedBlock{"accepted", view(accepted_)}};
  }

 private:
  // The acceptance probability of chain j; 0 if the trajectory's energy is no longer finite.
  double acceptance_probability(Index j) const {
    const double before = potential_(0, j) + kinetic_energy(here_.momentum, j);
    const double after = end_potential_(0, j) + kinetic_energy(there_.momentum, j);
    const double ratio = std::exp(before - after);
    return ratio >= 0 ? std::min(1.0, ratio) : 0.0;
  }
  // Summed coordinate by coordinate, so that the sum does not depend on where the column is in
  // memory.
  double kinetic_energy(const Eigen::MatrixXd& momentum, Index j) const {
    double sum = 0;
    for (Index i = 0; i < momentum.rows(); ++i) {
      sum += 0.5 * inverse_mass_(i, j) * momentum(i, j) * momentum(i, j);
    }
    return sum;
  }
  void move(Index j) {
    here_.theta.col(j) = there_.theta.col(j);
    here_.gradient.col(j) = there_.gradient.col(j);
    potential_(0, j) = end_potential_(0, j);
  }
  void adapt(std::int64_t k, Index j, double acceptance) {
    steps_.update(k - windows_.last_change(k) + 1, j, acceptance);
    if (options_.mass == "diagonal" && windows_.inside(k)) add_to_window(k, j);
    if (windows_.ends_after(k)) {
      if (options_.mass == "diagonal") renew_mass(k, j);
      steps_.restart(j);
    }
    if (k + 1 == options_.warm_up) steps_.finish(j);
  }
  // Welford's recursion for mean and sum of squares.
  void add_to_window(std::int64_t k, Index j) {
    const auto n = static_cast<double>(k - windows_.begin(k) + 1);
    for (Index i = 0; i < here_.theta.rows(); ++i) {
      const double deviation = here_.theta(i, j) - window_mean_(i, j);
      window_mean_(i, j) += deviation / n;
      window_squares_(i, j) += deviation * (here_.theta(i, j) - window_mean_(i, j));
    }
  }
  // Sets M^-1 to the variance over the window, shrunk a little towards 1e-3 (with the weight of
  // five draws).
  void renew_mass(std::int64_t k, Index j) {
    const auto n = static_cast<double>(k - windows_.begin(k) + 1);
    inverse_mass_.col(j) =
        (n / (n + 5) / (n - 1)) * window_squares_.col(j).array() + 1e-3 * 5 / (n + 5);
    window_mean_.col(j).setZero();
    window_squares_.col(j).setZero();
  }

  HamiltonianOptions options_;
  VarianceWindows windows_;
  DualAveraging steps_;
  PhasePoints here_, there_;
  Eigen::MatrixXd potential_, end_potential_;  // V, 1 x C
  Eigen::MatrixXd inverse_mass_;               // diagonals of M^-1, d x C
  Eigen::MatrixXd window_mean_, window_squares_, accepted_, uniforms_;
  Eigen::RowVectorXd step_;
};

}  // namespace skald
