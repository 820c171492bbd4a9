// SGHMC, stochastic gradient Hamiltonian Monte Carlo (Chen, Fox and Guestrin, 2014, algorithm 2)
// with unit mass:
//
//   theta <- theta + epsilon r
//   r <- r - epsilon ghat(theta) - epsilon C r + N(0, 2 (C T - B) epsilon)
//
// Centralised. epsilon^2 is the learning rate and epsilon C one less the momentum of the other form
// in use; for small epsilon it is a Langevin chain of step h = epsilon / C. B estimates the noise
// that minibatches add: it is compensated if B = epsilon V / 2, V the covariance of ghat.
//
// Along an eigenvector of the Hessian with eigenvalue l, the stationary variance is (T' / l) / (1 -
// epsilon^2 l / (2 (2 - epsilon C))), T' = T + (epsilon v - 2 B) / (2 C), where V has the
// eigenvalue v there. Stable while epsilon^2 l < 2 (2 - epsilon C).

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "skald/minibatch.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"
#include "text/number_text.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 0.01;
  double friction = 1;
  double temp = 1;
  std::optional<std::int64_t> batch;
  double gradient_noise = 0;
};
constexpr std::array options{
    option("step", &Options::step, "time epsilon of an iteration")
        .symbol("epsilon")
        .above(0)
        .role(OptionRole::step),
    option("friction", &Options::friction, "friction C; the momentum decays by epsilon C")
        .symbol("C")
        .above(0),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0),
    option("batch", &Options::batch,
           "minibatch size, drawn without replacement; all rows if omitted")
        .at_least(1),
    option("gradient_noise", &Options::gradient_noise,
           "estimate B of the noise that minibatches add to the momentum; at most C T")
        .symbol("B")
        .at_least(0)};

class Sghmc final : public Sampler, public AffineChain {
 public:
  explicit Sghmc(const Options& o) : options_(o), minibatch_(o.batch) {
    const double most = o.friction * o.temp;
    if (o.gradient_noise <= most) return;
    throw std::invalid_argument(
        "gradient_noise is " + text::number_text(o.gradient_noise, 4) +
        ", but there is only friction * temp = " + text::number_text(most, 4) +
        " of noise to take it from: lower it, or raise friction");
  }

  double temperature() const override { return options_.temp; }
  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    momentum_.setZero(theta.rows, theta.cols);
    gradient_.resizeLike(theta_);
    minibatch_.start(context.problem, theta.cols);
    full_batch_ = minibatch_.full(context.problem, Problem::everyone);
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"momentum", view(momentum_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const double epsilon = options_.step, C = options_.friction;
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      theta_ += epsilon * momentum_;
      const Rows rows = minibatch_.draw(context.random, k, context.problem, Problem::everyone);
      context.problem.gradient(Problem::everyone, rows, view(theta_), view(gradient_));
      momentum_ -= epsilon * gradient_ + epsilon * C * momentum_;
      if (noise() > 0) {
        context.random.add_normal({Role::noise}, k, std::sqrt(noise()), view(momentum_));
      }
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return full_batch_ ? 0 : *options_.batch; }
  bool is_centralised() const override { return true; }
  // The state is (theta, r), in deviations from the mode.
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const double epsilon = options_.step;
    const Index d = clients.dimension();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(d, d), none = Eigen::MatrixXd::Zero(d, d);
    Eigen::MatrixXd curvature = none, lift(2 * d, d), estimate(d, 2 * d);
    for (Index c = 0; c < clients.size(); ++c) curvature += clients.curvature(c).matrix();
    lift << I, none;
    estimate << I, none;
    AffineMap drift(2 * d), kick(2 * d);
    drift.matrix.topRightCorner(d, d) = epsilon * I;
    kick.matrix.bottomLeftCorner(d, d) = -epsilon * curvature;
    kick.matrix.bottomRightCorner(d, d) = (1 - epsilon * options_.friction) * I;
    // The algorithm's line, not noise(): what both had wrong would agree.
    const double variance = 2 * (options_.friction * options_.temp - options_.gradient_noise);
    kick.noise.bottomRightCorner(d, d) =
        epsilon * variance * I + epsilon * epsilon * clients.noise(0).matrix();
    stages.start(view(lift), view(drift.shift));
    stages.stage();
    drift.add_to(stages);
    stages.stage();
    kick.add_to(stages);
    stages.estimate(view(estimate));
    return true;
  }

 private:
  // What an iteration adds to the variance of a momentum.
  double noise() const {
    return 2 * (options_.friction * options_.temp - options_.gradient_noise) * options_.step;
  }

  Options options_;
  Minibatch minibatch_;
  bool full_batch_ = true;
  Eigen::MatrixXd theta_, momentum_, gradient_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Sghmc, Options, options>(
    {.name = "sghmc",
     .numerics_revision = 1,
     .summary = "Stochastic gradient Hamiltonian Monte Carlo on all data, with friction and an "
                "estimate of the gradients' noise (centralised)",
     .reference = "Chen, Fox and Guestrin (2014), Stochastic gradient Hamiltonian Monte Carlo",
     .no_eps = "no clip bounds what a row moves a step; take fa_ld and set its clip"});
