#include "skald/parts/federated/federated_optimiser.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "skald/parts/federated/client_updates.hpp"
#include "skald/parts/federated/step_noise.hpp"
#include "skald/parts/federated/uploads.hpp"

namespace skald {

// Uploads that are private already, since every local step had its noise.

// For LocalSgd with the same options, which adds the noise, if options ask for noise in the steps:
// uploads are post-processing. If they do not, nothing is protected, and nothing is released.
class NoisySteps final : public Uploads {
 public:
  // `remembers`: see LocalSolver.
  NoisySteps(const OptimiserOptions& options, Sampling records, bool remembers)
      : noise_(options, records), remembers_(remembers) {}

  void start(const Context& context, Index, Index) override {
    noise_.refuse_new_keys(context.mechanism);
  }
  void protect(const Participant&, LocalSgd&, Eigen::MatrixXd&, double scale) override {
    if (scale != 1) throw std::logic_error("the noise of local steps has one scale");
  }
  bool protects_last() const override { return false; }
  // Clients that are not drawn send nothing, but anyone who sees the uploads knows who was drawn.
  void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                ReleasePlan& plan) const override {
    if (!noise_.active()) {
      return plan.releases_nothing(
          "noise in uploads would not cover all that rows decide; set sampler.noise_at to step");
    }
    const ClientSampling clients = rounds.sampling(problem);
    for (Index c = 0; c < problem.clients(); ++c) {
      if (noise_.sensitivity(problem.examples(c)).bounded()) continue;
      return plan.releases_nothing(kNoClip);
    }
    for (Index c = 0; c < problem.clients(); ++c) {
      plan.add(noise_.release(c, problem.examples(c), iterations, remembers_ ? 1 : clients.rate(c),
                              clients.has_fixed_size()));
    }
  }

 private:
  StepNoise noise_;
  bool remembers_;
};

namespace {

// Throws std::invalid_argument if options say who adds noise that nobody adds.
void refuse_idle_shares(const OptimiserOptions& options) {
  if (options.noise_by != "server" && !options.protects_clients()) {
    throw std::invalid_argument(
        "noise_by is " + std::string(options.noise_by) +
        ", but unit is record, where every upload has noise of its own: set unit to client, or "
        "leave noise_by out");
  }
  if (options.dropout && options.noise_by != "clients") {
    throw std::invalid_argument(
        "dropout is given, but nobody adds shares of the noise: set noise_by to clients, or leave "
        "dropout out");
  }
}

// Throws std::invalid_argument if noise in the steps leaves something of an upload bare.
void refuse_bare_steps(const OptimiserOptions& options) {
  if (!options.adds_noise_to_steps()) return;
  if (options.protects_clients()) {
    throw std::invalid_argument(
        "noise_at is step, but unit is client, whose whole moves are clipped and noised: set unit "
        "to record, or leave noise_at out");
  }
  if (options.clip_rule != "given") {
    throw std::invalid_argument("noise_at is step, but clip_rule " +
                                std::string(options.clip_rule) +
                                " needs counts or norms of gradients, which leave with an upload "
                                "that has no noise of its own: set clip_rule to given");
  }
}

// Throws std::invalid_argument for turns and correlated noise without clients as units.
void refuse_turns_of_records(const OptimiserOptions& options) {
  const bool correlated = options.correlation != "none";
  if (!correlated && (options.horizon || options.correlation_size)) {
    throw std::invalid_argument(
        "horizon or correlation_size is given, but correlation is none: set correlation, or leave "
        "them out");
  }
  if (correlated || options.protects_clients() || options.client_sampling != "cyclic") return;
  throw std::invalid_argument(
      "client_sampling is cyclic, but unit is record, whose guarantee is that of clients drawn at "
      "random: set unit to client, or client_sampling to without_replacement");
}

// The uploads for the unit that the options protect. `path` matters to the sensitivity of records,
// how `rounds` draw clients to that of clients; `bare`: whether more leaves a client than its
// upload (LocalSolver::leaves_bare()). Throws what the constructors throw, and
// std::invalid_argument for options that contradict each other.
std::unique_ptr<Uploads> make_uploads(const OptimiserOptions& options, const Rounds& rounds,
                                      PrivateUploads::Path path, bool bare) {
  if (bare) return std::make_unique<NoisySteps>(options, path.records, path.remembers);
  refuse_idle_shares(options);
  refuse_bare_steps(options);
  refuse_turns_of_records(options);
  if (options.correlation != "none" && !options.protects_clients()) CorrelatedRounds{options};
  if (options.adds_noise_to_steps()) {
    return std::make_unique<NoisySteps>(options, path.records, path.remembers);
  }
  if (options.protects_clients()) return std::make_unique<ClientUpdates>(options, rounds.scheme());
  return std::make_unique<PrivateUploads>(options, path);
}

// What is owed of compressed messages is remembered, too.
PrivateUploads::Path path_of(const LocalSolver& solver, const CompressorOptions& compression) {
  PrivateUploads::Path path = solver.path();
  path.remembers = solver.remembers() || compression.error_feedback || compression.differences;
  return path;
}

}  // namespace

FederatedOptimiser::FederatedOptimiser(const OptimiserOptions& options,
                                       std::unique_ptr<LocalSolver> solver,
                                       const CompressorOptions& compression)
    : FederatedOptimiser(Rounds(options), options, std::move(solver), compression) {}

FederatedOptimiser::FederatedOptimiser(Rounds rounds, const OptimiserOptions& options,
                                       std::unique_ptr<LocalSolver> solver,
                                       const CompressorOptions& compression)
    : rounds_(std::move(rounds)),
      solver_(std::move(solver)),
      uploads_(
          make_uploads(options, rounds_, path_of(*solver_, compression), solver_->leaves_bare())),
      compression_(compression, uploads_->protects_last()) {
  solver_->knows(*uploads_);
}

void FederatedOptimiser::start(Context& context, Block theta) {
  solver_->start(context, theta.rows, theta.cols);
  compression_.start(context, theta.rows, theta.cols, rounds_.takes_everyone(context));
  const double sent = solver_->sent_share() + (solver_->sends_change() ? 1 : 0);
  rounds_.start(
      context, theta,
      messages(solver_->beside(), theta.rows, sent * compression_.bits(), uploads_->extra_bits()));
  uploads_->start(context, theta.rows, theta.cols);
  rest_ = compression_.is_exact_at_rest() ? solver_->rest(context) : Rest::unstated;
}

void FederatedOptimiser::advance(Context& context, Index iterations, Block theta) {
  rounds_.advance(context, iterations, theta, [this](const Round& round) { run(round); });
  rounds_.record(context);
  solver_->record(context.recorder);
}

void FederatedOptimiser::run(const Round& round) {
  solver_->begin(round, rounds_);
  uploads_->begin(round, sgd());
  compression_.see(round.cohort);
  begin(round);
  rounds_.for_each_client(
      round,
      [&](const Participant& client) {
        Eigen::MatrixXd& move = solver_->train(client);
        if (uploads_->protects_last()) compress(client, move);
        uploads_->protect(client, sgd(), move, noise_scale(client) * stretch(client));
        if (!uploads_->protects_last()) compress(client, move);
      },
      [&](const Participant& client) {
        compression_.count(client);
        if (solver_->take(client)) uploads_->take(client, solver_->move(client), rounds_);
      });
  uploads_->end(round, rounds_);
  solver_->end(round, rounds_);
}

double FederatedOptimiser::stretch(const Participant& client) const {
  return uploads_->bounds_paths() ? solver_->stretch(client) : 1;
}

void FederatedOptimiser::compress(const Participant& client, Eigen::MatrixXd& move) {
  compression_.compress(client, move, solver_->change(client));
}

void FederatedOptimiser::releases(const Problem& problem, Index iterations,
                                  ReleasePlan& plan) const {
  uploads_->releases(problem, rounds_, iterations, plan);
}

std::span<const NamedBlock> FederatedOptimiser::state() {
  state_.clear();
  rounds_.add_state(state_);
  uploads_->add_state(state_);
  solver_->add_state(state_);
  compression_.add_state(state_);
  return state_;
}

void FederatedOptimiser::resize_state(std::span<const Index> columns) {
  solver_->resize_state(columns.first(columns.size() - compression_.blocks()));
  compression_.resize_state(columns);
}

}  // namespace skald
