#include "skald/parts/federated/local_sgd.hpp"

#include <limits>

#include "skald/extensions/gradient_steps.hpp"

namespace skald {
namespace {

const GradientSteps* steps_of_model(const Participant& at) {
  const Problem& problem = at.round.context.problem;
  return static_cast<const GradientSteps*>(problem.model_extension(GradientSteps::id));
}

}  // namespace

// Steps y <- y - lr g(y) of a client's round in which g is a plain risk_gradient().
class LocalSgd::PlainSteps final : public GradientSteps::Source {
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

LocalSgd::LocalSgd(const OptimiserOptions& options, Sampling records)
    : options_(options),
      records_(records),
      noise_(options, records),
      memory_(Memory(options, records)) {
  refuse_contradictory_epochs(options, records);
  refuse_bins_of_rounds(options, records);
  if (options.protects_clients()) options_.clip = std::numeric_limits<double>::infinity();
}

void LocalSgd::start(const Context& context) {
  memory_.start(context.slots());
  if (records_ != Sampling::poisson || noise_.draws_afresh()) return;
  for (Index c = 0; c < context.problem.clients(); ++c) {
    const Index examples = context.problem.examples(c);
    RecordBatches::rate(records_, options_.K, local_batch(options_, examples), examples);
  }
}

void LocalSgd::begin(const Participant& at) {
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

Rows LocalSgd::next_rows(const Participant& at) {
  Memory& memory = memory_[at.slot];
  ++memory.iteration;
  if (!noise_.draws_afresh()) return memory.batches.next();
  const Context& context = at.round.context;
  const Index examples = context.problem.examples(at.client);
  return memory.fresh.draw(context.random, memory.iteration, at.client, at.round.chain, examples,
                           local_batch(options_, examples));
}

void LocalSgd::gradient(const Participant& at, const Rows& rows, ConstBlock y, Block out) {
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

Eigen::MatrixXd& LocalSgd::train(const Participant& at) {
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

double LocalSgd::path(const Participant& at) const {
  const std::int64_t last = steps(at), per_iteration = steps_per_iteration(at);
  double sum = 0, momentum = 0;
  for (std::int64_t step = 0; step < last; ++step) {
    momentum = options_.momentum * momentum + 1;
    sum += options_.rate(at.round.k, step / per_iteration) * momentum;
  }
  return sum;
}

double LocalSgd::divisor(const Participant& at, const Rows& rows) const {
  if (!has_random_size(records_)) return static_cast<double>(rows.count);
  const Index examples = at.round.context.problem.examples(at.client);
  return StepBatches::mean_rows(records_, local_batch(options_, examples), examples);
}

void LocalSgd::bare_gradient(const Participant& at, const Rows& rows, double count, ConstBlock y,
                             Block out) {
  constexpr double no_clip = std::numeric_limits<double>::infinity();
  at.round.context.problem.clipped_risk_gradient(at.client, rows, no_clip, count, y, out);
}

const Eigen::MatrixXd& LocalSgd::prior_gradient(const Participant& at, ConstBlock y) {
  Eigen::MatrixXd& prior = memory_[at.slot].prior;
  prior.resize(y.rows, 1);
  bare_gradient(at, Rows::range(0, 0), 1, y, view(prior));
  return prior;
}

double LocalSgd::data_norm(const Participant& at, const Rows& rows, double count) {
  Memory& memory = memory_[at.slot];
  memory.single.resizeLike(memory.prior);
  bare_gradient(at, rows, count, at.round.server, view(memory.single));
  return (memory.single - memory.prior).norm();
}

void LocalSgd::clipped_batch_gradient(const Participant& at, const Rows& rows, ConstBlock y,
                                      Block out) {
  const Eigen::MatrixXd& prior = prior_gradient(at, y);
  bare_gradient(at, rows, divisor(at, rows), y, out);
  const double norm = (out.matrix() - prior).norm();
  if (!std::isfinite(norm)) {
    out.matrix() = prior;  // no clip would bound it
  } else if (norm > options_.clip) {
    out.matrix() = prior + (options_.clip / norm) * (out.matrix() - prior);
  }
}

}  // namespace skald
