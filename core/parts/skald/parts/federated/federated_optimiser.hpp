// Federated optimisers, put together of five parts.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "skald/parts/federated/compression/compressed_messages.hpp"
#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/sampler.hpp"

namespace skald {

// In every round the server sends theta to a cohort of the clients. Each makes a move, which leaves
// it clipped and noised as far as the options protect it, and compressed; the server hands the
// average of what it receives to an optimiser. The parts:
//   local solver        what a client does (local_solver.hpp)
//   cohort              who takes part, and with which weight (client_sampling.hpp), and who of
//                       them is late (stragglers.hpp)
//   upload              what is clipped and protected, at which unit (uploads.hpp)
//   compressor          what a message keeps of a move (compression/compressor.hpp)
//   server optimiser    what the server makes of the average (server_optimiser.hpp)
// A method is a class that derives from this one and gives its solver; it overrides what it does
// beside that.
class FederatedOptimiser : public Sampler {
 public:
  Output output() const override { return Output::point_estimate; }
  Rest rest() const override { return rest_; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
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
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) { run(round); });
    solver_->record(context.recorder);
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_->releases(problem, rounds_, iterations, plan);
  }
  std::span<const NamedBlock> state() override {
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
    solver_->add_state(state_);
    compression_.add_state(state_);
    return state_;
  }
  void resize_state(std::span<const Index> columns) override {
    solver_->resize_state(columns.first(columns.size() - compression_.blocks()));
    compression_.resize_state(columns);
  }

 protected:
  // Throws std::invalid_argument if the parts do not suit each other.
  FederatedOptimiser(const OptimiserOptions& options, std::unique_ptr<LocalSolver> solver,
                     const CompressorOptions& compression = {.compressor = "none"})
      : FederatedOptimiser(Rounds(options), options, std::move(solver), compression) {}
  FederatedOptimiser(Rounds rounds, const OptimiserOptions& options,
                     std::unique_ptr<LocalSolver> solver,
                     const CompressorOptions& compression = {.compressor = "none"})
      : rounds_(std::move(rounds)),
        solver_(std::move(solver)),
        uploads_(uploads(options)),
        compression_(compression, uploads_->protects_last()) {
    solver_->knows(*uploads_);
  }

  // Called after the parts have begun a round.
  virtual void begin(const Round&) {}
  // The noise over what the guarantee needs, for methods that are run as published.
  virtual double noise_scale(const Participant&) const { return 1; }

  const Rounds& rounds() const { return rounds_; }
  LocalSgd& sgd() { return solver_->sgd(); }

 private:
  std::unique_ptr<Uploads> uploads(const OptimiserOptions& options) const {
    const PrivateUploads::Path path = solver_->path();
    if (solver_->leaves_bare()) return std::make_unique<NoisySteps>(options, path.records);
    return make_uploads(options, rounds_, path);
  }
  void run(const Round& round) {
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
  double stretch(const Participant& client) const {
    return uploads_->bounds_paths() ? solver_->stretch(client) : 1;
  }
  void compress(const Participant& client, Eigen::MatrixXd& move) {
    compression_.compress(client, move, solver_->change(client));
  }

  Rounds rounds_;
  std::unique_ptr<LocalSolver> solver_;
  std::unique_ptr<Uploads> uploads_;
  CompressedMessages compression_;
  Rest rest_ = Rest::unstated;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
