// DG-LMC, distributed Gibbs sampling with Langevin Monte Carlo inside. The target is relaxed to a
// joint law of theta and one auxiliary z^c per client (AXDA),
//
//   exp(-sum_c [U_c(z^c) + |z^c - theta|^2 / (2 r_c)]),   r_c = axda_tol of client c
//
// whose theta-marginal tends to exp(-sum_c U_c) as r -> 0. A sweep: every client takes K Langevin
// steps at fixed theta, from where it stood,
//
//   z^c <- z^c - gamma (ghat_c(z^c) + (z^c - theta) / r_c) + sqrt(2 gamma) xi^c
//
// and the server draws theta ~ N(R sum_c z^c / r_c, R I), 1 / R = sum_c 1 / r_c. A sweep
// is K iterations. At temperature T the joint law
// is the power 1 / T of the above: all noise has sqrt(T) times its amplitude.

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  std::int64_t K = 1;
  Numbers axda_tol;
  std::optional<std::int64_t> batch;
  std::optional<double> temp;  // left out: 1
};
constexpr std::array options{
    option("step", &Options::step, "step size gamma on the potential of z^c given theta")
        .symbol("gamma")
        .above(0)
        .role(OptionRole::step),
    option("K", &Options::K, "local steps per sweep").symbol("K").at_least(1),
    option("axda_tol", &Options::axda_tol,
           "AXDA tolerance r_c > 0, the variance of z^c around theta: one number for all clients, "
           "or one per client")
        .symbol("rho"),
    option("batch", &Options::batch,
           "minibatch size per client, drawn without replacement; all rows if omitted")
        .at_least(1),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T); 1 if omitted")
        .symbol("T")
        .at_least(0)};

class DgLmc final : public Sampler, public AffineChain {
 public:
  explicit DgLmc(const Options& o)
      : options_(o), temp_(o.temp.value_or(1)), minibatch_(Minibatch(o.batch)) {}

  double temperature() const override { return temp_; }
  Index stride() const override { return options_.K; }
  double communication_rate() const override { return 1.0 / static_cast<double>(options_.K); }

  void start(Context& context, Block theta) override {
    take_tolerances(context.problem.clients());
    theta_ = theta.matrix();
    gradient_.start(context.slots());
    local_.start(context.problem.clients(), theta);
    minibatch_.first().start(context.problem, theta.cols);
    takes_all_rows_ = takes_all_rows(context.problem, options_.batch);
    minibatch_.start(context.slots());
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"local", local_.all()}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.K) {
      context.parallel(clients(), [&](Index c, Index slot) { sample_client(context, k, c, slot); });
      sample_server(context, k);
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return takes_all_rows_ ? 0 : *options_.batch; }
  // The state is (z^1, ..., z^N, theta), in deviations from the mode.
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const Index d = clients.dimension(), N = clients.size();
    const StackedVectors z(N + 1, d);
    AffineMap steps(z.size()), draw(z.size());
    draw.matrix.bottomRows(d).setZero();
    double precision = 0;
    for (Index c = 0; c < N; ++c) {
      const double r = tolerance(c), gamma = options_.step;
      const Eigen::MatrixXd pull = clients.curvature(c).matrix() * z[c] + (z[c] - z[N]) / r;
      steps.matrix.middleRows(c * d, d) -= gamma * pull;
      steps.shift.middleRows(c * d, d) = -gamma * clients.slope(c).matrix();
      steps.noise.block(c * d, c * d, d, d) = gamma * gamma * clients.noise(c).matrix();
      steps.noise.block(c * d, c * d, d, d).diagonal().array() += 2 * gamma * temp_;
      draw.matrix.bottomRows(d) += z[c] / r;
      precision += 1 / r;
    }
    draw.matrix.bottomRows(d) /= precision;
    draw.noise.bottomRightCorner(d, d).diagonal().setConstant(temp_ / precision);
    const Eigen::MatrixXd lift = Eigen::MatrixXd::Identity(d, d).replicate(N + 1, 1);
    const Eigen::MatrixXd estimate = z[N];
    stages.start(view(lift), view(draw.shift));
    for (std::int64_t step = 0; step < options_.K; ++step) {
      stages.stage();
      steps.add_to(stages);
    }
    stages.stage();
    draw.add_to(stages);
    stages.estimate(view(estimate));
    return true;
  }

 private:
  void sample_client(Context& context, std::int64_t k, Index c, Index slot) {
    for (std::int64_t step = 0; step < options_.K; ++step) local_step(context, k + step, c, slot);
  }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block z = local_[c];
    const Rows rows = minibatch_[slot].draw(context.random, k, context.problem, c);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resizeLike(theta_);
    context.problem.gradient(c, rows, z, view(gradient));
    gradient += (z.matrix() - theta_) / tolerance(c);
    z.matrix() -= options_.step * gradient;
    LangevinNoise(options_.step, temp_, 0).add(context.random, k, c, 1.0, z);
  }
  void sample_server(Context& context, std::int64_t k) {
    double precision = 0;
    theta_.setZero();
    for (Index c = 0; c < clients(); ++c) {
      precision += 1 / tolerance(c);
      theta_ += local_[c].matrix() / tolerance(c);
    }
    theta_ /= precision;
    context.random.add_normal({Role::noise}, k, std::sqrt(temp_ / precision), view(theta_));
    const double bits = static_cast<double>(clients() * theta_.cols()) * vector_bits(theta_.rows());
    context.ledger.rounds += theta_.cols();
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }

  Index clients() const { return static_cast<Index>(tolerances_.size()); }
  double tolerance(Index c) const { return tolerances_[static_cast<std::size_t>(c)]; }
  void take_tolerances(Index clients) {
    const auto given = options_.axda_tol.values;
    const auto wanted = static_cast<std::size_t>(clients);
    if (given.size() != 1 && given.size() != wanted) {
      throw std::invalid_argument("axda_tol has length " + std::to_string(given.size()) +
                                  ", but the number of clients is " + std::to_string(clients) +
                                  ": give one number, or one per client");
    }
    tolerances_.assign(wanted, given[0]);
    if (given.size() == wanted) tolerances_.assign(given.begin(), given.end());
    for (const double r : tolerances_) {
      if (!(r > 0 && std::isfinite(r))) {
        throw std::invalid_argument("axda_tol holds " + std::to_string(r) +
                                    ", expected a positive number");
      }
    }
  }

  Options options_;
  double temp_;
  bool takes_all_rows_ = true;
  PerSlot<Minibatch> minibatch_;
  LocalStates local_;  // z^c
  Eigen::MatrixXd theta_;
  PerSlot<Eigen::MatrixXd> gradient_;
  std::vector<double> tolerances_;  // r_c
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DgLmc, Options, options>(
    {.name = "dg_lmc",
     .numerics_revision = 1,
     .summary =
         "DG-LMC: Gibbs sampling of a relaxed target, with K Langevin steps per client and sweep",
     .reference = "Plassier, Vono, Durmus and Moulines (2021), DG-LMC: a turn-key and scalable "
                  "synchronous distributed MCMC algorithm",
     .side_by_side = "the clients of a round",
     .no_eps = "no clip bounds what a row moves a local step; take fald and set its clip"});
