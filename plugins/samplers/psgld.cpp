// pSGLD, preconditioned stochastic gradient Langevin dynamics. With g the minibatch gradient of the
// mean loss U / n,
//
//   V <- alpha V + (1 - alpha) g * g,   G = 1 / (lambda + sqrt(V)), coordinate by coordinate,
//   theta <- theta - h G * n g + h T Gamma + sqrt(2 h T G) xi
//
// The published step is eps = 2 h. Gamma_i = dG_i / dtheta_i corrects for a G that moves with
// theta; it is of order 1 - alpha and usually dropped. Differentiating the recursion for V,
//
//   Gamma_i = -(1 - alpha) g_i H_ii / (sqrt(V_i) (lambda + sqrt(V_i))^2),   H_ii = dg_i / dtheta_i
//
// (0 where V_i = 0), with H_ii by central differences of the same minibatch's gradient: 2 d more
// gradients per iteration, for models of few parameters. Unlike in the paper, g holds the prior at
// its share 1 / n, so that V sees what the drift sees.
//
// Gamma is only the part of dG / dtheta that comes from the last gradient. Where V forgets faster
// than the chain moves, 1 - alpha far above h times the curvature, V is the square of the current
// gradient up to noise, G a function of theta, and the limit law as h -> 0 is
//
//   exp(-U / T) prod_i G_i^-alpha  with gamma_term,   exp(-U / T) prod_i G_i^-1  without,
//
// neither of which is the target unless alpha is 0 or G constant. Where V forgets more slowly, G
// hardly moves while the chain mixes, and both are close to the target.

#include <algorithm>
#include <cmath>
#include <span>

#include "skald/extensions/first_stride.hpp"
#include "skald/minibatch.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  double temp = 1;
  std::optional<std::int64_t> batch;
  double alpha = 0.99;
  double lambda = 1e-5;
  double initial_v = 0;
  bool gamma_term = false;
};
constexpr std::array options{
    option("step", &Options::step, "step size h on the global potential, before preconditioning")
        .symbol("h")
        .above(0)
        .role(OptionRole::step),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0),
    option("batch", &Options::batch,
           "minibatch size, drawn without replacement; all rows if omitted")
        .at_least(1),
    option("alpha", &Options::alpha, "decay of V, the moving average of squared gradients")
        .symbol("alpha")
        .at_least(0)
        .at_most(1),
    option("lambda", &Options::lambda,
           "constant added to sqrt(V) in the denominator of the preconditioner G; if far above the "
           "gradients of the mean loss, G is constant and the chain is SGLD")
        .symbol("lambda")
        .above(0),
    option("initial_v", &Options::initial_v,
           "initial V of every coordinate; TensorFlow Probability uses 1")
        .symbol("V_0")
        .at_least(0),
    option("gamma_term", &Options::gamma_term,
           "add the drift h T Gamma, (1 - alpha) of what would make the chain unbiased if V "
           "followed theta; costs 2 d gradients per iteration")};

class Psgld final : public Sampler, public FirstStride {
 public:
  explicit Psgld(const Options& o) : options_(o), minibatch_(o.batch) {}

  double temperature() const override { return options_.temp; }
  const char* bias() const override {
    // Not with V at rest.
    if (options_.alpha == 1 || (options_.gamma_term && options_.alpha == 0)) return nullptr;
    return options_.gamma_term
               ? "V follows the chain: where it does so at once, the limit law is exp(-U / T) "
                 "prod G_i^-alpha"
               : "V follows the chain: where it does so at once, the limit law is exp(-U / T) "
                 "prod G_i^-1";
  }
  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    v_.setConstant(theta.rows, theta.cols, options_.initial_v);
    gradient_.resizeLike(theta_);
    preconditioner_.resizeLike(theta_);
    noise_.resizeLike(theta_);
    gamma_.setZero(theta.rows, theta.cols);
    minibatch_.start(context.problem, theta.cols);
    full_batch_ = minibatch_.full(context.problem, Problem::everyone);
    examples_ = static_cast<double>(context.problem.examples(Problem::everyone));
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"v", view(v_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    Problem& problem = context.problem;
    const double h = options_.step;
    const auto n = static_cast<double>(problem.examples(Problem::everyone));
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const Rows rows = minibatch_.draw(context.random, k, problem, Problem::everyone);
      problem.risk_gradient(Problem::everyone, rows, view(theta_), view(gradient_));
      v_ = options_.alpha * v_ + (1 - options_.alpha) * gradient_.cwiseAbs2();
      preconditioner_ = (options_.lambda + v_.array().sqrt()).inverse();
      if (options_.gamma_term) find_gamma(problem, rows);
      context.random.normal({Role::noise, Problem::everyone}, k, view(noise_));
      theta_.array() -= h * n * preconditioner_.array() * gradient_.array();
      if (options_.gamma_term) theta_ += h * options_.temp * gamma_;
      theta_.array() += (2 * h * options_.temp * preconditioner_.array()).sqrt() * noise_.array();
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  // With alpha = 1 the preconditioner never moves: SGLD with the step h G.
  bool law(LangevinLaw& law) const override {
    if (options_.alpha != 1) return false;
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = options_.step / (options_.lambda + std::sqrt(options_.initial_v));
    law.temp = options_.temp;
    law.full_batch = full_batch_;
    law.batch = options_.batch.value_or(0);
    return true;
  }
  bool first_stride(const ClientPotentials& clients, Block mean, Block covariance) const override;

 private:
  // Gamma at theta_, for the V and the preconditioner that the gradient there has led to.
  void find_gamma(Problem& problem, const Rows& rows) {
    for (Index i = 0; i < theta_.rows(); ++i) {
      find_curvature(problem, rows, i);
      for (Index j = 0; j < theta_.cols(); ++j) {
        const double root = std::sqrt(v_(i, j));
        const double G = preconditioner_(i, j);
        gamma_(i, j) =
            root > 0 ? -(1 - options_.alpha) * gradient_(i, j) * curvature_(j) / root * G * G : 0;
      }
    }
  }
  // H_ii of every chain. The shift balances rounding and curvature: the cube root of the precision.
  void find_curvature(Problem& problem, const Rows& rows, Index i) {
    const Eigen::RowVectorXd shift = 6e-6 * theta_.row(i).cwiseAbs().cwiseMax(1.0);
    shifted_ = theta_;
    shifted_.row(i) += shift;
    shifted_gradient_.resizeLike(theta_);
    problem.risk_gradient(Problem::everyone, rows, view(shifted_), view(shifted_gradient_));
    curvature_ = shifted_gradient_.row(i);
    shifted_.row(i) = theta_.row(i) - shift;
    problem.risk_gradient(Problem::everyone, rows, view(shifted_), view(shifted_gradient_));
    curvature_ = (curvature_ - shifted_gradient_.row(i)).cwiseQuotient(2 * shift);
  }

  Options options_;
  Minibatch minibatch_;
  bool full_batch_ = false;
  double examples_ = 0;
  Eigen::MatrixXd theta_, v_;
  Eigen::MatrixXd gradient_, preconditioner_, gamma_, noise_, shifted_, shifted_gradient_;
  Eigen::RowVectorXd curvature_;
  std::array<NamedBlock, 2> state_{};
};

// Given theta the first V is given, and with it G; Gamma is taken as a difference quotient of G.
bool Psgld::first_stride(const ClientPotentials& clients, Block mean, Block covariance) const {
  if (!full_batch_) return false;
  const auto G = [&](const Eigen::VectorXd& theta) -> Eigen::ArrayXd {
    const Eigen::ArrayXd g = clients.of_all(theta).gradient.array() / examples_;
    const Eigen::ArrayXd V = options_.alpha * options_.initial_v + (1 - options_.alpha) * g * g;
    return 1 / (options_.lambda + V.sqrt());
  };
  const double h = options_.step, T = options_.temp;
  const Eigen::VectorXd theta = mean.matrix();
  mean.matrix() -= h * (G(theta) * clients.of_all(theta).gradient.array()).matrix();
  covariance.matrix() = (2 * h * T * G(theta)).matrix().asDiagonal();
  if (!options_.gamma_term) return true;
  for (Index i = 0; i < theta.size(); ++i) {
    const double delta = 1e-5 * std::max(1.0, std::abs(theta(i)));
    const Eigen::VectorXd shift = delta * Eigen::VectorXd::Unit(theta.size(), i);
    mean.matrix()(i, 0) += h * T * (G(theta + shift)(i) - G(theta - shift)(i)) / (2 * delta);
  }
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<Psgld, Options, options>(
    {.name = "psgld",
     .numerics_revision = 2,
     .summary = "Preconditioned stochastic gradient Langevin dynamics on all data (centralised)",
     .reference = "Li, Chen, Carlson and Carin (2016), Preconditioned stochastic gradient Langevin "
                  "dynamics for deep neural networks",
     .no_eps = "its preconditioner reads each gradient without noise; take fa_ld and set "
               "its clip"});
