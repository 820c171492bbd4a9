// Distributed minibatch SGD: FedAvg's rounds without local progress. Each of S clients evaluates K
// minibatch gradients g at the server's theta, each row's gradient clipped to norm `clip` if one is
// set, and uploads -lr times their mean. K = 1 is FedAvg with K = 1, up to rounding.
//
// Privacy: a record enters once per permutation of its client's rows, at a theta that does not
// depend on the round's data: replacing it moves the upload by at most 2 lr clip / (K b) for each
// permutation, whatever the model's curvature. With noise_at step each of the K gradients has noise
// of its own (step_noise.hpp), in place of their mean. Rounds, releases and the credit for sampling
// are otherwise those of private_uploads.hpp.

#include <memory>
#include <vector>

#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {};
constexpr auto options =
    append(append(optimiser_options<Options>(), clip_options<Options>()),
           append(append(append(server_options<Options>(), client_unit_options<Options>()),
                         noise_by_options<Options>()),
                  step_noise_options<Options>()));

// -lr times the mean of the K gradients.
class MeanGradient final : public LocalSolver {
 public:
  explicit MeanGradient(const Options& o) : LocalSolver(o, o.records()), options_(o) {}

  void start(const Context& context, Index dimension, Index chains) override {
    LocalSolver::start(context, dimension, chains);
    memory_.start(context.slots());
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    auto& [gradient, move] = memory_[at.slot];
    sgd_.begin(at);
    gradient.resize(at.round.server.rows, 1);
    move.setZero(at.round.server.rows, 1);
    const std::int64_t steps = sgd_.steps(at);
    for (std::int64_t step = 0; step < steps; ++step) {
      sgd_.gradient(at, sgd_.next_rows(at), at.round.server, view(gradient));
      move += gradient;
    }
    move *= -options_.rate(at.round.k) / static_cast<double>(steps);
    return move;
  }
  const Eigen::MatrixXd& move(const Participant& at) override { return memory_[at.slot].move; }
  PrivateUploads::Path path() const override { return {.moves = false, .records = records_}; }
  Rest rest(const Context& context) const override {
    return everyone_takes_part(context, options_) && is_quiet(context)
               ? optimum(context.problem, options_)
               : Rest::unstated;
  }

 private:
  struct Memory {
    Eigen::MatrixXd gradient, move;
  };

  Options options_;
  PerSlot<Memory> memory_;
};

struct StatedGradient final : StatedMethod {
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort)
      moves.push_back(-round.rates.front() * client.gradient(round.theta));
    return moves;
  }
};

struct DistributedSgd final : StatedOptimiser {
  explicit DistributedSgd(const Options& o)
      : StatedOptimiser(o, std::make_unique<MeanGradient>(o), std::make_unique<StatedGradient>()) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DistributedSgd, Options, options>(
    {.name = "distributed_sgd",
     .numerics_revision = 2,
     .summary =
         "Distributed minibatch SGD: in each round, S of N clients send the mean of K gradients",
     .reference = "McMahan et al. (2017), FedSGD",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
