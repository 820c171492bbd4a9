// Updates of whole clients under a privacy mechanism: clipped, added up, noised once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/correlated_rounds.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/pair_noise.hpp"
#include "skald/parts/federated/uploads.hpp"
#include "skald/parts/privacy/whole_clients.hpp"

namespace skald {

// The mechanism protects all rows of one client (McMahan, Ramage, Talwar and Zhang, 2018, algorithm
// 1). A client's move, whatever its local steps did, is scaled down to norm C; the moves are added
// with equal weights, their sum gets noise once, and is divided by the number of clients expected
// in a round, which depends on nobody's data. A move that is not finite counts as zero: no data may
// move the sum further than its bound.
//
// Neighbouring federations, by how a round's clients are drawn:
//  - poisson, and where clients take turns: a client contributes nothing instead of its move
//    (zero_out; the number of clients is public), which moves the sum by at most C;
//  - any other way: its rows are other ones, in any number (replace_one), which moves the sum by at
//    most 2 C for every time that it is drawn.
//
// Who adds the noise:
//  - the server, which is trusted: protected against anyone who sees the models, but not who took
//    part in a round;
//  - the clients: each of S adds 1 / ((1 - f) S) of the noise's variance, and the server learns
//    nothing but the sum (secure aggregation), so that it is held off too, as long as no more than
//    a share f of a round's clients drops out or tells it their noise. The noise is Gaussian, or
//    discrete Gaussian (Kairouz, Liu and Steinke, 2021, The distributed discrete Gaussian mechanism
//    for federated learning with secure aggregation), whose sum is as good as one such draw
//    (core/src/privacy/README.md). Cohorts have a fixed size, lest an empty one had no noise;
//  - the clients in pairs: each adds noise of its own, and noise that cancels in the sum, so that
//    the server may see every upload (pair_noise.hpp).
// Who takes turns takes part in a known share of the rounds, S / N, and nothing is sampled. The
// noise may then be correlated over rounds (correlated_rounds.hpp).
//
// If the clip follows a quantile (Andrew, Thakkar, McMahan and Ramaswamy, 2021), it is that of the
// lengths of moves. A client also hands over b - 1/2, b = 1 if its move was not longer than C. The
// bit is scaled by 2 r C, so that move and bit together are at most C sqrt(1 + r^2) long, and
// noised together with the move: one release of sqrt(1 + r^2) times the sensitivity. Poisson
// cohorts then have the paper's split z_move = z sqrt(1 + r^2), 2 sigma_b = z sqrt(1 + r^2) / r.
// The sum of the moves' squared norms may be released with that of the moves: under norms
// "released" it takes the bits' place, scaled by w / C. Then move and number are at most C sqrt(1 +
// w^2) long. If a move of norm C is replaced by one of norm r C, they move by C (1 + r) sqrt(1 +
// w^2 (1 - r)^2), at most 2 C while w^2 <= 2: the number is then free.
class ClientUpdates final : public Uploads {
 public:
  // Throws std::invalid_argument for weights that depend on the clients' rows, if clients whose
  // number is random are to add the noise, and if the clip follows a quantile and has no first
  // norm.
  ClientUpdates(const OptimiserOptions& options, ClientSampling::Scheme scheme)
      : K_(options.round_length()),
        releases_norms_(options.norms == "released"),
        weight_(releases_norms_ ? options.norm_weight : options.count_weight),
        noise_by_(options.noise_by),
        by_clients_(options.noise_by != "server"),
        dropout_(options.dropout.value_or(0)),
        scheme_(scheme),
        clip_(options) {
    refuse_uneven(options.weights);
    refuse_random_shares();
    if (options.correlation != "none") correlated_.emplace(options);
    if (noise_by_ == "pairs") pairs_.emplace(options);
  }

  void start(const Context& context, Index dimension, Index chains) override {
    memory_.start(context.slots());
    clip_.start(chains);
    if (correlated_) correlated_->start(context, dimension, chains);
    if (!by_clients_) return;
    if (pairs_) {
      pairs_->start(context, dimension + (clip_.active() ? 1 : 0));
    } else {
      refuse_other_noise(context.mechanism.law(-1));
    }
    if (context.clients == nullptr || context.clients->waits_for_all()) return;
    throw std::invalid_argument(
        "noise_by is " + noise_by_ +
        ", but with availability, dropout, deadline or over_selection of run.clients nobody knows "
        "whose noise a round will have: leave them out, or set noise_by to server");
  }
  void begin(const Round& round, LocalSgd&) override {
    bits_ = 0;
    if (pairs_) pairs_->begin(round);
    if (clip_.active()) round.context.recorder.record("clip", clip_.norm(round.chain));
  }
  void protect(const Participant& at, LocalSgd&, Eigen::MatrixXd& move, double scale) override {
    if (scale != 1) throw std::logic_error("the noise of whole clients has one scale");
    const double norm = clip_.norm(at.round.chain);
    Memory& memory = memory_[at.slot];
    const bool clips = std::isfinite(norm);
    const bool is_short = clips && clip_whole(norm, move);
    memory.bit = releases_norms_ ? move.squaredNorm() : is_short ? 0.5 : -0.5;
    if (!clips || !by_clients_) return;
    const double shares = sharers(static_cast<double>(at.round.cohort.size()));
    const double share = pairs_ ? pairs_->share() : 1 / std::sqrt(shares);
    add_noise(at.round, at.client, share, view(move), memory.bit, memory.message);
    memory.variance = variance_of(at.round.context.mechanism.law(at.client),
                                  of_message(at.round.chain, share), move.rows());
    if (pairs_) memory.variance *= pairs_->widening(at.round, at.client);
  }
  void take(const Participant& at, const Eigen::MatrixXd& move, Rounds& rounds) override {
    bits_ += rounds.factor(at.client) * memory_[at.slot].bit;
    rounds.add(at.client, move);
  }
  void end(const Round& round, Rounds& rounds) override {
    if (!std::isfinite(clip_.norm(round.chain))) return;
    if (correlated_) {
      return correlated_->add_noise(round, clip_.norm(round.chain), relation(), rounds.sum());
    }
    if (!by_clients_) add_noise(round, -1, 1, rounds.sum(), bits_, memory_[0].message);
    if (!clip_.active()) return;
    const double expected = rounds.expected_participants(round);
    clip_.take(bits_ + expected / 2, expected);
    clip_.end(round.chain);
  }

  double noise_variance(const Participant& at) override { return memory_[at.slot].variance; }
  double squared_norms() const override { return bits_; }
  bool protects_last() const override { return true; }
  double extra_bits() const override { return clip_.active() ? vector_bits(1) : 0; }
  void add_state(std::vector<NamedBlock>& state) override {
    if (clip_.active()) state.push_back(clip_.state());
    if (correlated_) state.push_back(correlated_->state());
  }
  void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                ReleasePlan& plan) const override {
    if (!std::isfinite(clip_.first())) return plan.releases_nothing(kNoClip);
    const ClientSampling clients = rounds.sampling(problem);
    const double rate = clients.rate(0);
    const std::int64_t count = iterations / K_;
    const bool in_turn = scheme_ == ClientSampling::Scheme::cyclic;
    Release release{
        .unit = Unit::client,
        .relation = relation(),
        .count = in_turn ? turns(problem.clients(), clients.participants(), count).most : count,
        .sampling = rate < 1 ? clients.law() : Sampling::none,
        .rate = in_turn ? 1 : rate,
        .draws = clients.participants(),
        .noised_by_server = !by_clients_};
    if (pairs_) {
      pairs_->check(problem);
      for (release.client = 0; release.client < problem.clients(); ++release.client) {
        plan.add(release);
      }
    } else {
      plan.add(correlated_ ? correlated_->release(problem.clients(), count, relation()) : release);
    }
    read_counts_of_prior(problem, plan);
  }

 private:
  struct Memory {
    double bit = 0;           // b - 1/2, with the client's noise if it adds any; or a squared norm
    Eigen::MatrixXd message;  // move and scaled bit
    double variance = 0;      // of the noise that the client adds
  };

  void refuse_random_shares() const {
    if (!by_clients_ || scheme_ == ClientSampling::Scheme::cohort ||
        scheme_ == ClientSampling::Scheme::cyclic ||
        scheme_ == ClientSampling::Scheme::without_replacement) {
      return;
    }
    throw std::invalid_argument(
        "noise_by is " + noise_by_ +
        ", but how many clients a round has is random, and few of them would add too little noise: "
        "set client_sampling to without_replacement, or noise_by to server");
  }
  static void refuse_other_noise(const NoiseLaw& law) {
    if (law.kind == NoiseLaw::Kind::none || law.kind == NoiseLaw::Kind::gaussian ||
        law.kind == NoiseLaw::Kind::discrete_gaussian) {
      return;
    }
    throw std::invalid_argument(
        "noise_by is clients, but only Gaussian shares add up to noise of their own kind: choose "
        "privacy gaussian or discrete_gaussian, or set noise_by to server");
  }
  Relation relation() const {
    const bool zero_out =
        scheme_ == ClientSampling::Scheme::poisson || scheme_ == ClientSampling::Scheme::cyclic;
    return zero_out ? Relation::zero_out : Relation::replace_one;
  }
  // How many of a round's clients add noise at least.
  double sharers(double clients) const {
    return std::max(clients - std::floor(dropout_ * clients), 1.0);
  }
  // That of the sums of moves and bits, or of moves alone, times `scale`.
  Sensitivity of_message(Index chain, double scale) const {
    const double norm = clip_.norm(chain);
    const Sensitivity moved = Sensitivity::of_clipped_sum(norm, relation()).scaled(scale);
    if (releases_norms_) return moved.scaled(beside_norms(relation(), weight_));
    return clip_.active() ? moved.scaled(std::hypot(1, weight_)) : moved;
  }
  // By how much the sum of squared norms, of weight w, adds to the sensitivity of that of moves.
  static double beside_norms(Relation relation, double w) {
    if (relation != Relation::replace_one) return std::hypot(1, w);
    if (w * w <= 2) return 1;
    const double r = (1 - std::sqrt(1 - 2 / (w * w))) / 2;
    return std::max(1.0, (1 + r) / 2 * std::hypot(1, w * (1 - r)));
  }
  // Adds noise to moves and bits (one client's, or the round's sums) for `scale` times the
  // sensitivity of their sums.
  void add_noise(const Round& round, Index sender, double scale, Block moves, double& bits,
                 Eigen::MatrixXd& message) const {
    const auto privatize = [&](const Sensitivity& sensitivity, Block block) {
      if (pairs_) pairs_->add(round, sender, sensitivity, block);
      round.context.mechanism.privatize(round.context.random,
                                        {Role::mechanism, sender, round.chain}, round.k,
                                        sensitivity, block);
    };
    const Sensitivity whole = of_message(round.chain, scale);
    if (!clip_.active() && !releases_norms_) return privatize(whole, moves);
    const double norm = clip_.norm(round.chain);
    const double unit = releases_norms_ ? weight_ / norm : 2 * weight_ * norm;
    message.resize(moves.rows + 1, 1);
    message << moves.matrix(), unit * bits;
    privatize(whole, view(message));
    moves.matrix() = message.topRows(moves.rows);
    bits = message(moves.rows, 0) / unit;
  }

  std::int64_t K_;
  bool releases_norms_;
  double weight_;  // r, or w
  std::string noise_by_;
  bool by_clients_;
  double dropout_;  // f
  ClientSampling::Scheme scheme_;
  AdaptiveClip clip_;
  std::optional<CorrelatedRounds> correlated_;
  std::optional<PairNoise> pairs_;
  PerSlot<Memory> memory_;
  double bits_ = 0;  // summed over the round
};

}  // namespace skald
