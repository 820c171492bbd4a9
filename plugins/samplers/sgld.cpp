// SGLD, stochastic gradient Langevin dynamics:
//
//   theta <- theta - h ghat(theta) + sqrt(2 h T) xi,   ghat = (n / batch) sum over a minibatch +
//   prior
//
// Centralised. The published step is eps = 2 h. Where all rows have the same Hessian, the minibatch
// adds noise of covariance C = n^2 / batch (1 - batch / n) S (S: sample covariance of the rows'
// gradients) and the stationary covariance V solves V = D V D + 2 h T I + h^2 C, D = I - h A.

#include "skald/parts/federated/minibatch.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  double temp = 1;
  std::int64_t batch = 1;
};
constexpr std::array options{
    option("step", &Options::step, "step size h on the global potential").symbol("h").above(0),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0),
    option("batch", &Options::batch, "minibatch size, drawn without replacement").at_least(1)};

class Sgld final : public Sampler {
 public:
  explicit Sgld(const Options& o) : options_(o), noise_(o.step, o.temp, 0), minibatch_(o.batch) {}

  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    gradient_.resizeLike(theta_);
    minibatch_.start(context.problem, theta.cols);
    full_batch_ = minibatch_.full(context.problem, Problem::everyone);
    state_[0] = {"theta", view(theta_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    Problem& problem = context.problem;
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const Rows rows = minibatch_.draw(context.random, k, problem, Problem::everyone);
      problem.gradient(Problem::everyone, rows, view(theta_), view(gradient_));
      theta_ -= options_.step * gradient_;
      noise_.add(context.random, k, Problem::everyone, 1.0, view(theta_));
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = options_.step;
    law.temp = options_.temp;
    law.full_batch = full_batch_;
    law.batch = options_.batch;
    return true;
  }

 private:
  Options options_;
  LangevinNoise noise_;
  Minibatch minibatch_;
  bool full_batch_ = false;
  Eigen::MatrixXd theta_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Sgld, Options, options>(
    {.name = "sgld",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Stochastic gradient Langevin dynamics on all data (centralised)",
     .reference = "Welling and Teh (2011), Bayesian learning via stochastic gradient Langevin "
                  "dynamics"});
