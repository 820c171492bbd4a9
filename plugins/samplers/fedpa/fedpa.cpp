// FedPA, federated posterior averaging. In every round the server sends theta to S of N clients and
// treats the average of their updates, weighted by n_c over the cohort, as a gradient:
//
//   theta <- ServerOpt(theta, sum_c n_c Delta_c / sum_c n_c)
//
// A client draws samples x_1..x_ell of its posterior, exp(-F_c) of its mean loss F_c, and returns
//
//   Delta_c = Sigma^-1 (theta - mean(x)),   Sigma: shrunk covariance of the samples
//
// (see posterior_average.hpp). By default the samples are those of IASG, stochastic gradient
// descent with iterate averaging: after burn_steps steps, each sample is the mean of the next
// avg_steps iterates, with discard_steps steps between samples; the momentum runs on across them.
// Under epochs a sample is the mean of the iterates of one pass over the client's rows, after
// burn_epochs passes (FedPA-ME). Sigma may also be shrunk by as much as the samples suggest
// (covariance_shrinkage.hpp).
// In the first burn_rounds rounds Delta_c is theta minus the last iterate: FedAvg. A client whose
// update is not finite has weight 0; the scalar discarded_updates counts them.
//
// On a quadratic F_c the update that is estimated is its gradient at theta. On request the scalars
// update_bias, update_covariance (norms of the mean and covariance of the error over the updates of
// the last round, all chains and clients), update_angle and sample_ess (Kish, weights exp(-F_c))
// say how well; where a round has no value, as burn_rounds have no sample_ess, the one before it
// stands.
//
// On a quadratic F_c the samples can be drawn exactly, or mean and covariance of the posterior be
// taken as known: Delta_c is then A_c (theta - mu_c). A round is K iterations in
// every case; under epochs, so many.

#include <Eigen/Cholesky>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "fedpa/covariance_shrinkage.hpp"
#include "fedpa/fedpa_options.hpp"
#include "fedpa/kish_ess.hpp"
#include "fedpa/posterior_average.hpp"
#include "fedpa/update_errors.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/federated/epoch_batches.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/server_optimiser.hpp"
#include "skald/parts/langevin/noiseless_law.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

using Options = FedPaOptions;

// The posterior N(mu, A^-1) of a quadratic mean loss 1/2 (theta - mu)' A (theta - mu).
struct ExactPosterior {
  Eigen::MatrixXd curvature;
  Eigen::MatrixXd minimiser;
  Eigen::LLT<Eigen::MatrixXd> factor;
};

// sum += y, y <- y - lr v, sum += y in one pass over `size` numbers.
struct StepAndSum {
  template <int W>
  SKALD_INLINE static void run(double lr, Index size, const double* v, double* y, double* sum) {
    simd::Reals<W> direction, iterate, total;
    for (Index i = 0; i < size; i += W) {
      simd::load_first<W>(v + i, size - i, direction);
      simd::load_first<W>(y + i, size - i, iterate);
      simd::load_first<W>(sum + i, size - i, total);
      total += iterate;
      iterate -= lr * direction;
      total += iterate;
      simd::store_first<W>(iterate, size - i, y + i);
      simd::store_first<W>(total, size - i, sum + i);
    }
  }
};

class FedPa final : public Sampler {
 public:
  explicit FedPa(const Options& o) : options_(o), K_(o.round_length()), server_optimiser_(o) {
    refuse_epochs_without_samples();
    refuse_shrinkage_without_samples();
    refuse_clients(o.unit, "updates have no clip and are weighted by the clients' rows");
    refuse_noisy_steps(o.noise_at, "its local gradients have no clip");
  }

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return K_; }
  double communication_rate() const override { return 1.0 / static_cast<double>(K_); }

  void start(Context& context, Block theta) override {
    const Index clients = context.problem.clients(), d = theta.rows;
    const Index participants = options_.S.value_or(clients);
    if (participants > clients) {
      throw std::invalid_argument("S is " + std::to_string(participants) +
                                  ", more than the number of clients (" + std::to_string(clients) +
                                  "): lower S");
    }
    participation_.emplace(clients, participants);
    // One sample of one iterate is FedAvg's last iterate.
    const bool fedavg = options_.posterior == "iasg" && options_.ell == 1 &&
                        options_.avg_steps == 1 && !options_.epochs &&
                        options_.lr_schedule == "constant" && options_.weights == "examples";
    noiseless_.start(context.problem, options_,
                     fedavg && participants == clients && options_.momentum == 0 &&
                         takes_all_rows(context.problem, options_.batch));
    find_exact_posteriors(context.problem);
    server_ = theta.matrix();
    server_optimiser_.start(d, theta.cols);
    discarded_.setZero(1, theta.cols);
    for (auto* vector : {&start_, &sum_}) vector->resize(d);
    memory_.first() = Memory(options_, d);
    memory_.start(context.slots());
    state_ = {NamedBlock{"server", view(server_)}, server_optimiser_.state(),
              NamedBlock{"discarded_updates", view(discarded_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += K_) {
      if (options_.check_updates) start_check(context.problem);
      for (Index j = 0; j < server_.cols(); ++j) round(context, k, j);
    }
    context.recorder.record("discarded_updates", discarded_.sum());
    if (options_.check_updates) record_check(context.recorder);
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override { return noiseless_.describe(options_.lr, K_, law); }

 private:
  // What a client works with.
  struct Memory {
    Memory() = default;
    Memory(const Options& o, Index d) {
      if (o.solver == "recursion" && o.shrinkage == "given") {
        average.emplace(d, o.samples(), o.shrink);
      } else {
        samples.resize(d, o.samples());
      }
      if (o.posterior == "sampled") draws.resize(d * o.samples(), 1);
      for (auto* vector : {&update, &sample}) vector->resize(d);
      for (auto* matrix : {&local, &velocity, &gradient}) matrix->resize(d, 1);
    }

    EpochBatches batches;
    std::optional<PosteriorAverage> average;  // empty: all samples are kept
    Eigen::MatrixXd samples;                  // d x ell, where they are kept
    Eigen::MatrixXd draws;                    // ell x d normals in one column
    Eigen::VectorXd update, sample;
    Eigen::MatrixXd local, velocity, gradient;
    std::vector<double> log_weights;  // of the samples of the update
  };
  // A client in a round of a chain.
  struct Visit {
    Context& context;
    std::int64_t k;  // the round's first iteration
    Index client, chain;
    Memory& own;
  };

  void round(Context& context, std::int64_t k, Index j) {
    const auto cohort = participation_->draw(context.random, k, j);
    const auto visit = [&](Index i, Index slot) {
      return Visit{context, k, cohort[static_cast<std::size_t>(i)], j, memory_[slot]};
    };
    start_ = server_.col(j);
    sum_.setZero();
    double total = 0;
    const auto work = [&](Index i, Index slot) { find_update(visit(i, slot)); };
    const auto take = [&](Index i, Index slot) { take_update(visit(i, slot), total); };
    Context section = context;
    if (options_.check_updates) section.threads = nullptr;  // nobody else counts while it checks
    section.parallel(static_cast<Index>(cohort.size()), work, take);
    if (total > 0) server_optimiser_.step(j, sum_, view(server_), total);
    const double bits = static_cast<double>(cohort.size()) * vector_bits(server_.rows());
    context.ledger.rounds += 1;
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  void find_update(const Visit& at) {
    at.own.log_weights.clear();
    if (at.k / K_ >= options_.burn_rounds) {
      average_posterior(at);
    } else {
      train(at);
    }
  }
  void take_update(const Visit& at, double& total) {
    const Eigen::VectorXd& update = at.own.update;
    if (!update.allFinite()) {
      ++discarded_(0, at.chain);
      return;
    }
    if (options_.check_updates) check_update(at);
    const double weight = options_.weights == "uniform"
                              ? 1
                              : static_cast<double>(at.context.problem.examples(at.client));
    sum_ += weight * update;
    total += weight;
  }
  // FedAvg's update.
  void train(const Visit& at) {
    begin_local(at);
    const std::int64_t steps = K_ * steps_per_iteration(at);
    for (std::int64_t step = 0; step < steps; ++step) local_step(at);
    at.own.update = start_ - at.own.local.col(0);
  }
  // Local steps of an iteration: 1; under epochs, those of a pass.
  std::int64_t steps_per_iteration(const Visit& at) const {
    if (!options_.epochs) return 1;
    const Index examples = at.context.problem.examples(at.client);
    return EpochBatches::steps_per_pass(std::min(options_.batch.value_or(examples), examples),
                                        examples);
  }
  // The update from (samples of) the client's posterior.
  void average_posterior(const Visit& at) {
    Memory& own = at.own;
    if (options_.posterior == "exact") {
      const ExactPosterior& posterior = exact_[static_cast<std::size_t>(at.client)];
      own.update.noalias() = posterior.curvature * (start_ - posterior.minimiser.col(0));
      return;
    }
    if (own.average) own.average->start(start_);
    if (options_.posterior == "iasg") {
      sample_by_iasg(at);
    } else {
      sample_exactly(at);
    }
    if (own.average) {
      own.update = own.average->delta();
    } else if (options_.shrinkage == "given") {
      own.update = dense_posterior_delta(start_, own.samples, options_.shrink);
    } else {
      own.update = shrunk_delta(own.samples);
    }
  }
  Eigen::VectorXd shrunk_delta(const Eigen::MatrixXd& samples) const {
    const CovarianceTraces traces = covariance_traces(samples);
    const double r = options_.shrinkage == "oas" ? oas_shrinkage(traces) : rblw_shrinkage(traces);
    return options_.solver == "dense" ? dense_shrunk_delta(start_, samples, traces, r)
                                      : shrunk_posterior_delta(start_, samples, traces, r);
  }
  void sample_by_iasg(const Visit& at) {
    begin_local(at);
    const std::int64_t pass = steps_per_iteration(at);
    const std::int64_t burn =
        options_.epochs ? options_.passes_before() * pass : options_.burn_steps;
    const std::int64_t discard = options_.epochs ? 0 : options_.discard_steps;
    const std::int64_t averaged = options_.epochs ? pass : options_.avg_steps;
    for (std::int64_t step = 0; step < burn; ++step) local_step(at);
    for (Index t = 0; t < options_.samples(); ++t) {
      for (std::int64_t step = 0; t > 0 && step < discard; ++step) local_step(at);
      sum_iterates(at, averaged);
      at.own.sample /= static_cast<double>(averaged);
      take_sample(at, t);
    }
  }
  void sample_exactly(const Visit& at) {
    const ExactPosterior& posterior = exact_[static_cast<std::size_t>(at.client)];
    Eigen::VectorXd& sample = at.own.sample;
    at.context.random.normal({Role::noise, at.client, at.chain}, at.k, view(at.own.draws));
    const Index d = sample.size();
    for (Index t = 0; t < options_.samples(); ++t) {
      sample = at.own.draws.col(0).segment(t * d, d);
      posterior.factor.matrixU().solveInPlace(sample);
      sample += posterior.minimiser.col(0);
      take_sample(at, t);
    }
  }
  void take_sample(const Visit& at, Index t) {
    if (options_.check_updates) weigh_sample(at);
    if (at.own.average) {
      at.own.average->add(at.own.sample);
    } else {
      at.own.samples.col(t) = at.own.sample;
    }
  }

  void begin_local(const Visit& at) {
    const Index examples = at.context.problem.examples(at.client);
    at.own.batches.start(
        at.context.random, at.k, at.client, at.chain, examples, options_.batch.value_or(examples),
        options_.epochs ? EpochBatches::Rest::last_batch : EpochBatches::Rest::left_out);
    at.own.local = start_;
    at.own.velocity.setZero();
  }
  void local_step(const Visit& at) { at.own.local -= options_.rate(at.k) * direction(at); }
  // sample = the sum of the next `count` iterates. Two at a time are added during the second of
  // two steps: with small batches, separate passes through memory would be most of what FedPA costs
  // more than FedAvg.
  void sum_iterates(const Visit& at, std::int64_t count) {
    Eigen::VectorXd& sample = at.own.sample;
    sample.setZero();
    const double lr = options_.rate(at.k);
    if (count % 2 == 1) {
      local_step(at);
      sample += at.own.local.col(0);
    }
    for (std::int64_t pair = 0; pair < count / 2; ++pair) {
      local_step(at);
      simd::run<StepAndSum>(lr, sample.size(), direction(at).data(), at.own.local.data(),
                            sample.data());
    }
  }
  // g(y), or the velocity with momentum.
  const Eigen::MatrixXd& direction(const Visit& at) {
    Memory& own = at.own;
    at.context.problem.risk_gradient(at.client, own.batches.next(), view(own.local),
                                     view(own.gradient));
    if (options_.momentum == 0) return own.gradient;
    own.velocity = options_.momentum * own.velocity + own.gradient;
    return own.velocity;
  }

  void start_check(const Problem& problem) {
    const Index participants = options_.S.value_or(problem.clients());
    errors_.start(server_.rows(), participants * server_.cols());
    effective_samples_ = 0;
    sampled_updates_ = 0;
  }
  static void weigh_sample(const Visit& at) {
    const Problem& problem = at.context.problem;
    const Eigen::VectorXd& sample = at.own.sample;
    double potential = 0;
    problem.potential(at.client, {sample.data(), sample.size(), 1, sample.size()}, {&potential, 1});
    at.own.log_weights.push_back(-potential / static_cast<double>(problem.examples(at.client)));
  }
  // Not charged to the algorithm.
  void check_update(const Visit& at) {
    Context& context = at.context;
    const Ledger ledger = context.ledger;
    const Index d = start_.size();
    context.problem.gradient(at.client, {start_.data(), d, 1, d}, view(at.own.gradient));
    context.ledger = ledger;
    errors_.add(at.own.update,
                at.own.gradient.col(0) / static_cast<double>(context.problem.examples(at.client)));
    if (at.own.log_weights.empty()) return;
    effective_samples_ += kish_ess(at.own.log_weights);
    ++sampled_updates_;
  }
  void record_check(Recorder& recorder) const {
    if (errors_.count() > 0) {
      recorder.record("update_bias", errors_.bias());
      recorder.record("update_angle", errors_.angle());
    }
    if (errors_.count() > 1) recorder.record("update_covariance", errors_.covariance_norm());
    if (sampled_updates_ > 0) {
      recorder.record("sample_ess", effective_samples_ / static_cast<double>(sampled_updates_));
    }
  }

  void refuse_epochs_without_samples() const {
    if (options_.burn_epochs && !options_.epochs) {
      throw std::invalid_argument(
          "burn_epochs is given, but epochs is not: set epochs, or burn_steps in place of it");
    }
    if (!options_.epochs || options_.samples() >= 1) return;
    throw std::invalid_argument("epochs is " + std::to_string(*options_.epochs) +
                                " and burn_epochs " + std::to_string(options_.passes_before()) +
                                ", which leaves no pass to take a sample from: raise epochs, or "
                                "lower burn_epochs");
  }
  void refuse_shrinkage_without_samples() const {
    if (options_.shrinkage == "given") return;
    const std::string found = "shrinkage is " + std::string(options_.shrinkage) + ", but ";
    if (options_.posterior == "exact") {
      throw std::invalid_argument(
          found + "posterior exact has no samples: leave shrinkage out, or set posterior to iasg");
    }
    // From fewer samples the estimate may have no inverse.
    const std::int64_t least = options_.shrinkage == "rblw" ? 3 : 2;
    if (options_.samples() >= least) return;
    throw std::invalid_argument(found + "a round has " + std::to_string(options_.samples()) +
                                " samples per client, fewer than the " + std::to_string(least) +
                                " that it needs: raise ell (or epochs)");
  }

  void find_exact_posteriors(const Problem& problem) {
    exact_.clear();
    if (options_.posterior == "iasg") return;
    const auto* quadratics =
        static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
    if (quadratics == nullptr) {
      throw std::invalid_argument("posterior is '" + std::string(options_.posterior) +
                                  "', but the model does not declare that its potentials are "
                                  "quadratic: set posterior to 'iasg'");
    }
    const Index d = problem.dimension();
    for (Index c = 0; c < problem.clients(); ++c) {
      ExactPosterior& posterior = exact_.emplace_back();
      posterior.curvature.resize(d, d);
      posterior.minimiser.resize(d, 1);
      quadratics->quadratic(problem.rows(c), problem.prior_share(c), view(posterior.curvature),
                            view(posterior.minimiser));
      posterior.curvature /= static_cast<double>(problem.examples(c));
      posterior.factor.compute(posterior.curvature);
      if (posterior.factor.info() != Eigen::Success) {
        throw std::invalid_argument("the curvature of client " + std::to_string(c) +
                                    "'s loss is not positive definite, so its posterior is not "
                                    "Gaussian: set posterior to 'iasg'");
      }
    }
  }

  Options options_;
  std::int64_t K_;  // local steps per round
  ServerOptimiser server_optimiser_;
  std::optional<Participation> participation_;
  NoiselessLaw noiseless_;
  UpdateErrors errors_;
  double effective_samples_ = 0;       // summed over the updates that use samples
  Index sampled_updates_ = 0;          // the number of these updates
  std::vector<ExactPosterior> exact_;  // of every client
  PerSlot<Memory> memory_;
  Eigen::MatrixXd server_, discarded_;
  Eigen::VectorXd start_, sum_;
  std::array<NamedBlock, 3> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedPa, FedPaOptions, fedpa_options>(
    {.name = "fedpa",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary = "FedPA: federated posterior averaging, in which samples at S of N clients per "
                "round correct the updates for the covariance of the local posteriors",
     .reference = "Al-Shedivat, Gillenwater, Xing and Rostamizadeh (2021), Federated learning via "
                  "posterior averaging, algorithms 1, 3 and 4",
     .side_by_side = "the clients of a round"});
