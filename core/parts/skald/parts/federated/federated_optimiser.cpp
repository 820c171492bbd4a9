#include "skald/parts/federated/federated_optimiser.hpp"

#include <utility>

#include "skald/parts/federated/make_uploads.hpp"

namespace skald {

FederatedOptimiser::FederatedOptimiser(const OptimiserOptions& options,
                                       std::unique_ptr<LocalSolver> solver,
                                       const CompressorOptions& compression)
    : FederatedOptimiser(Rounds(options), options, std::move(solver), compression) {}

FederatedOptimiser::FederatedOptimiser(Rounds rounds, const OptimiserOptions& options,
                                       std::unique_ptr<LocalSolver> solver,
                                       const CompressorOptions& compression)
    : rounds_(std::move(rounds)),
      solver_(std::move(solver)),
      uploads_(make_uploads(options, rounds_, solver_->path(), solver_->leaves_bare())),
      compression_(compression, uploads_->protects_last()) {
  solver_->knows(*uploads_);
}

void FederatedOptimiser::start(Context& context, Block theta) {
  solver_->start(context, theta.rows, theta.cols);
  compression_.start(context, theta.rows, theta.cols, rounds_.takes_everyone(context));
  const double model = vector_bits(theta.rows), extra = uploads_->extra_bits();
  rounds_.start(
      context, theta,
      {.up = (solver_->sent_share() + (solver_->sends_change() ? 1 : 0)) * compression_.bits() +
             solver_->more_up() * model + extra,
       .down = (1 + solver_->more_down()) * model + extra});
  uploads_->start(context, theta.rows, theta.cols);
  rest_ = compression_.is_exact_at_rest() ? solver_->rest(context) : Rest::unstated;
}

void FederatedOptimiser::advance(Context& context, Index iterations, Block theta) {
  rounds_.advance(context, iterations, theta, [this](const Round& round) { run(round); });
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
