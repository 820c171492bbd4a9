// Federated optimisers, put together of five parts.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "skald/parts/federated/compression/compressed_messages.hpp"
#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/uploads.hpp"
#include "skald/sampler.hpp"

namespace skald {

// In every round the server sends theta to a cohort of the clients. Each makes a move, which leaves
// it clipped and noised as far as the options protect it, and compressed; the server hands the
// average of what it receives to an optimiser. The parts:
//   local solver        what a client does (local_solver.hpp)
//   cohort              who takes part, and with which weight (client_sampling.hpp), and who of
//                       them is late (local_work.hpp)
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

  void start(Context& context, Block theta) override;
  void advance(Context& context, Index iterations, Block theta) override;
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override;
  std::span<const NamedBlock> state() override;
  void resize_state(std::span<const Index> columns) override;

 protected:
  // Throws std::invalid_argument if the parts do not suit each other.
  FederatedOptimiser(const OptimiserOptions& options, std::unique_ptr<LocalSolver> solver,
                     const CompressorOptions& compression = {.compressor = "none"});
  FederatedOptimiser(Rounds rounds, const OptimiserOptions& options,
                     std::unique_ptr<LocalSolver> solver,
                     const CompressorOptions& compression = {.compressor = "none"});

  // Called after the parts have begun a round.
  virtual void begin(const Round&) {}
  // The noise over what the guarantee needs, for methods that are run as published.
  virtual double noise_scale(const Participant&) const { return 1; }

  const Rounds& rounds() const { return rounds_; }
  LocalSgd& sgd() { return solver_->sgd(); }

 private:
  void run(const Round& round);
  double stretch(const Participant& client) const;
  void compress(const Participant& client, Eigen::MatrixXd& move);

  Rounds rounds_;
  std::unique_ptr<LocalSolver> solver_;
  std::unique_ptr<Uploads> uploads_;
  CompressedMessages compression_;
  Rest rest_ = Rest::unstated;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
