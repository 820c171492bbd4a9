// Updates of whole clients under a privacy mechanism: clipped, added up, noised once by the server.
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include "skald/parts/federated/adaptive_clip.hpp"
#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/uploads.hpp"

namespace skald {

// The mechanism protects all rows of one client against anyone who sees the models but not who took
// part in a round (McMahan, Ramage, Talwar and Zhang, 2018, Learning differentially private
// recurrent language models). A client's move, whatever its local steps did, is scaled down to norm
// C; the moves are added with equal weights and divided by the number of clients expected in a
// round, which depends on nobody's data; the server, which is trusted, adds noise to the sum. A
// move that is not finite counts as zero: no data may move the sum further than its bound.
//
// Neighbouring federations, by how a round's clients are drawn:
//  - poisson: a client contributes nothing instead of its move (zero_out; the number of clients is
//    public), which moves the sum by at most C;
//  - any other way: its rows are other ones, in any number (replace_one), which moves the sum by at
//    most 2 C for every time that it is drawn.
//
// If the clip follows a quantile (Andrew, Thakkar, McMahan and Ramaswamy, 2021), it is that of the
// lengths of moves. A client also hands over b - 1/2, b = 1 if its move was not longer than C. The
// bit is scaled by 2 r C, so that move and bit together are at most C sqrt(1 + r^2) long, and
// noised together with the moves: one release of sqrt(1 + r^2) times the sensitivity. Poisson
// cohorts then have the paper's split z_move = z sqrt(1 + r^2), 2 sigma_b = z sqrt(1 + r^2) / r.
class ClientUpdates final : public Uploads {
 public:
  // Throws std::invalid_argument for weights that depend on the clients' rows, and if the clip
  // follows a quantile and has no first norm.
  explicit ClientUpdates(const OptimiserOptions& options)
      : K_(options.K), weight_(options.count_weight), clip_(options) {
    if (options.weights == "uniform") return;
    throw std::invalid_argument(
        "unit is client, but weights examples gives a client more weight the more rows it has, "
        "which its clip does not bound: set weights to uniform");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    below_.start(context.slots());
    message_.resize(dimension + 1, 1);
    clip_.start(chains);
  }
  void begin(const Round& round, LocalSgd&) override {
    bits_ = 0;
    if (clip_.active()) round.context.recorder.record("clip", clip_.norm(round.chain));
  }
  void protect(const Participant& at, LocalSgd&, Eigen::MatrixXd& move, double scale) override {
    if (scale != 1) throw std::logic_error("the noise of whole clients has one scale");
    const double norm = clip_.norm(at.round.chain);
    if (!std::isfinite(norm)) return;
    const double length = move.stableNorm();
    below_[at.slot] = length <= norm;
    if (!std::isfinite(length)) {
      move.setZero();
    } else if (length > norm) {
      move *= norm / length;
    }
  }
  void take(const Participant& at, const Eigen::MatrixXd& move, Rounds& rounds) override {
    bits_ += rounds.factor(at.client) * (below_[at.slot] ? 0.5 : -0.5);
    rounds.add(at.client, move);
  }
  void end(const Round& round, Rounds& rounds) override {
    const double norm = clip_.norm(round.chain);
    if (!std::isfinite(norm)) return;
    const Sensitivity moves = Sensitivity::of_clipped_sum(norm, relation(rounds));
    if (!clip_.active()) return add_noise(round, moves, rounds.sum());
    const double unit = 2 * weight_ * norm;
    message_ << rounds.sum().matrix(), unit * bits_;
    add_noise(round, moves.scaled(std::hypot(1, weight_)), view(message_));
    rounds.sum().matrix() = message_.topRows(message_.rows() - 1);
    const double expected = rounds.expected_participants();
    clip_.take(message_(message_.rows() - 1) / unit + expected / 2, expected);
    clip_.end(round.chain);
  }

  bool protects_last() const override { return true; }
  double extra_bits() const override { return clip_.active() ? vector_bits(1) : 0; }
  void add_state(std::vector<NamedBlock>& state) override {
    if (clip_.active()) state.push_back(clip_.state());
  }
  void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                ReleasePlan& plan) const override {
    if (!std::isfinite(clip_.first())) return;
    const ClientSampling clients = rounds.sampling(problem);
    const double rate = clients.rate(0);
    plan.add({.unit = Unit::client,
              .relation = relation(rounds),
              .count = iterations / K_,
              .sampling = rate < 1 ? clients.law() : Sampling::none,
              .rate = rate,
              .draws = clients.participants(),
              .noised_by_server = true});
    if (!has_prior(problem)) return;
    plan.reads({.name = "counts",
                .why = "every client's loss has the prior with weight 1/n, where n counts the rows "
                       "of all clients",
                .remedy = "use a model without a prior (prior_precision 0)"});
  }

 private:
  static Relation relation(const Rounds& rounds) {
    return rounds.scheme() == ClientSampling::Scheme::poisson ? Relation::zero_out
                                                              : Relation::replace_one;
  }
  static bool has_prior(const Problem& problem) {
    const auto* curvature =
        static_cast<const PublicCurvature*>(problem.model_extension(PublicCurvature::id));
    if (curvature == nullptr) return true;
    const CurvatureBounds::Bounds prior = curvature->prior();
    return prior.m != 0 || prior.L != 0;
  }
  static void add_noise(const Round& round, const Sensitivity& sensitivity, Block message) {
    round.context.mechanism.privatize(round.context.random, {Role::mechanism, -1, round.chain},
                                      round.k, sensitivity, message);
  }

  std::int64_t K_;
  double weight_;  // r
  AdaptiveClip clip_;
  PerSlot<bool> below_;      // whether the client's move was not longer than the clip
  double bits_ = 0;          // summed over the round, each minus 1/2
  Eigen::MatrixXd message_;  // sum of the moves and scaled sum of the bits
};

}  // namespace skald
