// The moves that clients upload, as messages of a privacy mechanism.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "skald/federated/epoch_batches.hpp"
#include "skald/federated/local_sgd.hpp"
#include "skald/federated/optimiser_options.hpp"
#include "skald/federated/rounds.hpp"

namespace skald {

// The mechanism protects one record of one client, replaced by another, against whoever sees the
// uploads.
class PrivateUploads {
 public:
  // Where a client evaluates its gradients.
  struct Path {
    bool moves = true;    // along its K steps; false: at the server's theta, their mean times lr
    double proximal = 0;  // curvature of what a method adds to every client's loss
  };
  explicit PrivateUploads(const OptimiserOptions& options) : options_(options) {}
  PrivateUploads(const OptimiserOptions& options, Path path) : options_(options), path_(path) {}

  void start(const Problem& problem) {
    sensitivity_.clear();
    for (Index c = 0; c < problem.clients(); ++c) sensitivity_.push_back(sensitivity(problem, c));
  }
  // Adds the mechanism's noise to the move of client c.
  void privatize(const Round& round, Index c, Eigen::MatrixXd& move) const {
    const double decay = options_.rate(round.k) / options_.lr;
    round.context.mechanism.privatize(round.context.random, {Role::mechanism, c, round.chain},
                                      round.k,
                                      sensitivity_[static_cast<std::size_t>(c)].scaled(decay),
                                      view(move));
  }
  // One upload per round and client; a client that is not drawn sends nothing, but an observer of
  // the uploads knows who was: no credit is taken for client sampling. Adds nothing where a
  // sensitivity is infinite.
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const {
    for (Index c = 0; c < problem.clients(); ++c) {
      if (!sensitivity(problem, c).bounded()) return;
    }
    for (Index c = 0; c < problem.clients(); ++c) {
      const double rate = sampling_rate(problem.examples(c));
      plan.add({.client = c,
                .relation = sensitivity(problem, c).relation(),
                .count = iterations / options_.K,
                .sampling = rate < 1 ? Sampling::without_replacement : Sampling::none,
                .rate = rate});
    }
  }

  // The L2 distance, in units of the model and at the first step size, by which the move changes
  // when one record of client c is replaced by another; everything else, the rows' places in the
  // batches included, is equal.
  //  - A step whose batch holds the record moves by at most 2 lr clip / b more than the same step
  //    on equal data. Every permutation holds the record once.
  //  - A step on equal data does not move two states apart if its clipped rows are gradients of
  //    convex functions and lr L <= 2, L over rows, prior and proximal term (Hardt, Recht and
  //    Singer, 2016, lemma 3.7): then the steps that hold the record add up.
  //  - Otherwise two equal batches may differ by 2 lr clip in every step after the first that holds
  //    the record. The prior's gradient and the proximal term are not clipped: their step alone
  //    must not expand.
  //  - Gradients at the server's theta do not depend on the steps before them: those that hold the
  //    record add up for every model.
  // A smaller step size shortens every one of these in proportion. Infinite where nothing is
  // clipped, where the client has momentum, or where the model does not say that its prior's step
  // does not expand.
  Sensitivity sensitivity(const Problem& problem, Index c) const {
    const Sensitivity unbounded = Sensitivity::unbounded(Relation::replace_one);
    if (!std::isfinite(options_.clip) || options_.momentum != 0) return unbounded;
    const Index examples = problem.examples(c);
    const auto uses = static_cast<double>(permutations(examples));
    const auto K = static_cast<double>(options_.K);
    const auto batch = static_cast<double>(local_batch(options_, examples));
    const Sensitivity step =
        Sensitivity::of_clipped_sum(options_.clip, Relation::replace_one).scaled(options_.lr);
    if (!path_.moves) return step.scaled(uses / (batch * K));
    const auto* curvature =
        static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
    if (curvature == nullptr) return unbounded;
    const auto prior = curvature->bounds(Rows::range(0, 0), problem.prior_share(c));
    const double unclipped = prior.L / static_cast<double>(examples) + path_.proximal;
    if (prior.m < 0 || options_.lr * unclipped > 2) return unbounded;
    const double L = curvature->largest_row_curvature() + unclipped;
    if (curvature->convex_when_clipped() && options_.lr * L <= 2) {
      return step.scaled(uses / batch);
    }
    return step.scaled(1 / batch + K - 1);
  }

 private:
  std::int64_t permutations(Index examples) const {
    return EpochBatches::permutations(options_.K, local_batch(options_, examples), examples);
  }
  // Share of its rows that a client uses in one round: a sample without replacement, or all.
  double sampling_rate(Index examples) const {
    if (permutations(examples) > 1) return 1;
    return static_cast<double>(options_.K * local_batch(options_, examples)) /
           static_cast<double>(examples);
  }

  OptimiserOptions options_;
  Path path_;
  std::vector<Sensitivity> sensitivity_;  // of every client's upload, at the first step size
};

}  // namespace skald
