// What a client does in a round of federated optimisation: K steps of minibatch SGD, or as many as
// its epochs have; fewer if it is a straggler.
#pragma once

#include <cmath>
#include <cstdint>

#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/local_work.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/step_batches.hpp"
#include "skald/parts/federated/step_noise.hpp"

namespace skald {

// K steps y <- y - lr g(y) on the client's mean loss F_c, from the server's theta. g is the batch
// mean of the rows' gradients. If `clip` is set and not for whole clients, each row's gradient
// (with clip_unit batch, their mean) is clipped to that norm. Other steps than these
// are those of local_optimiser.hpp. The prior's part of g is never clipped. If options ask for
// noise in the steps, g has it (step_noise.hpp). Clients may work side by side.
class LocalSgd {
 public:
  explicit LocalSgd(const OptimiserOptions& options,
                    Sampling records = Sampling::without_replacement);

  // Throws std::invalid_argument if a client has too few rows for the rounds (RecordBatches).
  void start(const Context& context);
  // Begins a client's round, whose steps take their rows from next_rows().
  void begin(const Participant& at);
  // Local steps of the client in an iteration, and in its round.
  std::int64_t steps_per_iteration(const Participant& at) const {
    return skald::steps_per_iteration(options_, at.round.context.problem.examples(at.client));
  }
  std::int64_t steps(const Participant& at) const {
    return at.round.work_of(at.client, options_.round_length()) * steps_per_iteration(at);
  }
  Rows next_rows(const Participant& at);
  // Clips to another norm from now on.
  void clip_to(double norm) { options_.clip = norm; }
  // out = g(y) over the rows that next_rows() has returned last.
  void gradient(const Participant& at, const Rows& rows, ConstBlock y, Block out);
  // Makes the move y_K - theta of the client and returns it; see move(). change(rows, y, g) may
  // alter the gradient g at y in place before the step.
  template <class Change>
  Eigen::MatrixXd& train(const Participant& at, Change&& change) {
    begin(at);
    Memory& memory = memory_[at.slot];
    Eigen::MatrixXd &y = memory.y, &gradient = memory.gradient;
    y = at.round.server.matrix();
    gradient.resizeLike(y);
    memory.optimiser.start(y.rows());
    const std::int64_t last = steps(at), per_iteration = steps_per_iteration(at);
    for (std::int64_t step = 0; step < last; ++step) {
      const Rows rows = next_rows(at);
      this->gradient(at, rows, view(y), view(gradient));
      change(rows, y, gradient);
      memory.optimiser.step(options_.rate(at.round.k, step / per_iteration), gradient, y);
    }
    y -= at.round.server.matrix();
    return y;
  }
  // The same without a change: by the model itself, where it can make such steps.
  Eigen::MatrixXd& train(const Participant& at);
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
  // with momentum, of the step size times 1 + beta + ... + beta^k at step k. For steps that are
  // linear in the gradients, and not Nesterov's.
  double path(const Participant& at) const;

 private:
  struct Memory {
    Memory(const OptimiserOptions& options, Sampling records)
        : batches(records, options.K), fresh(records), optimiser(options) {}
    RecordBatches batches;
    StepBatches fresh;           // in place of batches where every step draws afresh
    std::int64_t iteration = 0;  // of the step under way
    LocalOptimiser optimiser;
    Eigen::MatrixXd y, gradient;
    Eigen::MatrixXd prior, single;  // gradients: the prior's part; one row's or batch's
  };

  class PlainSteps;

  bool takes_plain_steps() const {
    return std::isinf(options_.clip) && !has_random_size(records_) && !noise_.active() &&
           options_.steps_plainly();
  }
  // The number by which a step's gradients are divided: of its rows; where that is random, of those
  // expected.
  double divisor(const Participant& at, const Rows& rows) const;
  // The sum of the rows' gradients divided by `count`, not clipped, plus the prior's part.
  static void bare_gradient(const Participant& at, const Rows& rows, double count, ConstBlock y,
                            Block out);
  const Eigen::MatrixXd& prior_gradient(const Participant& at, ConstBlock y);
  // The norm of such a gradient at the server's theta, at which the prior's part is known.
  double data_norm(const Participant& at, const Rows& rows, double count);
  void clipped_batch_gradient(const Participant& at, const Rows& rows, ConstBlock y, Block out);

  OptimiserOptions options_;
  Sampling records_;
  StepNoise noise_;
  PerSlot<Memory> memory_;
};

}  // namespace skald
