// Mime and MimeLite: local steps that imitate a centralised optimiser with momentum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "skald/options.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/sampler.hpp"

namespace skald {

struct MimeOptions : OptimiserOptions {
  double beta = 0.9;
};
constexpr auto mime_options =
    append(optimiser_options<MimeOptions>(), server_lr_option<MimeOptions>(),
           option("beta", &MimeOptions::beta, "server momentum: m <- (1 - beta) gradient + beta m")
               .symbol("beta")
               .at_least(0)
               .below(1),
           record_unit_option<MimeOptions>(&OptimiserOptions::unit),
           upload_noise_option<MimeOptions>(&OptimiserOptions::noise_at));

// The momentum m belongs to the server and does not change during a round. Let c = sum_i n_i grad
// F_i(theta) / sum_i n_i over the cohort, from each client's full gradient at the state it received
// ("uniform" weights: their plain mean). Client i takes K steps
//
//   y <- y - lr ((1 - beta) g + beta m),   g = g_i(y)                          (MimeLite),
//                                          g = g_i(y) - g_i(theta) + c         (Mime),
//
// where both gradients of a step are over the same rows. Then m <- (1 - beta) c + beta m. In Mime
// the server sends theta and m, then c, and receives a gradient and a move; in MimeLite it does not
// send c.
class MimeRounds : public Sampler {
 public:
  MimeRounds(const MimeOptions& o, bool lite) : options_(o), lite_(lite), rounds_(o), local_(o) {
    refuse_clients(o.unit, "full gradients leave a client beside its move, without a clip");
    refuse_noisy_steps(o.noise_at, "full gradients leave a client beside its move, without noise");
  }

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    const double vector = vector_bits(theta.rows);
    rounds_.start(context, theta, {.up = 2 * vector, .down = (lite_ ? 2 : 3) * vector});
    local_.start(context.slots());
    momentum_.setZero(theta.rows, theta.cols);
    cohort_gradient_.resize(theta.rows, 1);
    reference_gradient_.start(context.slots());
    state_.clear();
    rounds_.add_state(state_);
    state_.push_back({"momentum", view(momentum_)});
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) { run(round); });
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void run(const Round& round) {
    find_cohort_gradient(round);
    auto m = momentum_.col(round.chain);
    const double beta = options_.beta;
    rounds_.for_each_client(
        round,
        [&](const Participant& client) {
          Eigen::MatrixXd& reference = reference_gradient_[client.slot];
          reference.resize(round.server.rows, 1);
          local_.train(client,
                       [&](const Rows& rows, const Eigen::MatrixXd&, Eigen::MatrixXd& gradient) {
                         if (!lite_) {
                           local_.gradient(client, rows, round.server, view(reference));
                           gradient += cohort_gradient_ - reference;
                         }
                         gradient = (1 - beta) * gradient + beta * m;
                       });
        },
        [&](const Participant& client) { rounds_.add(client.client, local_.move(client)); });
    m = (1 - beta) * cohort_gradient_ + beta * m;
  }
  void find_cohort_gradient(const Round& round) {
    Problem& problem = round.context.problem;
    cohort_gradient_.setZero();
    double total = 0;
    rounds_.for_each_client(
        round,
        [&](const Participant& client) {
          Eigen::MatrixXd& gradient = reference_gradient_[client.slot];
          gradient.resize(round.server.rows, 1);
          const Rows all = Rows::range(0, problem.examples(client.client));
          problem.risk_gradient(client.client, all, round.server, view(gradient));
        },
        [&](const Participant& client) {
          const double weight = rounds_.weight(client.client);
          cohort_gradient_ += weight * reference_gradient_[client.slot];
          total += weight;
        });
    cohort_gradient_ /= total;
  }

  MimeOptions options_;
  bool lite_;
  Rounds rounds_;
  LocalSgd local_;
  Eigen::MatrixXd momentum_;  // m, one column per chain
  Eigen::MatrixXd cohort_gradient_;
  PerSlot<Eigen::MatrixXd> reference_gradient_;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
