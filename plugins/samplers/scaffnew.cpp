// Scaffnew, ProxSkip for federated learning (Mishchenko, Malinovsky, Stich and Richtarik, 2022,
// algorithm 2). Every client steps by its gradient, less what it has learnt of it
// (local_states.hpp),
//
//   theta^c <- theta^c - lr (grad F_c(theta^c) - s_c)
//
// and after each iteration, with probability p_c for all clients at once (or after every K, which
// no theory covers; 1/K stands for p_c),
//
//   s_c <- s_c + (p_c / lr) (mean - theta^c),   theta^c <- mean = sum_c w_c theta^c
//
// It finds the optimum of sum_c w_c F_c whatever p_c is and however unlike the clients are; with
// p_c^2 = lr times the smallest curvature, in the square root of as many rounds as gradient descent
// takes. All clients take part, or sum_c w_c s_c = 0 would be lost. Messages go through no privacy
// mechanism.

#include <optional>
#include <vector>

#include "skald/extensions/affine_rounds.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double lr = 0.1;
  std::optional<std::int64_t> K;
  std::optional<double> p_c;
  std::optional<std::int64_t> batch;
  std::string_view weights = "examples";
};
constexpr std::array options{
    option("lr", &Options::lr, "client learning rate, on the mean loss")
        .symbol("gamma")
        .above(0)
        .stable_to("2 * n / L")
        .role(OptionRole::learning_rate),
    option("K", &Options::K, "local steps per round (or set p_c)").symbol("K").at_least(1),
    option("p_c", &Options::p_c, "communication probability per iteration (or set K)")
        .symbol("p")
        .above(0)
        .at_most(1),
    option("batch", &Options::batch, "minibatch size of a local step; all rows if omitted")
        .at_least(1),
    option("weights", &Options::weights,
           "weights of the clients' losses and states. examples: n_c / n; uniform: equal")
        .one_of("examples|uniform")};

class Scaffnew final : public Sampler, public AffineRounds {
 public:
  explicit Scaffnew(const Options& o)
      : options_(o), schedule_(o.K, o.p_c), minibatch_(Minibatch(o.batch)) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return schedule_.stride(); }
  double communication_rate() const override { return schedule_.rate(); }
  Rest rest() const override {
    if (!is_exact_) return Rest::unstated;
    return options_.weights == "examples" ? Rest::optimum : Rest::uniform_optimum;
  }
  void start(Context& context, Block theta) override {
    weights_ = aggregation_weights(context.problem, options_.weights);
    is_exact_ = takes_all_rows(context.problem, options_.batch);
    examples_.clear();
    for (Index c = 0; c < context.problem.clients(); ++c)
      examples_.push_back(static_cast<double>(context.problem.examples(c)));
    local_.start(context.problem.clients(), theta);
    controls_.start(context.problem.clients(), theta);
    server_ = theta.matrix();
    schedule_.start(theta.cols);
    minibatch_.first().start(context.problem, theta.cols);
    minibatch_.start(context.slots());
    gradient_.start(context.slots());
    state_ = {{"local", local_.all()}, {"controls", controls_.all()}, {"server", view(server_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      context.parallel(clients(), [&](Index c, Index slot) { local_step(context, k, c, slot); });
      communicate(context, k);
    }
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() override { return state_; }

  bool describe_rounds(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  Index clients() const { return static_cast<Index>(weights_.size()); }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = local_[c];
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    const Rows batch = minibatch_[slot].draw(context.random, k, context.problem, c);
    context.problem.risk_gradient(c, batch, theta, view(gradient));
    adjoining(theta) -= options_.lr * (gradient - adjoining(controls_[c]));
  }
  void communicate(Context& context, std::int64_t k) {
    const Index count = schedule_.decide(context.random, k, server_.cols());
    for (Index j = 0; j < server_.cols() && count > 0; ++j) {
      if (!schedule_.communicates(j)) continue;
      local_.average(weights_, j, view(server_));
      for (Index c = 0; c < clients(); ++c) {
        controls_.learn(c, j, schedule_.rate() / options_.lr, local_[c],
                        view(server_).columns(j, 1));
      }
      local_.broadcast(view(server_), j);
    }
    const double bits = static_cast<double>(count * clients()) * vector_bits(server_.rows());
    context.ledger.rounds += count;
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }

  Options options_;
  Schedule schedule_;
  PerSlot<Minibatch> minibatch_;
  std::vector<double> weights_;
  std::vector<double> examples_;  // n_c
  bool is_exact_ = false;
  LocalStates local_;
  LearntControls controls_;
  Eigen::MatrixXd server_;
  PerSlot<Eigen::MatrixXd> gradient_;
  std::vector<NamedBlock> state_;
};

// The formulas at the head once more, on theta^1, ..., theta^N, s_1, ..., s_N and the server's
// mean.
bool Scaffnew::describe_rounds(const QuadraticClients& clients, AffineStages& stages) const {
  if (!is_exact_) return false;
  const Index d = clients.dimension(), N = clients.size();
  const StackedVectors z(2 * N + 1, d);
  const double p = options_.K ? 1 / static_cast<double>(*options_.K) : *options_.p_c;
  double n = 0;
  for (const double n_c : examples_) n += n_c;
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(d, z.size());
  AffineMap steps(z.size()), meets(z.size());
  for (Index c = 0; c < N; ++c) {
    const double n_c = examples_[static_cast<std::size_t>(c)];
    const Eigen::MatrixXd gradient = clients.curvature(c).matrix() / n_c * z[c];
    steps.matrix -= options_.lr * z[c].transpose() * (gradient - z[N + c]);
    steps.shift -= options_.lr / n_c * z[c].transpose() * clients.slope(c).matrix();
    mean += (options_.weights == "examples" ? n_c / n : 1 / static_cast<double>(N)) * z[c];
  }
  for (Index c = 0; c < N; ++c) {
    meets.matrix += z[c].transpose() * (mean - z[c]);
    meets.matrix += p / options_.lr * z[N + c].transpose() * (mean - z[c]);
  }
  meets.matrix += z[2 * N].transpose() * (mean - z[2 * N]);

  Eigen::MatrixXd lift = z[2 * N].transpose();
  for (Index c = 0; c < N; ++c) lift += z[c].transpose();
  const Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(z.size(), 1), server = z[2 * N];
  stages.start(view(lift), view(shift));
  for (std::int64_t k = 0; k < options_.K.value_or(1); ++k) {
    stages.stage();
    steps.add_to(stages);
  }
  stages.stage();
  const double meet = options_.K ? 1 : p;
  meets.add_to(stages, meet);
  if (meet < 1) AffineMap(z.size()).add_to(stages, 1 - meet);
  stages.estimate(view(server));
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<Scaffnew, Options, options>(
    {.name = "scaffnew",
     .numerics_revision = 1,
     .summary = "Scaffnew (ProxSkip): local gradient steps that skip most communications, and "
                "controls learnt from the averages",
     .reference = "Mishchenko, Malinovsky, Stich and Richtarik (2022), algorithm 2",
     .side_by_side = "the clients of a round",
     .no_eps = "no clip bounds what clients send; take fedavg and set its clip"});
