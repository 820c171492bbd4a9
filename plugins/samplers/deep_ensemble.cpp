// Deep ensembles: independent runs of SGD with momentum on all data, one per chain,
//
//   v <- momentum v + g(theta),   theta <- theta - lr v,   g: batch mean of the mean loss F = U / n
//
// A member has its own start, theta_0 + spread xi, and its own order of the rows: every epoch goes
// through a new permutation of them. The ensemble predicts with the mean of its members'
// probabilities, which is what predictive metrics of a run make of its chains; one member alone is
// plain SGD. Centralised.

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "skald/extensions/affine_rounds.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double lr = 0.1;
  double momentum = 0;
  std::optional<std::int64_t> batch;
  double spread = 0.1;
};
constexpr std::array options{
    option("lr", &Options::lr, "learning rate, on the mean loss")
        .symbol("eta")
        .above(0)
        .stable_to("2 * n / L")
        .role(OptionRole::learning_rate),
    option("momentum", &Options::momentum, "momentum coefficient: v <- momentum v + g")
        .at_least(0)
        .below(1),
    option("batch", &Options::batch, "minibatch size; all rows if omitted").at_least(1),
    option("spread", &Options::spread,
           "standard deviation of the Gaussian noise added to each member's start")
        .at_least(0)};

class DeepEnsemble final : public Sampler, public AffineRounds {
 public:
  explicit DeepEnsemble(const Options& o) : options_(o) {}

  Output output() const override { return Output::point_estimate; }
  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    context.random.add_normal({Role::spread}, 0, options_.spread, view(theta_));
    velocity_.setZero(theta.rows, theta.cols);
    gradient_.resizeLike(theta_);
    const Index examples = context.problem.examples(Problem::everyone);
    examples_ = examples;
    batch_ = std::min<Index>(options_.batch.value_or(examples), examples);
    epoch_ = examples / batch_;
    batches_.assign(static_cast<std::size_t>(theta.cols), EpochBatches());
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"velocity", view(velocity_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    resume_epoch(context);
    for (std::int64_t k = context.iteration; k < end; ++k) {
      if (k % epoch_ == 0) begin_epoch(context, k);
      context.parallel(theta_.cols(), [&](Index j, Index) {
        context.problem.risk_gradient(Problem::everyone,
                                      batches_[static_cast<std::size_t>(j)].next(),
                                      view(theta_).columns(j, 1), view(gradient_).columns(j, 1));
      });
      velocity_ = options_.momentum * velocity_ + gradient_;
      theta_ -= options_.lr * velocity_;
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  // The state is (theta, v) and a number that is 1 until the members' spread has been added.
  bool describe_rounds(const QuadraticClients& clients, AffineStages& stages) const override {
    if (epoch_ != 1 || batch_ != examples_) return false;
    const Index d = clients.dimension(), n = 2 * d + 1;
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(d, d);
    for (Index c = 0; c < clients.size(); ++c) hessian += clients.curvature(c).matrix();
    hessian /= static_cast<double>(examples_);
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(n, d), shift = lift.leftCols(1);
    lift.topRows(d).setIdentity();
    shift(n - 1) = 1;
    stages.start(view(lift), view(shift));
    AffineMap spread(n), step(n);
    spread.matrix(n - 1, n - 1) = 0;
    stages.stage();
    spread.add_to(stages);
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n), flag = I.col(n - 1);
    for (Index i = 0; i < d; ++i) {
      const Eigen::MatrixXd out = I.col(i);
      stages.scatter(options_.spread * options_.spread, view(out), view(flag), 0);
    }
    step.matrix.block(d, 0, d, d) = hessian;
    step.matrix.block(d, d, d, d) *= options_.momentum;
    step.matrix.topRows(d) -= options_.lr * step.matrix.middleRows(d, d);
    stages.stage();
    step.add_to(stages);
    const Eigen::MatrixXd estimate = I.topRows(d);
    stages.estimate(view(estimate));
    return true;
  }

 private:
  void begin_epoch(const Context& context, std::int64_t k) {
    const Index examples = context.problem.examples(Problem::everyone);
    for (std::size_t j = 0; j < batches_.size(); ++j) {
      batches_[j].start(context.random, k, Problem::everyone, static_cast<Index>(j), examples,
                        batch_);
    }
  }
  // Resumes the epoch that the current iteration belongs to; its rows follow from its first
  // iteration.
  void resume_epoch(const Context& context) {
    const std::int64_t done = context.iteration % epoch_;
    if (done == 0) return;
    begin_epoch(context, context.iteration - done);
    for (EpochBatches& batches : batches_) {
      for (std::int64_t step = 0; step < done; ++step) batches.next();
    }
  }

  Options options_;
  Index examples_ = 0, batch_ = 0;
  std::int64_t epoch_ = 1;             // steps per epoch
  std::vector<EpochBatches> batches_;  // of every member
  Eigen::MatrixXd theta_, velocity_, gradient_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DeepEnsemble, Options, options>(
    {.name = "deep_ensemble",
     .numerics_revision = 2,
     .summary = "Deep ensemble: independent SGD runs, one per chain, whose predictions are "
                "averaged (centralised)",
     .reference = "Lakshminarayanan, Pritzel and Blundell (2017), Simple and scalable predictive "
                  "uncertainty estimation using deep ensembles",
     .side_by_side = "the members of the ensemble",
     .no_eps = "its members are sent without noise; take fedavg with a clip"});
