// Noise of whole clients that cancels in the sum of a round's uploads, each of which the server
// sees.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/gossip/graph.hpp"
#include "skald/parts/privacy/pairwise_noise.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Client i of a cohort of S, neighbours in the topology's graph of S places, uploads
//
//   clip(move) + u_i + sum_j v_ij over its neighbours j,   u_i ~ N(0, s^2 I),
//   v_ij = -v_ji ~ N(0, (pair_noise s)^2 I), fresh in every round
//
// (DECOR: Allouah et al., 2024, algorithm 1; here with clients as units). All pairs are in the sum,
// so that it has the own noise alone, of variance S s^2. The server sees every upload and learns
// from `colluding` clients of the cohort all that they know. Of a client whose move differs by D it
// sees what the Gaussian mechanism of multiplier z shows, at worst, if s = z f D, f^2 the worst
// coalition's mu^2 at s = D (pairwise_noise.hpp). z is the mechanism's: it is calibrated as for any
// other release, and f, at most 1, is what pairs save. f >= 1 / sqrt(S - colluding): the mean has
// at least the noise of one server that is trusted.
class PairNoise {
 public:
  // Throws std::invalid_argument if the pairs of a round may not be complete.
  explicit PairNoise(const OptimiserOptions& options)
      : pair_(options.pair_noise), colluding_(options.colluding), S_(options.S) {
    graph_options_.topology = options.topology;
    graph_options_.edges = options.edges;
    if (!options.drops_stragglers()) return;
    throw std::invalid_argument(
        "noise_by is pairs, but a straggler that is dropped leaves the noise of its pairs in the "
        "sum: set straggler_work to partial, or stragglers to 0");
  }

  // Throws std::invalid_argument if the cohort has no such graph, or nobody in it is honest.
  void start(const Context& context, Index message) {
    refuse_other_noise(context.mechanism.law(0));
    const Index cohort = cohort_of(context.problem);
    check(cohort);
    graph_.emplace(graph_options_, cohort);
    share_ = std::sqrt(pairwise::worst_coalition(*graph_, {1, pair_}, colluding_).squared_mu);
    neighbours_.setZero(cohort);
    for (const auto& [i, j] : graph_->edges()) {
      ++neighbours_(i);
      ++neighbours_(j);
    }
    sums_.resize(message, cohort);
    pairs_.first().resize(message, 1);
    pairs_.start(context.slots());
  }
  // Draws what the pairs of the round share: for each place of the cohort the sum of its v_ij, in
  // standard deviations.
  void begin(const Round& round) {
    if (is_void(round.context.mechanism)) return;
    const Context& context = round.context;
    const auto& edges = graph_->edges();
    sums_.setZero();
    context.parallel(
        std::ssize(edges),
        [&](Index e, Index slot) {
          context.random.normal({Role::mechanism, context.problem.clients() + e, round.chain},
                                round.k, view(pairs_[slot]));
        },
        [&](Index e, Index slot) {
          const auto& [i, j] = edges[static_cast<std::size_t>(e)];
          sums_.col(i) += pairs_[slot];
          sums_.col(j) -= pairs_[slot];
        });
  }
  // What the own noise is scaled by: f.
  double share() const { return share_; }
  // Adds the noise that the client shares with others to its message, whose own noise is for that
  // sensitivity.
  void add(const Round& round, Index client, const Sensitivity& own, Block message) const {
    if (is_void(round.context.mechanism)) return;
    const double s = round.context.mechanism.law(client).multiplier * own.l2();
    message.matrix() += pair_ * s * sums_.col(place_of(round, client));
  }
  // The variance of a client's noise over that of its own.
  double widening(const Round& round, Index client) const {
    return 1 + pair_ * pair_ * neighbours_(place_of(round, client));
  }
  // Throws std::invalid_argument if nobody in a cohort is honest.
  void check(const Problem& problem) const { check(cohort_of(problem)); }

 private:
  static Index place_of(const Round& round, Index client) {
    return std::lower_bound(round.cohort.begin(), round.cohort.end(), client) -
           round.cohort.begin();
  }
  static bool is_void(const Mechanism& mechanism) { return !(mechanism.law(0).multiplier > 0); }
  static void refuse_other_noise(const NoiseLaw& law) {
    if (law.kind == NoiseLaw::Kind::none || law.kind == NoiseLaw::Kind::gaussian) return;
    throw std::invalid_argument(
        "noise_by is pairs, but what a coalition learns is known of Gaussian noise alone: choose "
        "privacy gaussian or local_gaussian, or set noise_by to server");
  }
  Index cohort_of(const Problem& problem) const { return S_.value_or(problem.clients()); }
  void check(Index cohort) const {
    if (colluding_ < cohort) return;
    throw std::invalid_argument("colluding is " + std::to_string(colluding_) +
                                ", but a round has " + std::to_string(cohort) +
                                " clients, of whom at least one must be honest: lower colluding");
  }

  double pair_;  // in own standard deviations
  Index colluding_;
  std::optional<std::int64_t> S_;
  TopologyOptions graph_options_;
  std::optional<Graph> graph_;
  double share_ = 1;
  Eigen::VectorXd neighbours_;  // of each place, how many
  Eigen::MatrixXd sums_;        // a column for each place of the cohort
  PerSlot<Eigen::MatrixXd> pairs_;
};

}  // namespace skald
