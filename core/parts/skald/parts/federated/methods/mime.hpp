// Mime and MimeLite: local steps that imitate a centralised optimiser with momentum.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "skald/options.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"

namespace skald {

struct MimeOptions : OptimiserOptions {
  double beta = 0.9;
  std::string_view base = "momentum";
  std::optional<double> beta2, epsilon;  // left out: 0.99, 1e-3
};
constexpr auto mime_options =
    append(optimiser_options<MimeOptions>(), server_lr_option<MimeOptions>(),
           option("beta", &MimeOptions::beta, "server momentum m <- (1 - beta) gradient + beta m")
               .only_if("base=momentum|adam")
               .symbol("beta")
               .at_least(0)
               .below(1),
           option("base", &MimeOptions::base,
                  "optimiser that is imitated: momentum, adam or rmsprop, without bias correction")
               .one_of("momentum|adam|rmsprop"),
           option("beta2", &MimeOptions::beta2,
                  "adam, rmsprop: v <- (1 - beta2) gradient^2 + beta2 v; 0.99 if omitted")
               .symbol("beta2")
               .at_least(0)
               .below(1),
           option("epsilon", &MimeOptions::epsilon,
                  "adam, rmsprop: constant added to the square root of v; 1e-3 if omitted")
               .above(0),
           record_unit_option<MimeOptions>(&OptimiserOptions::unit),
           upload_noise_option<MimeOptions>(&OptimiserOptions::noise_at));

// The momentum m belongs to the server and does not change during a round. Let c = sum_i n_i grad
// F_i(theta) / sum_i n_i over the cohort, from each client's full gradient at the state it received
// ("uniform" weights: their plain mean). Client i takes K steps
//
//   y <- y - lr ((1 - beta) g + beta m),   g = g_i(y)                          (MimeLite),
//                                          g = g_i(y) - g_i(theta) + c         (Mime),
//
// where both gradients of a step are over the same rows and, in a model with dropout, with the same
// masks. Then m <- (1 - beta) c + beta m. With base
// adam a step is divided, coordinate by coordinate, by sqrt(v) + epsilon, where v, epsilon^2 at the
// start, becomes (1 - beta2) c^2 + beta2 v after a round; rmsprop is adam without m.
//
// As published, the server sends theta, m and v, then in Mime c, and receives a gradient and a
// move. Charged are theta and c (MimeLite: the c of the last round, if not the only moment itself),
// from which clients of the round before compute m and v, and these to clients that were absent;
// and of Mime's single steps, which are made of what the server has, the gradient alone.
class MimeSolver final : public LocalSolver {
 public:
  MimeSolver(const MimeOptions& o, bool lite)
      : LocalSolver(o, Sampling::without_replacement),
        options_(o),
        lite_(lite),
        adapts_(o.base != "momentum"),
        beta_(o.base == "rmsprop" ? 0 : o.beta) {
    refuse_unused_moments();
    refuse_clients(o.unit, "full gradients leave a client beside its move, without a clip");
    refuse_noisy_steps(o.noise_at, "full gradients leave a client beside its move, without noise");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    LocalSolver::start(context, dimension, chains);
    momentum_.setZero(dimension, chains);
    const double epsilon = options_.epsilon.value_or(1e-3);
    second_moment_.setConstant(dimension, adapts_ ? chains : 0, epsilon * epsilon);
    divisor_.resize(dimension);
    cohort_gradient_.resize(dimension, 1);
    reference_gradient_.start(context.slots());
  }
  void begin(const Round& round, const Rounds& rounds) override {
    find_cohort_gradient(round, rounds);
    if (adapts_) {
      divisor_ = second_moment_.col(round.chain).array().sqrt() + options_.epsilon.value_or(1e-3);
    }
  }
  Eigen::MatrixXd& train(const Participant& at) override {
    const double beta = beta_;
    const auto m = momentum_.col(at.round.chain);
    Eigen::MatrixXd& reference = reference_gradient_[at.slot];
    reference.resize(at.round.server.rows, 1);
    return sgd_.train(
        at, [&](const Rows& rows, const Eigen::MatrixXd& y, Eigen::MatrixXd& gradient) {
          if (!lite_) {
            sgd_.gradient(at, rows.choosing_at(view(y)), at.round.server, view(reference));
            gradient += cohort_gradient_ - reference;
          }
          gradient = (1 - beta) * gradient + beta * m;
          if (adapts_) gradient.array() /= divisor_;
        });
  }
  void end(const Round& round, Rounds&) override {
    auto m = momentum_.col(round.chain);
    m = (1 - beta_) * cohort_gradient_ + beta_ * m;
    if (!adapts_) return;
    const double beta2 = options_.beta2.value_or(0.99);
    auto v = second_moment_.col(round.chain);
    v = (1 - beta2) * cohort_gradient_.cwiseAbs2() + beta2 * v;
  }

  // Whoever has followed the rounds computes m and v from their c.
  Beside beside() const override {
    const double moments = (beta_ > 0 ? 1 : 0) + (adapts_ ? 1 : 0);
    const double published = (options_.base == "rmsprop" ? 0 : 1) + (adapts_ ? 1 : 0);
    if (!lite_) {
      return {.up = single_step() ? 0.0 : 1.0,
              .down = 1,
              .down_absent = moments,
              .published = Beside::Published{1, published + 1}};
    }
    const double last = std::min(moments, 1.0);  // the c of the last round, or the only moment
    return {.up = 1,
            .down_later = last,
            .down_absent = moments - last,
            .published = Beside::Published{1, published}};
  }
  bool leaves_bare() const override { return true; }
  Rest rest(const Context& context) const override {
    const bool stops = !adapts_ && everyone_takes_part(context, options_) &&
                       (!lite_ || options_.round_length() == 1);
    return stops ? optimum(context.problem, options_) : Rest::unstated;
  }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"momentum", view(momentum_)});
    if (adapts_) state.push_back({"second_moment", view(second_moment_)});
  }

 private:
  void refuse_unused_moments() const {
    if (adapts_ || !(options_.beta2 || options_.epsilon)) return;
    throw std::invalid_argument(
        "beta2 or epsilon is given, but base is momentum, which has no second moment: "
        "set base to adam or rmsprop, or leave them out");
  }
  // In Mime the first step is c and m alone, whatever the client's rows.
  bool single_step() const { return options_.K == 1 && !options_.epochs; }
  void find_cohort_gradient(const Round& round, const Rounds& rounds) {
    Problem& problem = round.context.problem;
    cohort_gradient_.setZero();
    double total = 0;
    rounds.for_each_client(
        round,
        [&](const Participant& client) {
          Eigen::MatrixXd& gradient = reference_gradient_[client.slot];
          gradient.resize(round.server.rows, 1);
          const Rows all = Rows::range(0, problem.examples(client.client));
          problem.risk_gradient(client.client, all, round.server, view(gradient));
        },
        [&](const Participant& client) {
          const double weight = rounds.weight(client.client);
          cohort_gradient_ += weight * reference_gradient_[client.slot];
          total += weight;
        });
    cohort_gradient_ /= total;
  }

  MimeOptions options_;
  bool lite_, adapts_;
  double beta_;                    // 0: no momentum
  Eigen::MatrixXd momentum_;       // m, one column per chain
  Eigen::MatrixXd second_moment_;  // v, one column per chain; none if it is not used
  Eigen::ArrayXd divisor_;         // sqrt(v) + epsilon of the round
  Eigen::MatrixXd cohort_gradient_;
  PerSlot<Eigen::MatrixXd> reference_gradient_;
};

// The formulas above; what is remembered is m and, of adam and rmsprop, v - epsilon^2.
class StatedMime final : public StatedMethod {
 public:
  StatedMime(const MimeOptions& o, bool lite)
      : beta_(o.base == "rmsprop" ? 0 : o.beta),
        beta2_(o.beta2.value_or(0.99)),
        epsilon_(o.epsilon.value_or(1e-3)),
        lite_(lite),
        has_plain_base_(o.base == "momentum") {}

  bool is_affine() const override { return has_plain_base_; }
  Index memories(Index) const override { return has_plain_base_ ? 1 : 2; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    AffineVector& m = round.memory.front();
    const AffineVector c =
        mean(round, [&](const StatedClient& client) { return client.gradient(round.theta); });
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      moves.push_back(descend(round, client, [&](const AffineVector& y) {
        AffineVector g = client.gradient(y);
        if (!lite_) g += c - client.gradient(round.theta);
        return over_root_of_v(round, (1 - beta_) * g + beta_ * m);
      }));
    }
    m = (1 - beta_) * c + beta_ * m;
    if (has_plain_base_) return moves;
    AffineVector::Shift& v = round.memory.back().shift;
    const double start = epsilon_ * epsilon_;
    for (Index i = 0; i < v.size(); ++i)
      v(i) = (1 - beta2_) * c.shift(i) * c.shift(i) + beta2_ * (v(i) + start) - start;
    return moves;
  }

 private:
  // Of numbers, unless the base is plain.
  AffineVector over_root_of_v(const StatedRound& round, AffineVector step) const {
    if (has_plain_base_) return step;
    const AffineVector::Shift& v = round.memory.back().shift;
    for (Index i = 0; i < v.size(); ++i)
      step.shift(i) /= std::sqrt(v(i) + epsilon_ * epsilon_) + epsilon_;
    return step;
  }

  double beta_, beta2_, epsilon_;
  bool lite_, has_plain_base_;
};

struct MimeRounds : StatedOptimiser {
  MimeRounds(const MimeOptions& o, bool lite)
      : StatedOptimiser(o, std::make_unique<MimeSolver>(o, lite),
                        std::make_unique<StatedMime>(o, lite)) {}
};

}  // namespace skald
