// HMC, Hamiltonian Monte Carlo with a fixed number of leapfrog steps. One iteration is one
// trajectory: with p ~ N(0, M), M diagonal, V = U / T and H = V(theta) + p' M^-1 p / 2,
//
//   p <- p - eps/2 grad V;  L times {theta <- theta + eps M^-1 p;  p <- p - eps grad V}, the last
//   kick by eps/2 only;  accept with probability min(1, exp(H_start - H_end))
//
// Centralised and exact: the reference that other samplers are held to. During warm-up every chain
// adapts its eps to a target acceptance by dual averaging, and M to the inverse variances of its
// draws over windows that double in length (the scheme of Stan: its reference manual, "HMC
// algorithm parameters"). Draws of the warm-up follow no fixed law: they belong into the burn-in.
// Jitter of eps keeps trajectories from closing on themselves. Records `accept_rate`, the mean
// acceptance probability after warm-up.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "skald/dual_averaging.hpp"
#include "skald/leapfrog.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 0.1;
  std::int64_t leapfrog_steps = 20;
  double jitter = 0.2;
  std::string_view mass = "diagonal";
  std::int64_t warm_up = 1000;
  double target_accept = 0.8;
  double temp = 1;
};
constexpr std::array options{
    option("step", &Options::step, "step eps of the integrator, where warm-up begins")
        .symbol("epsilon")
        .above(0),
    option("leapfrog_steps", &Options::leapfrog_steps, "leapfrog steps per trajectory")
        .symbol("L")
        .at_least(1),
    option("jitter", &Options::jitter,
           "every trajectory's eps is multiplied by a uniform in [1 - jitter, 1 + jitter]")
        .at_least(0)
        .below(1),
    option("mass", &Options::mass, "M: the identity, or diagonal and adapted during warm-up")
        .symbol("M")
        .one_of("identity|diagonal"),
    option("warm_up", &Options::warm_up,
           "iterations that adapt eps and M, to be left out as burn-in; 0: eps and M stay as given")
        .at_least(0),
    option("target_accept", &Options::target_accept, "mean acceptance probability to adapt to")
        .above(0)
        .below(1),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)").symbol("T").above(0)};

// The stretches of warm-up over whose draws variances are taken: the first 15 % and the last 10 %
// adapt eps alone; between, windows of 25, 50, 100, ... iterations, the last one taking the rest.
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
  // First iteration of the window that iteration k is in.
  std::int64_t begin(std::int64_t k) const {
    const auto after = std::upper_bound(ends_.begin(), ends_.end(), k);
    return after == ends_.begin() ? first_ : *(after - 1);
  }
  // First iteration since M last changed, or 0.
  std::int64_t last_change(std::int64_t k) const {
    const auto after = std::upper_bound(ends_.begin(), ends_.end(), k);
    return after == ends_.begin() ? 0 : *(after - 1);
  }

 private:
  std::int64_t first_, last_;
  std::vector<std::int64_t> ends_;
};

class Hmc final : public Sampler {
 public:
  explicit Hmc(const Options& o) : options_(o), windows_(o.warm_up), steps_(o.target_accept) {}

  void start(Context& context, Block theta) override {
    const Index d = theta.rows, chains = theta.cols;
    here_.theta = theta.matrix();
    here_.gradient.resize(d, chains);
    here_.momentum.resize(d, chains);
    potential_.resize(1, chains);
    gradient(context, here_.theta, here_.gradient);
    potential(context, here_.theta, potential_);
    inverse_mass_.setOnes(d, chains);
    window_mean_.setZero(d, chains);
    window_squares_.setZero(d, chains);
    steps_.start(options_.step, chains);
    accepted_.setZero(1, chains);
    end_potential_.resize(1, chains);
    uniforms_.resize(2, chains);
    step_.resize(chains);
    state_ = {NamedBlock{"theta", view(here_.theta)},
              NamedBlock{"gradient", view(here_.gradient)},
              NamedBlock{"potential", view(potential_)},
              NamedBlock{"inverse_mass", view(inverse_mass_)},
              NamedBlock{"window_mean", view(window_mean_)},
              NamedBlock{"window_squares", view(window_squares_)},
              NamedBlock{"step_adaptation", steps_.state()},
              NamedBlock{"accepted", view(accepted_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) trajectory(context, k);
    if (end > options_.warm_up) {
      const auto draws = static_cast<double>(end - options_.warm_up);
      context.recorder.record("accept_rate", accepted_.mean() / draws);
    }
    theta.matrix() = here_.theta;
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void trajectory(Context& context, std::int64_t k) {
    context.random.normal({Role::momentum}, k, view(here_.momentum));
    here_.momentum.array() /= inverse_mass_.array().sqrt();
    context.random.uniform({Role::acceptance}, k, view(uniforms_));
    for (Index j = 0; j < step_.size(); ++j) {
      step_(j) = steps_.step(j) * (1 + options_.jitter * (2 * uniforms_(1, j) - 1));
    }
    there_ = here_;
    leapfrog(there_, inverse_mass_, step_, options_.leapfrog_steps,
             [&](const Eigen::MatrixXd& at, Eigen::MatrixXd& out) { gradient(context, at, out); });
    potential(context, there_.theta, end_potential_);
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
  // 0 where the trajectory has left the numbers.
  double acceptance_probability(Index j) const {
    const double before = potential_(0, j) + kinetic_energy(here_.momentum, j);
    const double after = end_potential_(0, j) + kinetic_energy(there_.momentum, j);
    const double ratio = std::exp(before - after);
    return ratio >= 0 ? std::min(1.0, ratio) : 0.0;
  }
  // Added up coordinate by coordinate, so that it does not depend on where the column lies.
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
  // M^-1 is the variance over the window, drawn a little towards 1e-3 (as if by five draws).
  void renew_mass(std::int64_t k, Index j) {
    const auto n = static_cast<double>(k - windows_.begin(k) + 1);
    inverse_mass_.col(j) =
        (n / (n + 5) / (n - 1)) * window_squares_.col(j).array() + 1e-3 * 5 / (n + 5);
    window_mean_.col(j).setZero();
    window_squares_.col(j).setZero();
  }
  void gradient(Context& context, const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
    context.problem.gradient(Problem::everyone, view(at), view(out));
    out /= options_.temp;
  }
  void potential(Context& context, const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
    context.problem.potential(Problem::everyone, view(at),
                              {out.data(), static_cast<std::size_t>(out.size())});
    out /= options_.temp;
  }

  Options options_;
  VarianceWindows windows_;
  DualAveraging steps_;
  PhasePoints here_, there_;
  Eigen::MatrixXd potential_, end_potential_;  // V, 1 x C
  Eigen::MatrixXd inverse_mass_;               // diagonals of M^-1, d x C
  Eigen::MatrixXd window_mean_, window_squares_, accepted_, uniforms_;
  Eigen::RowVectorXd step_;
  std::array<NamedBlock, 8> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Hmc, Options, options>(
    {.name = "hmc",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Hamiltonian Monte Carlo, step and diagonal mass adapted in warm-up (centralised "
                "reference)",
     .reference = "Neal (2011), MCMC using Hamiltonian dynamics; Hoffman and Gelman (2014)"});
