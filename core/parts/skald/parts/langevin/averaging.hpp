// What Langevin samplers with model averaging share apart from their drift: local states, schedule,
// noise, weights, communication and the estimate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/federated/weights.hpp"
#include "skald/parts/langevin/averaging_options.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/sampler.hpp"

namespace skald {

class Averaging {
 public:
  explicit Averaging(const AveragingOptions& options)
      : options_(options),
        schedule_(options.K, options.p_c),
        noise_(options.step, options.temp, options.rho),
        minibatch_(Minibatch(options.batch)) {}

  void start(const Context& context, Block theta) {
    weights_ = aggregation_weights(context.problem, options_.weights);
    local_.start(context.problem.clients(), theta);
    server_ = theta.matrix();
    spread_.reset();
    schedule_.start(theta.cols);
    noise_.start(theta.rows, theta.cols);
    minibatch_.first().start(context.problem, theta.cols);
    minibatch_.start(context.slots());
    full_batch_ = true;
    for (Index c = 0; c < clients(); ++c) {
      full_batch_ &= minibatch_.first().full(context.problem, c);
    }
  }

  Index clients() const { return static_cast<Index>(weights_.size()); }
  double weight(Index client) const { return weights_[static_cast<std::size_t>(client)]; }
  std::span<const double> weights() const { return weights_; }
  double step() const { return options_.step; }  // h
  // h / w_c: the step of client c on its own potential.
  double local_step(Index client) const { return options_.step / weight(client); }
  Block local(Index client) { return local_[client]; }
  bool full_batch() const { return full_batch_; }
  // The average of the local states can be read at every iteration; the server's last average
  // changes only when clients communicate.
  Index stride() const { return options_.estimate == "server" ? schedule_.stride() : 1; }
  double temperature() const { return options_.temp; }
  double communication_rate() const { return schedule_.rate(); }
  // Calls local_step(client, slot) for all clients, side by side.
  template <class LocalStep>
  void for_each_client(const Context& context, LocalStep&& local_step) const {
    context.parallel(clients(), local_step);
  }
  // The rows of the client's step, for as long as it has its slot.
  Rows batch(const Context& context, std::int64_t k, Index client, Index slot) {
    return minibatch_[slot].draw(context.random, k, context.problem, client);
  }
  void draw_shared_noise(const Context& context, std::int64_t k) {
    noise_.draw_shared(context.random, k);
  }
  void add_noise(const Context& context, std::int64_t k, Index client) {
    noise_.add(context.random, k, client, weight(client), local_[client]);
  }
  // The same in the chains from `first` on that theta holds.
  void add_noise(const Context& context, std::int64_t k, Index client, Block theta,
                 Index first) const {
    noise_.add(context.random, k, client, weight(client), theta, first);
  }

  // After iteration k: in the chains that communicate, the server averages, every client learns
  // what it does of the average by learn(chain, average), and continues from there.
  template <class Learn>
  void communicate(Context& context, std::int64_t k, const Learn& learn) {
    const Index chains = server_.cols();
    const Index count = schedule_.decide(context.random, k, chains);
    if (count == 0) return;
    spread_ = 0;
    for (Index j = 0; j < chains; ++j) {
      if (!schedule_.communicates(j)) continue;
      spread_ = *spread_ + local_.spread(j) / static_cast<double>(count);
      local_.average(weights_, j, view(server_));
      learn(j, view(server_).columns(j, 1));
      local_.broadcast(view(server_), j);
    }
    const double bits = static_cast<double>(count * clients()) * vector_bits(server_.rows());
    context.ledger.rounds += count;
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  // The same where clients only continue from the average.
  void communicate(Context& context, std::int64_t k) {
    communicate(context, k, [](Index, Block) {});
  }

  // The same where the average of a round is that of its cohort; each chain that communicates draws
  // the cohort of its next round, which begins at the next iteration.
  void communicate(Context& context, std::int64_t k, Cohorts& cohorts) {
    const Index chains = server_.cols();
    const Index count = schedule_.decide(context.random, k, chains);
    if (count == 0) return;
    Index vectors = 0;
    for (Index j = 0; j < chains; ++j) {
      if (!schedule_.communicates(j)) continue;
      vectors += cohorts.participants(j);
      local_.average(cohorts.shares(j), j, view(server_));
      local_.broadcast(view(server_), j);
    }
    const double bits = static_cast<double>(vectors) * vector_bits(server_.rows());
    context.ledger.rounds += count;
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
    cohorts.draw_for(context.random, k + 1, [this](Index j) { return schedule_.communicates(j); });
  }

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
    for (Index j = 0; j < theta.cols; ++j) local_.average(weights_, j, theta);
  }

  NamedBlock local_state() { return {"local", local_.all()}; }
  NamedBlock server_state() { return {"server", view(server_)}; }

  void describe(LangevinLaw& law) const {
    law.kind = LangevinLaw::Kind::averaging;
    law.step = options_.step;
    law.temp = options_.temp;
    law.rho = options_.rho;
    law.K = schedule_.K();
    law.p_c = schedule_.p_c();
    law.at_communication = options_.estimate == "server";
    law.full_batch = full_batch_;
    law.batch = options_.batch.value_or(0);
    law.weights = weights_;
  }

 private:
  AveragingOptions options_;
  Schedule schedule_;
  LangevinNoise noise_;
  PerSlot<Minibatch> minibatch_;
  LocalStates local_;
  Eigen::MatrixXd server_;
  std::vector<double> weights_;
  bool full_batch_ = true;
  std::optional<double> spread_;  // before the last communication of this object
};

}  // namespace skald
