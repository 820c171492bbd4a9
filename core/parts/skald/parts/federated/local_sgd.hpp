// What a client does in a round of federated optimisation: K steps of minibatch SGD, or as many as
// its epochs have; fewer if it is a straggler.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "skald/extensions/gradient_steps.hpp"
#include "skald/parts/federated/local_work.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/step_batches.hpp"
#include "skald/parts/federated/step_noise.hpp"

namespace skald {

// K steps y <- y - lr g(y) on the client's mean loss F_c, from the server's theta. g is the batch
// mean of the rows' gradients. If `clip` is set and not for whole clients, each row's gradient
// (with clip_unit batch, their mean) is clipped to that norm. With momentum, v <- beta v + g(y) and
// y <- y - lr v, from v = 0. The prior's part of g is never clipped. If options ask for noise in
// the steps, g has it (step_noise.hpp). Clients may work side by side.
class LocalSgd {
 public:
  explicit LocalSgd(const OptimiserOptions& options,
                    Sampling records = Sampling::without_replacement)
      : options_(options),
        records_(records),
        noise_(options, records),
        memory_(Memory(records, options.K)) {
    refuse_contradictory_epochs(options, records);
    refuse_bins_of_rounds(options, records);
    if (options.protects_clients()) options_.clip = std::numeric_limits<double>::infinity();
  }

  void start(Index slots) { memory_.start(slots); }
  // Begins a client's round, whose steps take their rows from next_rows().
  void begin(const Participant& at) {
    Memory& memory = memory_[at.slot];
    memory.iteration = at.round.k - 1;
    if (noise_.draws_afresh()) return;
    const Context& context = at.round.context;
    const Index examples = context.problem.examples(at.client);
    memory.batches.start(
        context.random, at.round.k, at.client, at.round.chain, examples,
        local_batch(options_, examples),
        options_.epochs ? EpochBatches::Rest::last_batch : EpochBatches::Rest::left_out);
  }
  // Local steps of the client in an iteration, and in its round.
  std::int64_t steps_per_iteration(const Participant& at) const {
    return skald::steps_per_iteration(options_, at.round.context.problem.examples(at.client));
  }
  std::int64_t steps(const Participant& at) const {
    return at.round.work_of(at.client, options_.round_length()) * steps_per_iteration(at);
  }
  Rows next_rows(const Participant& at) {
    Memory& memory = memory_[at.slot];
    ++memory.iteration;
    if (!noise_.draws_afresh()) return memory.batches.next();
    const Context& context = at.round.context;
    const Index examples = context.problem.examples(at.client);
    return memory.fresh.draw(context.random, memory.iteration, at.client, at.round.chain, examples,
                             local_batch(options_, examples));
  }
  // Clips to another norm from now on.
  void clip_to(double norm) { options_.clip = norm; }
  // out = g(y) over the rows that next_rows() has returned last.
  void gradient(const Participant& at, const Rows& rows, ConstBlock y, Block out) {
    Problem& problem = at.round.context.problem;
    if (std::isfinite(options_.clip) && options_.clips_batches()) {
      clipped_batch_gradient(at, rows, y, out);
    } else if (std::isfinite(options_.clip) || has_random_size(records_)) {
      problem.clipped_risk_gradient(at.client, rows, options_.clip, divisor(at, rows), y, out);
    } else {
      problem.risk_gradient(at.client, rows, y, out);
    }
    if (noise_.active()) noise_.protect(at, memory_[at.slot].iteration, out);
  }
  // Makes the move y_K - theta of the client and returns it; see move(). change(rows, y, g) may
  // alter the gradient g at y in place before the step.
  template <class Change>
  Eigen::MatrixXd& train(const Participant& at, Change&& change) {
    begin(at);
    Memory& memory = memory_[at.slot];
    Eigen::MatrixXd &y = memory.y, &gradient = memory.gradient, &velocity = memory.velocity;
    y = at.round.server.matrix();
    gradient.resizeLike(y);
    if (options_.momentum != 0) velocity.setZero(y.rows(), 1);
    const std::int64_t last = steps(at), per_iteration = steps_per_iteration(at);
    for (std::int64_t step = 0; step < last; ++step) {
      const Rows rows = next_rows(at);
      this->gradient(at, rows, view(y), view(gradient));
      change(rows, y, gradient);
      const double lr = options_.rate(at.round.k, step / per_iteration);
      if (options_.momentum == 0) {
        y -= lr * gradient;
      } else {
        velocity = options_.momentum * velocity + gradient;
        y -= lr * velocity;
      }
    }
    y -= at.round.server.matrix();
    return y;
  }
  // The same without a change: by the model itself, where it can make such steps.
  Eigen::MatrixXd& train(const Participant& at) {
    const GradientSteps* model = takes_plain_steps() ? steps_of_model(at) : nullptr;
    if (model == nullptr) {
      return train(at, [](const Rows&, const Eigen::MatrixXd&, Eigen::MatrixXd&) {});
    }
    begin(at);
    Eigen::MatrixXd& y = memory_[at.slot].y;
    y = at.round.server.matrix();
    PlainSteps source(*this, at);
    model->descend(at.round.context.problem.rows(at.client), source, view(y));
    y -= at.round.server.matrix();
    return y;
  }
  // The move that train() has made, for as long as the client has its slot.
  Eigen::MatrixXd& move(const Participant& at) { return memory_[at.slot].y; }
  // Calls visit(norm) with the norm of every gradient that would be clipped, at the server's theta
  // and without the prior's part: those of the rows (or batches) of the client's first `steps`
  // steps of the round. Restarts the client's round.
  template <class Visit>
  void for_each_norm(const Participant& at, std::int64_t steps, Visit&& visit) {
    begin(at);
    prior_gradient(at, at.round.server);
    for (std::int64_t step = 0; step < steps; ++step) {
      const Rows rows = next_rows(at);
      if (options_.clips_batches()) {
        visit(data_norm(at, rows, divisor(at, rows)));
        continue;
      }
      for (Index r = 0; r < rows.count; ++r) {
        visit(data_norm(at, Rows::range(rows.row(0, r), 1), 1));
      }
    }
  }
  // The sum of the factors with which a client's gradients enter its move: of its step sizes, or
  // with momentum, of the step size times 1 + beta + ... + beta^k at step k.
  double path(const Participant& at) const {
    const std::int64_t last = steps(at), per_iteration = steps_per_iteration(at);
    double sum = 0, momentum = 0;
    for (std::int64_t step = 0; step < last; ++step) {
      momentum = options_.momentum * momentum + 1;
      sum += options_.rate(at.round.k, step / per_iteration) * momentum;
    }
    return sum;
  }

 private:
  struct Memory {
    Memory(Sampling records, std::int64_t K) : batches(records, K), fresh(records) {}
    RecordBatches batches;
    StepBatches fresh;           // in place of batches where every step draws afresh
    std::int64_t iteration = 0;  // of the step under way
    Eigen::MatrixXd y, gradient, velocity;
    Eigen::MatrixXd prior, single;  // gradients: the prior's part; one row's or batch's
  };

  // Steps y <- y - lr g(y) of a client's round in which g is a plain risk_gradient().
  class PlainSteps final : public GradientSteps::Source {
   public:
    PlainSteps(LocalSgd& local, const Participant& at)
        : local_(local),
          at_(at),
          last_(local.steps(at)),
          per_iteration_(local.steps_per_iteration(at)) {
      const Problem& problem = at.round.context.problem;
      prior_share_ =
          problem.prior_share(at.client) / static_cast<double>(problem.examples(at.client));
    }
    bool next(GradientSteps::Step& step) override {
      if (step_ == last_) return false;
      step.rows = local_.next_rows(at_);
      step.factor = 1 / static_cast<double>(step.rows.count);
      step.prior_share = prior_share_;
      step.lr = local_.options_.rate(at_.round.k, step_++ / per_iteration_);
      return true;
    }

   private:
    LocalSgd& local_;
    const Participant& at_;
    std::int64_t step_ = 0, last_, per_iteration_;
    double prior_share_;
  };

  bool takes_plain_steps() const {
    return std::isinf(options_.clip) && !has_random_size(records_) && !noise_.active() &&
           options_.momentum == 0;
  }
  static const GradientSteps* steps_of_model(const Participant& at) {
    const Problem& problem = at.round.context.problem;
    return static_cast<const GradientSteps*>(problem.model_extension(GradientSteps::id));
  }
  // The number by which a step's gradients are divided: of its rows; where that is random, of those
  // expected.
  double divisor(const Participant& at, const Rows& rows) const {
    if (!has_random_size(records_)) return static_cast<double>(rows.count);
    const Index examples = at.round.context.problem.examples(at.client);
    return StepBatches::mean_rows(records_, local_batch(options_, examples), examples);
  }
  // The sum of the rows' gradients divided by `count`, not clipped, plus the prior's part.
  static void bare_gradient(const Participant& at, const Rows& rows, double count, ConstBlock y,
                            Block out) {
    constexpr double no_clip = std::numeric_limits<double>::infinity();
    at.round.context.problem.clipped_risk_gradient(at.client, rows, no_clip, count, y, out);
  }
  const Eigen::MatrixXd& prior_gradient(const Participant& at, ConstBlock y) {
    Eigen::MatrixXd& prior = memory_[at.slot].prior;
    prior.resize(y.rows, 1);
    bare_gradient(at, Rows::range(0, 0), 1, y, view(prior));
    return prior;
  }
  // The norm of such a gradient at the server's theta, at which the prior's part is known.
  double data_norm(const Participant& at, const Rows& rows, double count) {
    Memory& memory = memory_[at.slot];
    memory.single.resizeLike(memory.prior);
    bare_gradient(at, rows, count, at.round.server, view(memory.single));
    return (memory.single - memory.prior).norm();
  }
  void clipped_batch_gradient(const Participant& at, const Rows& rows, ConstBlock y, Block out) {
    const Eigen::MatrixXd& prior = prior_gradient(at, y);
    bare_gradient(at, rows, divisor(at, rows), y, out);
    const double norm = (out.matrix() - prior).norm();
    if (!std::isfinite(norm)) {
      out.matrix() = prior;  // no clip would bound it
    } else if (norm > options_.clip) {
      out.matrix() = prior + (options_.clip / norm) * (out.matrix() - prior);
    }
  }

  OptimiserOptions options_;
  Sampling records_;
  StepNoise noise_;
  PerSlot<Memory> memory_;
};

}  // namespace skald
