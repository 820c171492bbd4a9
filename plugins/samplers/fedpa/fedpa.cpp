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
// (posterior_average.hpp).
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

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "fedpa/fedpa_options.hpp"
#include "fedpa/posterior_average.hpp"
#include "fedpa/update_check.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

using Options = FedPaOptions;

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

// The local solver: the move is -Delta_c.
class PosteriorAveraging final : public LocalSolver {
 public:
  explicit PosteriorAveraging(const Options& o)
      : LocalSolver(o, Sampling::without_replacement), options_(o) {
    refuse_epochs_without_samples();
    refuse_shrinkage_without_samples();
    refuse_clients(o.unit, "updates have no clip and are weighted by the clients' rows");
    refuse_noisy_steps(o.noise_at, "its local gradients have no clip");
  }

  void start(const Context& context, Index d, Index chains) override {
    if (context.clients != nullptr && options_.posterior != "iasg") {
      throw std::invalid_argument("posterior is " + std::string(options_.posterior) +
                                  ", for which a client makes no local steps, and run.clients does "
                                  "not say how long it takes: set posterior to iasg, or leave "
                                  "run.clients out");
    }
    LocalSolver::start(context, d, chains);
    if (options_.posterior != "iasg") exact_ = exact_posteriors(context.problem);
    discarded_.setZero(1, chains);
    chains_ = chains;
    memory_.first() = Memory(options_, d);
    memory_.start(context.slots());
  }
  void begin(const Round& round, const Rounds&) override {
    if (options_.check_updates && round.chain == 0) {
      check_.start(round.server.rows, std::ssize(round.cohort) * chains_);
    }
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    Memory& own = memory_[at.slot];
    own.log_weights.clear();
    if (at.round.k / options_.round_length() < options_.burn_rounds) {
      own.move = sgd_.train(at);
    } else {
      average_posterior(at);
    }
    return own.move;
  }
  const Eigen::MatrixXd& move(const Participant& at) override { return memory_[at.slot].move; }
  bool take(const Participant& at) override {
    const Memory& own = memory_[at.slot];
    const bool is_finite = own.move.allFinite();
    if (!is_finite) ++discarded_(0, at.round.chain);
    if (is_finite && options_.check_updates) check_.add(at, -own.move.col(0), own.log_weights);
    return is_finite;
  }

  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"discarded_updates", view(discarded_)});
  }
  void record(Recorder& recorder) const override {
    recorder.record("discarded_updates", discarded_.sum());
    check_.record(recorder);
  }

 private:
  // What a client works with.
  struct Memory {
    Memory() = default;
    Memory(const Options& o, Index d) : theta(d), sample(d) {
      if (o.solver == "recursion" && o.shrinkage == "given") {
        average.emplace(d, o.samples(), o.shrink);
      } else {
        samples.resize(d, o.samples());
      }
      if (o.posterior == "sampled") draws.resize(d * o.samples(), 1);
      for (auto* matrix : {&local, &velocity, &gradient, &move}) matrix->resize(d, 1);
    }

    std::optional<PosteriorAverage> average;  // empty: all samples are kept
    Eigen::MatrixXd samples;                  // d x ell, where they are kept
    Eigen::MatrixXd draws;                    // ell x d normals in one column
    Eigen::VectorXd theta, sample;
    Eigen::MatrixXd move, local, velocity, gradient;
    std::int64_t steps = 0, pass = 1;  // local steps so far in the round; of an iteration
    std::vector<double> log_weights;   // of the samples of the update
  };

  // The move from (samples of) the client's posterior.
  void average_posterior(const Participant& at) {
    Memory& own = memory_[at.slot];
    own.theta = at.round.server.matrix();
    if (options_.posterior == "exact") {
      own.move = -posterior_of(at).delta(own.theta);
      return;
    }
    if (own.average) own.average->start(own.theta);
    if (options_.posterior == "iasg") {
      sample_by_iasg(at);
    } else {
      sample_exactly(at);
    }
    if (own.average) {
      own.move = -own.average->delta();
    } else if (options_.shrinkage == "given") {
      own.move = -dense_posterior_delta(own.theta, own.samples, options_.shrink);
    } else {
      own.move = -shrunk_delta(own.theta, own.samples);
    }
  }
  Eigen::VectorXd shrunk_delta(const Eigen::VectorXd& theta, const Eigen::MatrixXd& samples) const {
    const CovarianceTraces traces = covariance_traces(samples);
    const double r = options_.shrinkage == "oas" ? oas_shrinkage(traces) : rblw_shrinkage(traces);
    return options_.solver == "dense" ? dense_shrunk_delta(theta, samples, traces, r)
                                      : shrunk_posterior_delta(theta, samples, traces, r);
  }
  void sample_by_iasg(const Participant& at) {
    Memory& own = memory_[at.slot];
    sgd_.begin(at);
    own.local = own.theta;
    own.velocity.setZero();
    own.steps = 0;
    own.pass = sgd_.steps_per_iteration(at);
    const std::int64_t burn =
        options_.epochs ? options_.passes_before() * own.pass : options_.burn_steps;
    const std::int64_t discard = options_.epochs ? 0 : options_.discard_steps;
    const std::int64_t averaged = options_.epochs ? own.pass : options_.avg_steps;
    for (std::int64_t step = 0; step < burn; ++step) local_step(at);
    for (Index t = 0; t < options_.samples(); ++t) {
      for (std::int64_t step = 0; t > 0 && step < discard; ++step) local_step(at);
      sum_iterates(at, averaged);
      own.sample /= static_cast<double>(averaged);
      take_sample(at, t);
    }
  }
  void sample_exactly(const Participant& at) {
    Memory& own = memory_[at.slot];
    const Index d = own.sample.size();
    at.round.context.random.normal({Role::noise, at.client, at.round.chain}, at.round.k,
                                   view(own.draws));
    for (Index t = 0; t < options_.samples(); ++t) {
      own.sample = own.draws.col(0).segment(t * d, d);
      posterior_of(at).make_sample(own.sample);
      take_sample(at, t);
    }
  }
  void take_sample(const Participant& at, Index t) {
    Memory& own = memory_[at.slot];
    if (options_.check_updates) own.log_weights.push_back(log_weight(at, own.sample));
    if (own.average) {
      own.average->add(own.sample);
    } else {
      own.samples.col(t) = own.sample;
    }
  }
  const ExactPosterior& posterior_of(const Participant& at) const {
    return exact_[static_cast<std::size_t>(at.client)];
  }

  void local_step(const Participant& at) {
    const double lr = rate_of_next(at);
    memory_[at.slot].local -= lr * direction(at);
  }
  double rate_of_next(const Participant& at) {
    Memory& own = memory_[at.slot];
    return options_.rate(at.round.k, own.steps++ / own.pass);
  }
  // sample = the sum of the next `count` iterates. Two at a time are added during the second of
  // two steps: with small batches, separate passes through memory would be most of what FedPA costs
  // more than FedAvg.
  void sum_iterates(const Participant& at, std::int64_t count) {
    Memory& own = memory_[at.slot];
    own.sample.setZero();
    if (count % 2 == 1) {
      local_step(at);
      own.sample += own.local.col(0);
    }
    for (std::int64_t pair = 0; pair < count / 2; ++pair) {
      local_step(at);
      const double lr = rate_of_next(at);
      simd::run<StepAndSum>(lr, own.sample.size(), direction(at).data(), own.local.data(),
                            own.sample.data());
    }
  }
  // g(y), or the velocity with momentum.
  const Eigen::MatrixXd& direction(const Participant& at) {
    Memory& own = memory_[at.slot];
    sgd_.gradient(at, sgd_.next_rows(at), view(own.local), view(own.gradient));
    if (options_.momentum == 0) return own.gradient;
    own.velocity = options_.momentum * own.velocity + own.gradient;
    return own.velocity;
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

  Options options_;
  std::vector<ExactPosterior> exact_;  // of every client
  UpdateCheck check_;
  PerSlot<Memory> memory_;
  Index chains_ = 0;
  Eigen::MatrixXd discarded_;  // 1 x C
};

class FedPa final : public StatedOptimiser {
 public:
  explicit FedPa(const Options& o)
      : StatedOptimiser(o.with_steps(), std::make_unique<PosteriorAveraging>(o.with_steps()),
                        std::make_unique<StatedPosteriorAverage>(o)),
        options_(o.with_steps()) {}

  void start(Context& context, Block theta) override {
    StatedOptimiser::start(context, theta);
    noiseless_.start(context.problem, options_, is_fedavg(context));
  }
  void advance(Context& context, Index iterations, Block theta) override {
    Context section = context;
    if (options_.check_updates) section.threads = nullptr;  // nobody else counts while it checks
    StatedOptimiser::advance(section, iterations, theta);
  }
  bool law(LangevinLaw& law) const override {
    return noiseless_.describe(options_.lr, options_.round_length(), law);
  }

 private:
  // Whether rounds are those of NoiselessLaw: one sample of one iterate is FedAvg's last iterate.
  bool is_fedavg(const Context& context) const {
    return options_.posterior == "iasg" && options_.ell == 1 && options_.avg_steps == 1 &&
           !options_.epochs && options_.has_constant_rate() && options_.weights == "examples" &&
           everyone_takes_part(context, options_) && options_.momentum == 0 &&
           takes_all_rows(context.problem, options_.batch);
  }

  Options options_;
  NoiselessLaw noiseless_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedPa, FedPaOptions, fedpa_options>(
    {.name = "fedpa",
     .numerics_revision = 2,
     .summary = "FedPA: federated posterior averaging, in which samples at S of N clients per "
                "round correct the updates for the covariance of the local posteriors",
     .reference = "Al-Shedivat, Gillenwater, Xing and Rostamizadeh (2021), Federated learning via "
                  "posterior averaging, algorithms 1, 3 and 4",
     .side_by_side = "the clients of a round",
     .keeps_time = true,
     .no_eps =
         "a row moves the estimated covariance by an unbounded amount; take fedavg or fald and set "
         "its clip"});
