// What Langevin samplers with model averaging share apart from their drift: local states, schedule,
// noise, weights, communication and the estimate.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/options.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/langevin/private_steps.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The options that every Langevin sampler with model averaging shares, under the same names.

// What theory says about step and K (Deng et al., 2021), where m and L bound the curvature of every
// client's f^c = U_c / w_c, rather than of their average U: the step is at most 1 / (2 L), and
// about sqrt(L / m) local steps per round need the fewest rounds. Formulas cannot depend on the
// option `weights`, so these bounds hold for either of its values.
inline constexpr const char* kSmallestLocalCurvature = "min(m_min, m_local)";
inline constexpr const char* kLargestLocalCurvature = "max(L_max, L_local)";
inline constexpr const char* kStepByTheory = "1/(2*max(L_max, L_local))";
inline constexpr const char* kLocalStepsByTheory =
    "max(1, round(sqrt(max(L_max, L_local)/min(m_min, m_local))))";

// Base of such a sampler's Options struct.
struct AveragingOptions {
  double step = 1e-3;
  std::optional<std::int64_t> K;
  std::optional<double> p_c;
  double rho = 0;
  double temp = 1;
  std::optional<std::int64_t> batch;
  std::string_view weights = "uniform";
  std::string_view estimate = "server";
};

// Option rows of AveragingOptions, from which `Options` derives: those of every chain whose clients
// communicate now and then;
template <class Options>
constexpr std::array<Option<Options>, 4> local_langevin_options() {
  return {
      inherited<Options>("p_c", &AveragingOptions::p_c,
                         "communication probability per iteration (or set K)")
          .symbol("p_c")
          .above(0)
          .at_most(1),
      inherited<Options>(
          "rho", &AveragingOptions::rho,
          "amplitude of the noise shared by all clients; their own noise has sqrt(1 - rho^2)")
          .symbol("rho")
          .at_least(0)
          .at_most(1),
      inherited<Options>("temp", &AveragingOptions::temp, "temperature T; the target is exp(-U/T)")
          .symbol("T")
          .at_least(0),
      inherited<Options>(
          "batch", &AveragingOptions::batch,
          "minibatch size per client, drawn without replacement; all rows if omitted")
          .at_least(1),
  };
}
// those beside step and K;
template <class Options>
constexpr std::array<Option<Options>, 6> averaging_options_beside_step() {
  return append(
      local_langevin_options<Options>(),
      inherited<Options>("weights", &AveragingOptions::weights,
                         "aggregation weights w_c. uniform: 1/N; examples: n_c/n")
          .symbol("w_c")
          .one_of("uniform|examples"),
      inherited<Options>(
          "estimate", &AveragingOptions::estimate,
          "reported estimate. server: the server's last average; average: the average of the local "
          "states at every iteration, which only a simulation can see")
          .one_of("server|average"));
}
// and all of them.
template <class Options>
constexpr std::array<Option<Options>, 8> averaging_options() {
  constexpr std::array<Option<Options>, 2> rows{
      inherited<Options>(
          "step", &AveragingOptions::step,
          "step size h on the global potential: client c moves by (h / w_c) grad U_c")
          .symbol("h")
          .above(0)
          .automatic(kStepByTheory)
          .stable_to("2 / L")
          .role(OptionRole::step),
      inherited<Options>("K", &AveragingOptions::K, "local steps per round (or set p_c)")
          .symbol("K")
          .at_least(1)
          .automatic(kLocalStepsByTheory)};
  return append(rows, averaging_options_beside_step<Options>());
}

// Such a sampler derives from this class. Its advance() ends with estimate().
class Averaging : public Sampler {
 public:
  // The average of the local states can be read at every iteration; the server's last average
  // changes only when clients communicate.
  Index stride() const final { return options_.estimate == "server" ? schedule_.stride() : 1; }
  double temperature() const final { return options_.temp; }
  double communication_rate() const final { return schedule_.rate(); }
  void start(Context& context, Block theta) override {
    weights_ = aggregation_weights(context.problem, options_.weights);
    local_.start(context.problem.clients(), theta);
    server_ = theta.matrix();
    spread_.reset();
    schedule_.start(theta.cols);
    noise_.start(theta.rows, theta.cols);
    steps_.start(context);
    minibatch_.first().start(context.problem, theta.cols);
    minibatch_.start(context.slots());
    full_batch_ = takes_all_rows(context.problem, options_.batch);
  }
  // Local states and server, then what the method adds.
  std::span<const NamedBlock> state() final {
    state_ = {{"local", local_.all()}, {"server", view(server_)}};
    add_state(state_);
    return state_;
  }

 protected:
  // With a clip, estimate_gradient() clips every row's gradient, or that of a client as the unit.
  explicit Averaging(const AveragingOptions& options, std::optional<double> clip = {},
                     Unit unit = Unit::record)
      : options_(options),
        unit_(unit),
        schedule_(options.K, options.p_c),
        noise_(options.step, options.temp, options.rho),
        steps_(options.batch, clip, unit),
        minibatch_(Minibatch(options.batch)) {
    if (unit == Unit::client) refuse_uneven(options.weights);
  }

  // Appends what a checkpoint must keep besides local states and server.
  virtual void add_state(std::vector<NamedBlock>&) {}

  Index clients() const { return static_cast<Index>(weights_.size()); }
  double weight(Index client) const { return weights_[static_cast<std::size_t>(client)]; }
  const std::vector<double>& weights() const { return weights_; }
  double step() const { return options_.step; }  // h
  // h / w_c: the step of client c on its own potential.
  double step_of(Index client) const { return options_.step / weight(client); }
  Block local(Index client) { return local_[client]; }
  bool full_batch() const { return full_batch_; }
  // Calls local_step(client, slot) for all clients, side by side.
  template <class LocalStep>
  void for_each_client(const Context& context, LocalStep&& local_step) const {
    context.parallel(clients(), local_step);
  }
  // The rows of the client's step, for as long as it has its slot.
  Rows rows(const Context& context, std::int64_t k, Index client, Index slot) {
    return minibatch_[slot].draw(context.random, k, context.problem, client);
  }
  void draw_shared_noise(const Context& context, std::int64_t k) {
    noise_.draw_shared(context.random, k);
  }
  // out = the estimate of the client's gradient on these rows.
  void estimate_gradient(const Context& context, Index client, const Rows& rows, Block theta,
                         Block out) const {
    steps_.gradient(context.problem, client, rows, theta, out);
  }
  // In the chains from `first` on that theta holds, which have made their step.
  void add_noise(const Context& context, std::int64_t k, Index client, Block theta,
                 Index first = 0) const {
    noise_.add(context.random, k, client, weight(client), theta, first);
    steps_.raise(context, k, client, weight(client), noise_, theta, first);
  }
  bool clips() const { return steps_.clips(); }
  // Whether averaging_law() and its like describe the chain; see PrivateSteps.
  bool has_plain_steps() const { return steps_.are_plain(); }
  const PrivateSteps& steps() const { return steps_; }
  // Declares every client's local steps, if these are all that a client makes of its rows. Who
  // takes part in a round of K steps hides a client from observers; a round that ends by a coin
  // may be of any length, so that nothing is gained there.
  void release_steps(const Problem& problem, Index iterations, ReleasePlan& plan,
                     LangevinLaw::Participation scheme = LangevinLaw::Participation::full,
                     std::optional<std::int64_t> S = {}) const {
    if (std::isinf(steps_.gradient_distance(problem))) {
      return plan.releases_nothing("no clip is given; set sampler.clip, for privacy langevin");
    }
    const std::vector<double> weights = aggregation_weights(problem, options_.weights);
    if (unit_ == Unit::client) read_counts_of_prior(problem, plan);
    const bool has_cohorts = scheme != LangevinLaw::Participation::full && options_.K;
    const std::int64_t K = has_cohorts ? *options_.K : 1;
    for (Index c = 0; c < problem.clients(); ++c) {
      const double w_c = weights[static_cast<std::size_t>(c)];
      Release release = steps_.release(problem, c, w_c, noise_, (iterations + K - 1) / K, K);
      if (has_cohorts)
        release.participation = participation_rate(scheme, S, w_c, problem.clients());
      release.has_fixed_cohorts = scheme != LangevinLaw::Participation::with_replacement;
      plan.add(release);
    }
  }

  // After iteration k: in the chains that communicate, the server averages, every client learns
  // what it does of the average by learn(chain, average), and continues from there.
  template <class Learn>
  void communicate(Context& context, std::int64_t k, const Learn& learn) {
    std::optional<double> spread;
    exchange(context, k, [&](Index j, Index count) {
      spread = spread.value_or(0) + local_.spread(j) / static_cast<double>(count);
      local_.average(weights_, j, view(server_));
      learn(j, view(server_).columns(j, 1));
      return clients();
    });
    if (spread) spread_ = spread;
  }
  // The same where clients only continue from the average.
  void communicate(Context& context, std::int64_t k) {
    communicate(context, k, [](Index, Block) {});
  }
  // The same where the average of a round is that of its cohort; each chain that communicates draws
  // the cohort of its next round, which begins at the next iteration.
  void communicate(Context& context, std::int64_t k, Cohorts& cohorts) {
    const Index count = exchange(context, k, [&](Index j, Index) {
      local_.average(cohorts.shares(j), j, view(server_));
      return cohorts.participants(j);
    });
    if (count == 0) return;
    cohorts.draw_for(context.random, k + 1, [this](Index j) { return schedule_.communicates(j); });
  }

  // Whether the chain has communicated after the last iteration for which that was decided.
  bool has_communicated(Index chain) const { return schedule_.communicates(chain); }

  // The average of the local states of one chain, at any iteration.
  void average(Index chain, Block out) { local_.average(weights_, chain, out); }
  // Writes the server's estimate at the end of a call. Records `client_spread`, (1/N) sum_c
  // |theta^c - mean|^2 just before the last communication, averaged over the chains that
  // communicated.
  void estimate(Context& context, Block theta) {
    if (spread_) context.recorder.record("client_spread", *spread_);
    if (options_.estimate == "server") {
      theta.matrix() = server_;
      return;
    }
    for (Index j = 0; j < theta.cols; ++j) average(j, theta);
  }
  // Counts so many vectors in each direction.
  void count_exchange(Context& context, Index vectors) const {
    const double bits = static_cast<double>(vectors) * vector_bits(server_.rows());
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }

  // Of a drift by gradients of the local potentials alone.
  LangevinLaw averaging_law() const {
    return {.kind = LangevinLaw::Kind::averaging,
            .step = options_.step,
            .temp = options_.temp,
            .rho = options_.rho,
            .K = schedule_.K(),
            .p_c = schedule_.p_c(),
            .at_communication = options_.estimate == "server",
            .full_batch = full_batch_,
            .batch = options_.batch.value_or(0),
            .weights = weights_,
            .gradient_noise = {}};
  }

 private:
  // average(j, count) writes the server's average in one of the `count` chains that communicate
  // after iteration k, and returns the number of clients in it. Returns `count`.
  template <class Average>
  Index exchange(Context& context, std::int64_t k, Average&& average) {
    const Index chains = server_.cols(), count = schedule_.decide(context.random, k, chains);
    Index vectors = 0;
    for (Index j = 0; j < chains && count > 0; ++j) {
      if (!schedule_.communicates(j)) continue;
      vectors += average(j, count);
      local_.broadcast(view(server_), j);
    }
    context.ledger.rounds += count;
    count_exchange(context, vectors);
    return count;
  }

  AveragingOptions options_;
  Unit unit_;
  Schedule schedule_;
  LangevinNoise noise_;
  PrivateSteps steps_;
  PerSlot<Minibatch> minibatch_;
  LocalStates local_;
  Eigen::MatrixXd server_;
  std::vector<double> weights_;
  bool full_batch_ = true;
  std::optional<double> spread_;  // before the last communication of this object
  std::vector<NamedBlock> state_;
};

}  // namespace skald
