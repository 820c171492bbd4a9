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
// w_i = n_i / n the optimum is that of the whole data. Nothing goes through the privacy mechanism.
// With a compressor Q a client sends
// Q(y - theta) and Q(c_i+ - c_i), and both sides add a times the latter to c_i, with
// a = 1 / (1 + omega) where Q is unbiased with E |Q(x) - x|^2 <= omega |x|^2, as in DIANA
// (Mishchenko et al., 2019): with a = 1 the errors of the c_i would not fade if omega >= 1. With
// noise_at step it adds noise to the clipped g_i of every step (step_noise.hpp). All that leaves a
// client is then made of noisy gradients: its move, and option II's control variate, their mean
// over the round's steps. Option I's is not, and is refused.
//
// As published, model and control variate travel together, both ways. What is charged: option II's
// c_i+ - c_i = -c - (y - theta) / path, which the server computes from the move, unless either is
// compressed. If moreover all paths are equally long,
//
//   c <- (1 - W) c - W avg / path,   W = sum of the cohort's w_i, avg = its average move
//
// and who was in the round before computes c from avg, which it has from two successive models
// under server sgd and from three under momentum. An adaptive server sends avg in place of the
// model, and whoever has missed no round makes its step. All others need c.

#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {
  std::string_view option = "II";
  std::optional<double> step_clip;
};
constexpr auto options =
    append(append(optimiser_options<Options>(),
                  option("option", &Options::option,
                         "client control variate. I: its full gradient at the "
                         "received state; II: the mean of its local gradients")
                      .one_of("I|II")),
           append(append(append(append(server_options<Options>(), straggler_options<Options>()),
                                compression_options<Options>()),
                         record_unit_option<Options>(&OptimiserOptions::unit)),
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

// Local SGD on g_i - c_i + c. The change of c_i leaves beside the move.
class ControlVariates final : public LocalSolver {
 public:
  explicit ControlVariates(const Options& o)
      : LocalSolver(with_clip(suited_to_steps(o)), o.records()),
        options_(with_clip(o)),
        full_gradient_(o.option == "I"),
        compressor_(o.compression("none")) {
    refuse_clients(o.unit, "control variates leave a client beside its move, and last for rounds");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    if (context.clients != nullptr && full_gradient_) {
      throw std::invalid_argument(
          "option is I, whose full gradient takes a client longer than its K steps, and "
          "run.clients does not say by how much: set option to II, or leave run.clients out");
    }
    LocalSolver::start(context, dimension, chains);
    share_ = compressor_.is_unbiased() ? 1 / (1 + compressor_.relative_variance(dimension)) : 1;
    weights_ = aggregation_weights(context.problem, options_.weights);
    server_control_.setZero(dimension, chains);
    next_server_control_.resize(dimension, 1);
    memory_.start(context.slots());
    controls_.start(context.problem.clients(), dimension, chains);
    equal_paths_ = !options_.shortens_work() && all_make_equal_steps(context.problem);
    cohorts_are_known_ = !options_.drops_stragglers() &&
                         (context.clients == nullptr || context.clients->waits_for_all());
  }
  void begin(const Round& round, const Rounds&) override {
    next_server_control_ = server_control_.col(round.chain);
    controls_.see(round.cohort);
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    const auto c = server_control_.col(at.round.chain);
    const auto c_i = controls_[at.client].column(at.round.chain);
    Eigen::MatrixXd& move = sgd_.train(at, [&](const Rows&, const Eigen::MatrixXd&,
                                               Eigen::MatrixXd& gradient) { gradient += c - c_i; });
    Memory& own = memory_[at.slot];
    if (full_gradient_) {
      full_gradient(at, own.next);
    } else {
      own.next = c_i - c - move / sgd_.path(at);
    }
    own.change = own.next - c_i;
    return move;
  }
  Eigen::MatrixXd* change(const Participant& at) override {
    return sends_change() ? &memory_[at.slot].change : nullptr;
  }
  bool take(const Participant& at) override {
    Memory& own = memory_[at.slot];
    auto c_i = controls_[at.client].column(at.round.chain);
    if (compressor_.is_identity()) {
      c_i = own.next;
    } else {
      own.change *= share_;
      c_i += own.change;
    }
    next_server_control_ += weights_[static_cast<std::size_t>(at.client)] * own.change;
    return true;
  }
  void end(const Round& round, Rounds&) override {
    server_control_.col(round.chain) = next_server_control_;
  }

  Beside beside() const override {
    if (sends_change()) return {.down_later = 1};
    if (!equal_paths_) {
      return {.numbers_up = options_.shortens_work() ? 1.0 : 0.0,  // a straggler's steps
              .down_later = 1,
              .published = Beside::Published{1, 1}};
    }
    return {.down_absent = 1,
            .numbers_followed = cohorts_are_known_ ? 0.0 : 1.0,  // W
            .rounds = rounds_to_follow(),
            .published = Beside::Published{1, 1}};
  }
  // Beside an uncompressed move, option II's change is no news to the server.
  bool sends_change() const override { return full_gradient_ || !compressor_.is_identity(); }
  bool leaves_bare() const override { return true; }
  bool remembers() const override { return true; }
  Rest rest(const Context& context) const override { return optimum(context.problem, options_); }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"server_control", view(server_control_)});
    state.push_back({"controls", controls_.all()});
    state.push_back({"seen_clients", controls_.clients()});
  }
  void resize_state(std::span<const Index> columns) override { controls_.resize(columns.back()); }

 private:
  struct Memory {
    Eigen::MatrixXd next, change;  // c_i+; what is sent of c_i+ - c_i
  };

  bool all_make_equal_steps(const Problem& problem) const {
    for (Index c = 1; c < problem.clients(); ++c) {
      if (local_steps(options_, problem.examples(c)) != local_steps(options_, problem.examples(0)))
        return false;
    }
    return true;
  }
  // In which a client must have been present to know the server's average move by its next model.
  double rounds_to_follow() const {
    if (options_.server == "sgd") return 1;
    return options_.server == "momentum" ? 2 : Presence::always;
  }
  static void full_gradient(const Participant& at, Eigen::MatrixXd& out) {
    const Context& context = at.round.context;
    const Rows all = Rows::range(0, context.problem.examples(at.client));
    out.resize(at.round.server.rows, 1);
    context.problem.risk_gradient(at.client, all, at.round.server, view(out));
  }

  OptimiserOptions options_;
  bool full_gradient_;
  Compressor compressor_;  // of what is sent
  double share_ = 1;       // a
  bool equal_paths_ = true;
  bool cohorts_are_known_ = true;  // to everyone: nobody can be late
  std::vector<double> weights_;
  SeenStates controls_;             // c_i
  Eigen::MatrixXd server_control_;  // c
  PerSlot<Memory> memory_;
  Eigen::MatrixXd next_server_control_;
};

// The formulas above; what is remembered is c_1, ..., c_N and c.
class StatedControls final : public StatedMethod {
 public:
  explicit StatedControls(const Options& o)
      : takes_gradient_(o.option == "I"), by_examples_(o.weights == "examples") {}

  Index memories(Index clients) const override { return clients + 1; }
  bool takes_batches() const override { return !takes_gradient_; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    const AffineVector c = round.memory.back();
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      AffineVector& c_i = round.memory[static_cast<std::size_t>(client.client)];
      const AffineVector move = descend(
          round, client, [&](const AffineVector& y) { return client.gradient(y) - c_i + c; });
      double path = 0;
      for (std::int64_t k = 0; k < client.steps; ++k) path += round.rate(client, k);
      const AffineVector next =
          takes_gradient_ ? client.gradient(round.theta) : c_i - c - 1 / path * move;
      const double w_i =
          by_examples_ ? client.examples / round.examples : 1 / static_cast<double>(round.clients);
      const AffineVector change = round.share * round.received(next - c_i);
      round.memory.back() += w_i * change;
      c_i += change;
      moves.push_back(move);
    }
    return moves;
  }

 private:
  bool takes_gradient_, by_examples_;
};

struct Scaffold final : StatedOptimiser {
  explicit Scaffold(const Options& o)
      : StatedOptimiser(with_clip(o), std::make_unique<ControlVariates>(o),
                        std::make_unique<StatedControls>(o), o.compression("none")) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Scaffold, Options, options>(
    {.name = "scaffold",
     .numerics_revision = 3,
     .summary = "SCAFFOLD: local SGD corrected by control variates, options I and II",
     .reference = "Karimireddy et al. (2020), SCAFFOLD: stochastic controlled averaging for "
                  "federated learning, algorithm 1",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
