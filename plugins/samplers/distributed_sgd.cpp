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

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {};
constexpr auto options =
    append(append(optimiser_options<Options>(), clip_options<Options>()),
           append(append(append(server_options<Options>(), client_unit_options<Options>()),
                         noise_by_options<Options>()),
                  step_noise_options<Options>()));

class DistributedSgd final : public Sampler {
 public:
  explicit DistributedSgd(const Options& o)
      : options_(o),
        rounds_(o),
        local_(o, o.records()),
        uploads_(make_uploads(o, rounds_, {.moves = false, .records = o.records()})) {}

  Output output() const override { return Output::point_estimate; }
  Rest rest() const override { return rest_; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    const double bits = vector_bits(theta.rows) + uploads_->extra_bits();
    rounds_.start(context, theta, {.up = bits, .down = bits});
    local_.start(context.slots());
    uploads_->start(context, theta.rows, theta.cols);
    memory_.start(context.slots());
    rest_ = everyone_takes_part(context, options_) && is_quiet(context)
                ? optimum(context.problem, options_)
                : Rest::unstated;
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      uploads_->begin(round, local_);
      rounds_.for_each_client(
          round,
          [&](const Participant& client) { uploads_->protect(client, local_, evaluate(client)); },
          [&](const Participant& client) {
            uploads_->take(client, memory_[client.slot].move, rounds_);
          });
      uploads_->end(round, rounds_);
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_->releases(problem, rounds_, iterations, plan);
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  struct Memory {
    Eigen::MatrixXd gradient, move;
  };

  Eigen::MatrixXd& evaluate(const Participant& at) {
    auto& [gradient, move] = memory_[at.slot];
    local_.begin(at);
    gradient.resize(at.round.server.rows, 1);
    move.setZero(at.round.server.rows, 1);
    const std::int64_t steps = local_.steps(at);
    for (std::int64_t step = 0; step < steps; ++step) {
      local_.gradient(at, local_.next_rows(at), at.round.server, view(gradient));
      move += gradient;
    }
    move *= -options_.rate(at.round.k) / static_cast<double>(steps);
    return move;
  }

  Options options_;
  Rest rest_ = Rest::unstated;
  Rounds rounds_;
  LocalSgd local_;
  std::unique_ptr<Uploads> uploads_;
  PerSlot<Memory> memory_;
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DistributedSgd, Options, options>(
    {.name = "distributed_sgd",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary =
         "Distributed minibatch SGD: in each round, S of N clients send the mean of K gradients",
     .reference = "McMahan et al. (2017), FedSGD",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
