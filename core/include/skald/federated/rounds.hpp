// The rounds of federated optimisation: cohorts, the average of their moves, the server, costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "skald/federated/optimiser_options.hpp"
#include "skald/federated/participation.hpp"
#include "skald/federated/server_optimiser.hpp"
#include "skald/sampler.hpp"

namespace skald {

// One round of one chain.
struct Round {
  Context& context;
  std::int64_t k;  // its first iteration
  Index chain;
  std::span<const std::int32_t> cohort;  // in increasing order
  ConstBlock server;                     // theta as the cohort receives it, d x 1
};

class Rounds {
 public:
  explicit Rounds(const OptimiserOptions& options) : options_(options), optimiser_(options) {}

  // Throws std::invalid_argument for more participants than clients.
  void start(const Context& context, Block theta) {
    const Index clients = context.problem.clients();
    const Index participants = options_.S.value_or(clients);
    if (participants > clients) {
      throw std::invalid_argument("S is " + std::to_string(participants) + ", but there are only " +
                                  std::to_string(clients) + " clients: set S to at most that");
    }
    participation_.emplace(clients, participants);
    server_ = theta.matrix();
    update_.resize(theta.rows);
    optimiser_.start(theta.rows, theta.cols);
  }
  Index stride() const { return options_.K; }
  double communication_rate() const { return 1.0 / static_cast<double>(options_.K); }

  // Calls run(round) for every round and chain of so many iterations; run() adds the moves of its
  // cohort. Leaves the server's state in theta.
  template <class Run>
  void advance(Context& context, Index iterations, Block theta, Run&& run) {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.K) {
      for (Index j = 0; j < server_.cols(); ++j) {
        update_.setZero();
        total_ = 0;
        run(Round{context, k, j, participation_->draw(context.random, k, j),
                  view(server_).columns(j, 1)});
        optimiser_.step(j, update_, view(server_), total_);
        context.ledger.rounds += 1;
      }
    }
    theta.matrix() = server_;
  }
  // The weight of client c in an average over the cohort, not normalised.
  double weight(const Round& round, Index c) const {
    return options_.weights == "uniform" ? 1
                                         : static_cast<double>(round.context.problem.examples(c));
  }
  // Adds the move y - theta of client c, with its weight.
  void add(const Round& round, Index c, const Eigen::MatrixXd& move) {
    update_ -= weight(round, c) * move;
    total_ += weight(round, c);
  }
  // Counts that everyone in the cohort sends and receives so many bits.
  void count(const Round& round, double bits_up, double bits_down) const {
    const auto participants = static_cast<double>(round.cohort.size());
    round.context.ledger.bits_up += participants * bits_up;
    round.context.ledger.bits_down += participants * bits_down;
  }
  // Bits of one uncompressed vector.
  double vector() const { return vector_bits(server_.rows()); }

  NamedBlock server_state() { return {"server", view(server_)}; }
  NamedBlock optimiser_state() { return optimiser_.state(); }

 private:
  OptimiserOptions options_;
  ServerOptimiser optimiser_;
  std::optional<Participation> participation_;
  Eigen::MatrixXd server_;
  Eigen::VectorXd update_;  // weighted sum of theta - y
  double total_ = 0;
};

}  // namespace skald
