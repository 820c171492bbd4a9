// The moves that clients upload, as messages of a privacy mechanism.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "skald/federated/client_sampling.hpp"
#include "skald/federated/local_sgd.hpp"
#include "skald/federated/optimiser_options.hpp"
#include "skald/federated/record_batches.hpp"
#include "skald/federated/rounds.hpp"

namespace skald {

// The mechanism protects one record of one client, replaced by another (under Poisson sampling:
// replaced by an empty one, the number of rows being public) against whoever sees the uploads.
class PrivateUploads {
 public:
  // Where a client evaluates its gradients, and on which rows.
  struct Path {
    bool moves = true;    // along its K steps; false: at the server's theta, their mean times lr
    double proximal = 0;  // curvature of what a method adds to every client's loss
    Sampling records = Sampling::without_replacement;
  };
  explicit PrivateUploads(const OptimiserOptions& options) : options_(options) {}
  PrivateUploads(const OptimiserOptions& options, Path path) : options_(options), path_(path) {}

  void start(const Problem& problem) {
    sensitivity_.clear();
    for (Index c = 0; c < problem.clients(); ++c) sensitivity_.push_back(sensitivity(problem, c));
  }
  // Adds the mechanism's noise to the move of client c, for `scale` times its sensitivity.
  void privatize(const Round& round, Index c, Eigen::MatrixXd& move, double scale = 1) const {
    const double decay = options_.rate(round.k) / options_.lr;
    const Sensitivity& first = sensitivity_[static_cast<std::size_t>(c)];
    round.context.mechanism.privatize(round.context.random, {Role::mechanism, c, round.chain},
                                      round.k, first.scaled(decay * scale), view(move));
  }
  // One upload per round and client; a client that is not drawn sends nothing, but whoever sees the
  // uploads knows who was. Adds nothing where a sensitivity is infinite.
  void releases(const Problem& problem, const ClientSampling& clients, Index iterations,
                ReleasePlan& plan) const {
    for (Index c = 0; c < problem.clients(); ++c) {
      if (!sensitivity(problem, c).bounded()) return;
    }
    for (Index c = 0; c < problem.clients(); ++c) {
      const Index examples = problem.examples(c), batch = local_batch(options_, examples);
      const double rate = RecordBatches::rate(path_.records, options_.K, batch, examples);
      plan.add({.client = c,
                .relation = relation(),
                .count = iterations / options_.K,
                .sampling = rate < 1 ? path_.records : Sampling::none,
                .rate = rate,
                .draws = options_.K * batch,
                .participation = clients.rate(c)});
    }
  }

  // The L2 distance, in units of the model and at the first step size, by which the move changes
  // when one record of client c is replaced by another; everything else, the rows' places in the
  // batches included, is equal. With a record that is drawn several times it grows in proportion.
  //  - A step whose batch holds the record moves by at most 2 lr clip / b more than the same step
  //    on equal data (Poisson: lr clip / b more than without it). Every permutation holds the
  //    record once.
  //  - A step on equal data does not move two states apart if its clipped rows are gradients of
  //    convex functions and lr L <= 2, L over rows, prior and proximal term (Hardt, Recht and
  //    Singer, 2016, lemma 3.7): then the steps that hold the record add up.
  //  - Where only the rows as they are are convex, clipping may turn their gradients, and a step on
  //    equal data moves two states apart by a factor of at most 2 / sqrt(4 - lr L) (derived in
  //    core/src/privacy/README.md).
  //  - Otherwise two equal batches may differ by 2 lr clip in every step after the first that holds
  //    the record. The prior's gradient and the proximal term are not clipped: their step alone
  //    must not expand.
  //  - A Poisson batch may hold all n rows, divided by b: its curvature is up to n / b times as
  //    large, and only steps that do not expand then have a bound.
  //  - What is known of curvature is public (PublicCurvature): no row of the data changes the bound.
  //  - Gradients at the server's theta do not depend on the steps before them: those that hold the
  //    record add up for every model.
  // A smaller step size shortens every one of these in proportion. Infinite where nothing is
  // clipped, where the client has momentum, or where the model does not say that its prior's step
  // does not expand.
  Sensitivity sensitivity(const Problem& problem, Index c) const {
    const Sensitivity unbounded = Sensitivity::unbounded(relation());
    if (!std::isfinite(options_.clip) || options_.momentum != 0) return unbounded;
    const Index examples = problem.examples(c);
    const auto uses = static_cast<double>(permutations(examples));
    const auto K = static_cast<double>(options_.K);
    const auto batch = static_cast<double>(local_batch(options_, examples));
    const Sensitivity step =
        Sensitivity::of_clipped_sum(options_.clip, relation()).scaled(options_.lr);
    if (!path_.moves) return step.scaled(uses / (batch * K));
    if (options_.K == 1) return step.scaled(1 / batch);
    const auto* curvature =
        static_cast<const PublicCurvature*>(problem.model_extension(PublicCurvature::id));
    if (curvature == nullptr) return unbounded;
    const CurvatureBounds::Bounds prior = curvature->prior();
    const double share = problem.prior_share(c) / static_cast<double>(examples);
    const double unclipped = share * prior.L + path_.proximal;
    if (prior.m < 0 || options_.lr * unclipped > 2) return unbounded;
    const bool poisson = path_.records == Sampling::poisson;
    const double fullest = poisson ? static_cast<double>(examples) / batch : 1;
    const double L = curvature->largest_row_curvature() * fullest + unclipped;
    const double unrelated = poisson ? std::numeric_limits<double>::infinity() : 1 / batch + K - 1;
    if (!curvature->convex_rows() || !(options_.lr * L <= 2)) return step.scaled(unrelated);
    const double growth = curvature->convex_when_clipped() ? 1 : 2 / std::sqrt(4 - options_.lr * L);
    double grown = 0;  // of a record that the first steps use
    for (double use = 1; use <= uses; ++use) grown += std::pow(growth, K - use);
    return step.scaled(std::min(grown / batch, unrelated));
  }

 private:
  Relation relation() const {
    return path_.records == Sampling::poisson ? Relation::zero_out : Relation::replace_one;
  }
  // How often a round may use a record; drawn with replacement: per draw that gives it.
  std::int64_t permutations(Index examples) const {
    if (path_.records != Sampling::without_replacement) return 1;
    return EpochBatches::permutations(options_.K, local_batch(options_, examples), examples);
  }

  OptimiserOptions options_;
  Path path_;
  std::vector<Sensitivity> sensitivity_;  // of every client's upload, at the first step size
};

}  // namespace skald
