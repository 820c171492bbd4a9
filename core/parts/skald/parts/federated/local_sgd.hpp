// What a client does in a round of federated optimisation: K steps of minibatch SGD.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "skald/parts/data/share.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/rounds.hpp"

namespace skald {

// Rows per local step of a client with that many examples.
inline Index local_batch(const OptimiserOptions& options, Index examples) {
  if (options.frac) {
    return std::max<Index>(whole_share(*options.frac, examples) / options.K, 1);
  }
  return std::min<Index>(options.batch.value_or(examples), examples);
}

// K steps y <- y - lr g(y) on the client's mean loss F_c, from the server's theta. g is the batch
// mean of the rows' gradients. If `clip` is set, each row's gradient (with clip_unit batch, their
// mean) is clipped to that norm. With momentum, v <- beta v + g(y) and y <- y - lr v, from v = 0.
// The prior's part of g is never clipped.
class LocalSgd {
 public:
  explicit LocalSgd(const OptimiserOptions& options,
                    Sampling records = Sampling::without_replacement)
      : options_(options), records_(records), batches_(records, options.K) {}

  void start(Index dimension) {
    for (auto* vector : {&y_, &gradient_, &velocity_, &prior_, &single_}) {
      vector->resize(dimension, 1);
    }
  }
  // Begins a client's round, whose steps take their rows from next_rows().
  void begin(const Round& round, Index c) {
    const Index examples = round.context.problem.examples(c);
    batches_.start(round.context.random, round.k, c, round.chain, examples,
                   local_batch(options_, examples));
  }
  Rows next_rows() { return batches_.next(); }
  // Clips to another norm from now on.
  void clip_to(double norm) { options_.clip = norm; }
  // out = g(y) over the rows.
  void gradient(const Round& round, Index c, const Rows& rows, ConstBlock y, Block out) {
    Problem& problem = round.context.problem;
    if (std::isfinite(options_.clip) && options_.clips_batches()) {
      clipped_batch_gradient(round, c, rows, y, out);
    } else if (std::isfinite(options_.clip) || records_ == Sampling::poisson) {
      const Index batch = local_batch(options_, problem.examples(c));
      problem.clipped_risk_gradient(c, rows, options_.clip, static_cast<double>(batch), y, out);
    } else {
      problem.risk_gradient(c, rows, y, out);
    }
  }
  // Returns the move y_K - theta of client c, valid until the next call. change(rows, y, g) may
  // alter the gradient g at y in place before the step.
  template <class Change>
  Eigen::MatrixXd& train(const Round& round, Index c, Change&& change) {
    begin(round, c);
    y_ = round.server.matrix();
    velocity_.setZero();
    for (std::int64_t step = 0; step < options_.K; ++step) {
      const Rows rows = next_rows();
      gradient(round, c, rows, view(y_), view(gradient_));
      change(rows, y_, gradient_);
      const double lr = options_.rate(round.k, step);
      if (options_.momentum == 0) {
        y_ -= lr * gradient_;
      } else {
        velocity_ = options_.momentum * velocity_ + gradient_;
        y_ -= lr * velocity_;
      }
    }
    y_ -= round.server.matrix();
    return y_;
  }
  Eigen::MatrixXd& train(const Round& round, Index c) {
    return train(round, c, [](const Rows&, const Eigen::MatrixXd&, Eigen::MatrixXd&) {});
  }
  // Calls visit(norm) with the norm of every gradient that would be clipped, at the server's theta
  // and without the prior's part: those of the rows (or batches) of the client's first `steps`
  // steps of the round. Restarts the client's round.
  template <class Visit>
  void for_each_norm(const Round& round, Index c, std::int64_t steps, Visit&& visit) {
    begin(round, c);
    prior_gradient(round, c, round.server);
    for (std::int64_t step = 0; step < steps; ++step) {
      const Rows rows = next_rows();
      if (options_.clips_batches()) {
        visit(data_norm(round, c, rows, static_cast<double>(batch(round, c))));
        continue;
      }
      for (Index r = 0; r < rows.count; ++r) {
        visit(data_norm(round, c, Rows::range(rows.row(0, r), 1), 1));
      }
    }
  }
  // Sum of the step sizes of a round.
  double path(std::int64_t k) const {
    double sum = 0;
    for (std::int64_t step = 0; step < options_.K; ++step) sum += options_.rate(k, step);
    return sum;
  }

 private:
  Index batch(const Round& round, Index c) const {
    return local_batch(options_, round.context.problem.examples(c));
  }
  // The sum of the rows' gradients divided by `count`, not clipped, plus the prior's part.
  static void bare_gradient(const Round& round, Index c, const Rows& rows, double count,
                            ConstBlock y, Block out) {
    constexpr double no_clip = std::numeric_limits<double>::infinity();
    round.context.problem.clipped_risk_gradient(c, rows, no_clip, count, y, out);
  }
  void prior_gradient(const Round& round, Index c, ConstBlock y) {
    bare_gradient(round, c, Rows::range(0, 0), 1, y, view(prior_));
  }
  // The norm of such a gradient at the server's theta, for which prior_ holds the prior's part.
  double data_norm(const Round& round, Index c, const Rows& rows, double count) {
    bare_gradient(round, c, rows, count, round.server, view(single_));
    return (single_ - prior_).norm();
  }
  void clipped_batch_gradient(const Round& round, Index c, const Rows& rows, ConstBlock y,
                              Block out) {
    prior_gradient(round, c, y);
    bare_gradient(round, c, rows, static_cast<double>(batch(round, c)), y, out);
    const double norm = (out.matrix() - prior_).norm();
    if (norm > options_.clip) {
      out.matrix() = prior_ + (options_.clip / norm) * (out.matrix() - prior_);
    }
  }

  OptimiserOptions options_;
  Sampling records_;
  RecordBatches batches_;
  Eigen::MatrixXd y_, gradient_, velocity_;
  Eigen::MatrixXd prior_, single_;  // gradients: the prior's part; one row's or batch's
};

}  // namespace skald
