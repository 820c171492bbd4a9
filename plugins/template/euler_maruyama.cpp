// Sampler: the Euler-Maruyama discretisation, with step h, of the Langevin diffusion,
//   theta <- theta - h grad U(theta) + sqrt(2 h) xi,   xi ~ N(0, I).
// Centralised: every iteration reads all rows.
#include <array>
#include <cmath>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

struct Options {
  double step = 1e-3;
};

constexpr std::array options{
    skald::option("step", &Options::step, "step size h on the global potential")
        .above(0)
        .symbol("h")};

class EulerMaruyama final : public skald::Sampler {
 public:
  explicit EulerMaruyama(const Options& o) : step_(o.step) {}

  void start(skald::Context&, skald::Block theta) override {
    theta_ = theta.matrix();
    gradient_.resizeLike(theta_);
    state_[0] = {"theta", skald::view(theta_)};
  }

  void advance(skald::Context& context, skald::Index iterations, skald::Block theta) override {
    constexpr auto everyone = skald::Problem::everyone;
    for (std::int64_t k = context.iteration; k < context.iteration + iterations; ++k) {
      context.problem.gradient(everyone, skald::view(theta_), skald::view(gradient_));
      theta_ -= step_ * gradient_;
      context.random.add_normal({skald::Role::noise, everyone}, k, std::sqrt(2 * step_),
                                skald::view(theta_));
    }
    theta.matrix() = theta_;
  }

  // What a checkpoint keeps.
  std::span<const skald::NamedBlock> state() override { return state_; }

  // The exact law of this chain on Gaussian problems is known to the host. A sampler that leaves
  // this out is compared with its target.
  bool law(skald::LangevinLaw& law) const override {
    law.kind = skald::LangevinLaw::Kind::single_chain;
    law.step = step_;
    return true;
  }

 private:
  double step_;
  Eigen::MatrixXd theta_, gradient_;
  std::array<skald::NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<EulerMaruyama, Options, options>(
    {.name = "euler_maruyama",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Euler-Maruyama discretisation of the Langevin diffusion, on all rows",
     .reference = "Roberts and Tweedie (1996), Exponential convergence of Langevin distributions"});
