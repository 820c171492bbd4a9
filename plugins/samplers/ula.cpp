// ULA, the unadjusted Langevin algorithm (also Langevin stochastic dynamics, LSD):
//
//   theta <- theta - h grad U(theta) + sqrt(2 h T) xi
//
// Centralised: every iteration reads all data. On a Gaussian with Hessian A its stationary law has
// the exact mean and covariance T A^-1 (I - h A / 2)^-1, for h < 2 / lambda_max(A).
//
// Where the model bounds the distance D of two rows' gradients, every iteration is a private
// release (replace one record): distance h D, noise sqrt(2 h T).

#include <algorithm>
#include <cmath>
#include <limits>

#include "skald/extensions/descent_chain.hpp"
#include "skald/extensions/gradient_distance.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  double temp = 1;
};
constexpr std::array options{
    option("step", &Options::step, "step size h on the global potential")
        .symbol("h")
        .above(0)
        .stable_to("2 / L")
        .role(OptionRole::step),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0)};

class Ula final : public Sampler, public DescentChain {
 public:
  explicit Ula(const Options& o) : options_(o), noise_(o.step, o.temp, 0) {}

  double temperature() const override { return options_.temp; }
  void start(Context&, Block theta) override {
    theta_ = theta.matrix();
    gradient_.resizeLike(theta_);
    state_[0] = {"theta", view(theta_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      context.problem.gradient(Problem::everyone, view(theta_), view(gradient_));
      drift(options_.step, view(gradient_), view(theta_));
      noise_.add(context.random, k, Problem::everyone, 1.0, view(theta_));
    }
    theta.matrix() = theta_;
  }
  bool describe(const Problem&, DescentStep& step) const override {
    step = {options_.step, options_.temp, step.clip};
    return true;
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    const double distance = gradient_distance_of_rows(problem);
    if (std::isinf(distance)) {
      return plan.releases_nothing(
          "nothing bounds the distance of two rows' gradients; take the model gaussian with a "
          "row_bound, or the sampler fa_ld with a clip");
    }
    const double noise = std::sqrt(2 * options_.step * options_.temp) / (options_.step * distance);
    plan.add({.relation = Relation::replace_one,
              .count = iterations,
              .own_noise = std::max(noise, std::numeric_limits<double>::min())});
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = options_.step;
    law.temp = options_.temp;
    return true;
  }

 private:
  Options options_;
  LangevinNoise noise_;
  Eigen::MatrixXd theta_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Ula, Options, options>(
    {.name = "ula",
     .numerics_revision = 1,
     .summary = "Unadjusted Langevin algorithm on all data (centralised reference)",
     .reference = "Roberts and Tweedie (1996), Exponential convergence of Langevin distributions"});
