// SGNHT, the stochastic gradient Nose-Hoover thermostat (Ding et al., 2014) with unit mass, at
// temperature T:
//
//   p <- p - epsilon xi p - epsilon ghat(theta) + N(0, 2 A T epsilon)
//   theta <- theta + epsilon p
//   xi <- xi + epsilon (|p|^2 / d - T)                               with the new p; xi = A at
//   first
//
// Centralised. The friction xi rises while momenta are too warm, so that it takes out what
// minibatches add, which need not be known: where their noise has the covariance V I, xi settles
// near A + epsilon V / (2 T). However long the step, E |p|^2 / d = T in the stationary law.

#include <array>
#include <cmath>
#include <optional>

#include "skald/extensions/first_stride.hpp"
#include "skald/minibatch.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 0.01;
  double A = 1;
  double temp = 1;
  std::optional<std::int64_t> batch;
};
constexpr std::array options{
    option("step", &Options::step, "time epsilon of an iteration")
        .symbol("epsilon")
        .above(0)
        .role(OptionRole::step),
    option("A", &Options::A, "diffusion A, whose noise is added; the friction begins with it")
        .symbol("A")
        .above(0),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)").symbol("T").above(0),
    option("batch", &Options::batch,
           "minibatch size, drawn without replacement; all rows if omitted")
        .at_least(1)};

class Sgnht final : public Sampler, public FirstStride {
 public:
  explicit Sgnht(const Options& o) : options_(o), minibatch_(o.batch) {}

  double temperature() const override { return options_.temp; }
  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    momentum_.setZero(theta.rows, theta.cols);
    friction_.setConstant(1, theta.cols, options_.A);
    gradient_.resizeLike(theta_);
    minibatch_.start(context.problem, theta.cols);
    full_batch_ = minibatch_.full(context.problem, Problem::everyone);
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"momentum", view(momentum_)},
              NamedBlock{"friction", view(friction_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const double epsilon = options_.step, T = options_.temp;
    const double noise = std::sqrt(2 * options_.A * T * epsilon);
    const auto d = static_cast<double>(theta.rows);
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const Rows rows = minibatch_.draw(context.random, k, context.problem, Problem::everyone);
      context.problem.gradient(Problem::everyone, rows, view(theta_), view(gradient_));
      momentum_.array().rowwise() *= 1 - epsilon * friction_.row(0).array();
      momentum_ -= epsilon * gradient_;
      context.random.add_normal({Role::noise}, k, noise, view(momentum_));
      theta_ += epsilon * momentum_;
      friction_.array() += epsilon * (momentum_.colwise().squaredNorm().array() / d - T);
    }
    theta.matrix() = theta_;
    context.recorder.record("friction", friction_.mean());
  }
  std::span<const NamedBlock> state() override { return state_; }
  // The first friction is A, on a momentum of zero.
  bool first_stride(const ClientPotentials& clients, Block mean, Block covariance) const override {
    if (!full_batch_) return false;
    const double epsilon = options_.step;
    mean.matrix() -= epsilon * epsilon * clients.of_all(mean.matrix()).gradient;
    const double variance = 2 * options_.A * options_.temp * epsilon;
    covariance.matrix().setZero();
    covariance.matrix().diagonal().setConstant(epsilon * epsilon * variance);
    return true;
  }

 private:
  Options options_;
  Minibatch minibatch_;
  bool full_batch_ = true;
  Eigen::MatrixXd theta_, momentum_, gradient_;
  Eigen::MatrixXd friction_;  // xi of every chain, 1 x C
  std::array<NamedBlock, 3> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Sgnht, Options, options>(
    {.name = "sgnht",
     .numerics_revision = 1,
     .summary = "Stochastic gradient Nose-Hoover thermostat on all data, whose friction follows "
                "the noise of the gradients (centralised)",
     .reference = "Ding, Fang, Babbush, Chen, Skeel and Neven (2014), Bayesian sampling using "
                  "stochastic gradient thermostats",
     .no_eps = "no clip bounds what a row moves a step; take fa_ld and set its clip"});
