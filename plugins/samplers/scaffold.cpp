// SCAFFOLD: FedAvg whose local steps are corrected by control variates, c_i of client i and
// c = sum_i w_i c_i of the server. K times
//
//   y <- y - lr (g_i(y) - c_i + c)
//
// so that with c_i = grad F_i(theta) every client descends on the global loss; the fixed point is
// the optimum of sum_i w_i F_i for every K. After its round client i takes
//
//   c_i+ = grad F_i(theta), all of its rows at the state received        (option I), or
//   c_i+ = c_i - c + (theta - y) / (sum of its step sizes)               (option II),
//
// and the server c <- c + sum over the cohort of w_i (c_i+ - c_i), which preserves c = sum_i w_i
// c_i. All are 0 at the start. The published weights are w_i = 1 / N ("uniform"); with "examples"
// w_i = n_i / n the optimum is that of the whole data. Model and control variate travel together,
// in both directions, not through the privacy mechanism. With noise_at step it adds noise to the
// clipped g_i of every step (step_noise.hpp). All that leaves a client is then made of noisy
// gradients: its move, and option II's control variate, their mean over the round's steps. Option
// I's is not, and is refused.

#include <optional>
#include <stdexcept>

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/noisy_steps.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/seen_states.hpp"
#include "skald/parts/federated/weights.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::string_view option = "II";
  std::optional<double> step_clip;
};
constexpr auto options = append(
    append(optimiser_options<Options>(),
           option("option", &Options::option,
                  "client control variate. I: its full gradient at the "
                  "received state; II: the mean of its local gradients")
               .one_of("I|II")),
    append(append(server_options<Options>(), record_unit_option<Options>(&OptimiserOptions::unit)),
           append(step_noise_options<Options>(),
                  option("clip", &Options::step_clip,
                         "noise_at step: clipping norm of each row's gradient")
                      .symbol("C")
                      .above(0))));

// Refuses what would leave a client without noise.
const Options& suited_to_steps(const Options& o) {
  if (!o.adds_noise_to_steps()) {
    if (!o.step_clip) return o;
    throw std::invalid_argument(
        "clip is given, but without noise in the steps no upload of this method is protected: set "
        "noise_at to step, or leave clip out");
  }
  if (o.option == "II") return o;
  throw std::invalid_argument(
      "noise_at is step, but the control variate of option I is a full gradient, which has no "
      "noise: set option to II");
}
OptimiserOptions with_clip(const Options& o) {
  OptimiserOptions clipping = o;
  if (o.step_clip) clipping.clip = *o.step_clip;
  return clipping;
}

class Scaffold final : public Sampler {
 public:
  explicit Scaffold(const Options& o)
      : options_(with_clip(o)),
        full_gradient_(o.option == "I"),
        rounds_(suited_to_steps(o)),
        local_(with_clip(o), o.records()),
        noise_(with_clip(o), o.records()),
        noisy_steps_(o.adds_noise_to_steps()) {
    refuse_clients(o.unit, "control variates leave a client beside its move, and last for rounds");
  }

  Output output() const override { return Output::point_estimate; }
  Rest rest() const override { return rest_; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    if (context.clients != nullptr && full_gradient_) {
      throw std::invalid_argument(
          "option is I, whose full gradient takes a client longer than its K steps, and "
          "run.clients "
          "does not say by how much: set option to II, or leave run.clients out");
    }
    const double bits = 2 * vector_bits(theta.rows);
    rounds_.start(context, theta, {.up = bits, .down = bits});
    local_.start(context.slots());
    rest_ = optimum(context.problem, options_);
    weights_ = aggregation_weights(context.problem, options_.weights);
    server_control_.setZero(theta.rows, theta.cols);
    next_server_control_.resize(theta.rows, 1);
    next_control_.start(context.slots());
    controls_.start(context.problem.clients(), theta.rows, theta.cols);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) { run(round); });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    if (noisy_steps_) noise_.releases(problem, rounds_, iterations, plan);
  }
  std::span<const NamedBlock> state() override {
    state_.clear();
    rounds_.add_state(state_);
    state_.push_back({"server_control", view(server_control_)});
    state_.push_back({"controls", controls_.all()});
    state_.push_back({"seen_clients", controls_.clients()});
    return state_;
  }
  void resize_state(std::span<const Index> columns) override { controls_.resize(columns.back()); }

 private:
  void run(const Round& round) {
    const auto c = server_control_.col(round.chain);
    next_server_control_ = c;
    controls_.see(round.cohort);
    rounds_.for_each_client(
        round,
        [&](const Participant& client) {
          const auto c_i = controls_[client.client].column(round.chain);
          local_.train(client, [&](const Rows&, const Eigen::MatrixXd&, Eigen::MatrixXd& gradient) {
            gradient += c - c_i;
          });
          find_next_control(client);
        },
        [&](const Participant& client) {
          const Index i = client.client;
          const Eigen::MatrixXd& next = next_control_[client.slot];
          auto c_i = controls_[i].column(round.chain);
          rounds_.add(i, local_.move(client));
          next_server_control_ += weights_[static_cast<std::size_t>(i)] * (next - c_i);
          c_i = next;
        });
    server_control_.col(round.chain) = next_server_control_;
  }
  void find_next_control(const Participant& at) {
    const Round& round = at.round;
    Eigen::MatrixXd& next = next_control_[at.slot];
    if (full_gradient_) {
      const Rows all = Rows::range(0, round.context.problem.examples(at.client));
      next.resize(round.server.rows, 1);
      round.context.problem.risk_gradient(at.client, all, round.server, view(next));
    } else {
      next = controls_[at.client].column(round.chain) - server_control_.col(round.chain) -
             local_.move(at) / local_.path(at);
    }
  }

  OptimiserOptions options_;
  Rest rest_ = Rest::unstated;
  bool full_gradient_;
  Rounds rounds_;
  LocalSgd local_;
  NoisySteps noise_;
  bool noisy_steps_;
  std::vector<double> weights_;
  SeenStates controls_;             // c_i
  Eigen::MatrixXd server_control_;  // c
  PerSlot<Eigen::MatrixXd> next_control_;
  Eigen::MatrixXd next_server_control_;
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Scaffold, Options, options>(
    {.name = "scaffold",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary = "SCAFFOLD: local SGD corrected by control variates, options I and II",
     .reference = "Karimireddy et al. (2020), SCAFFOLD: stochastic controlled averaging for "
                  "federated learning, algorithm 1",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
