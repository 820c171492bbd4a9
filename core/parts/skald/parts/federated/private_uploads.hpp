// The moves that clients upload, sent as messages through a privacy mechanism that protects
// records.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/uploads.hpp"

namespace skald {

// The mechanism protects one record of one client against anyone who sees the uploads. Neighbouring
// data sets replace the record by another one or, under Poisson sampling, by an empty one (the
// number of rows is public).
//
// If the clip follows a quantile, every upload carries one more number: how many gradients of the
// round's rows (or batches), at the server's theta, were not longer than the clip. Each row counts
// by itself there, so replacing a record changes the count by at most 1 per draw. (At the local
// states, which depend on all earlier rows, all of them could change.) Move and count leave as one
// message: the count is scaled to a sensitivity of r times the move's, so the message has sqrt(1 +
// r^2) times the sensitivity of the move, and no release is added. In the terms of Andrew et al.
// (2021), section 3: z_move = z sqrt(1 + r^2) and z_count = z sqrt(1 + r^2) / r are the noise
// multipliers, with z_move^-2 + z_count^-2 = z^-2.
class PrivateUploads final : public Uploads {
 public:
  // Where a client evaluates its gradients, and over which rows.
  struct Path {
    bool moves = true;    // along its K steps; false: at the server's theta, their mean times lr
    double proximal = 0;  // curvature of the term that a method adds to every client's loss
    Sampling records = Sampling::without_replacement;
    bool remembers = false;  // see LocalSolver
  };
  // Throws std::invalid_argument if the clip follows a quantile and has no first norm.
  PrivateUploads(const OptimiserOptions& options, Path path)
      : options_(options), path_(path), clip_(options) {}

  void start(const Context& context, Index, Index chains) override {
    messages_.start(context.slots());
    clip_.start(chains);
    if (!clip_.active()) return;
    if (options_.shortens_work()) {
      throw std::invalid_argument(
          "clip_rule is quantile, whose counts take a client the gradients of all its steps, for "
          "which stragglers have no time: set clip_rule to given, or straggler_work to drop");
    }
    if (context.clients == nullptr) return;
    throw std::invalid_argument(
        "clip_rule is quantile, whose counts take a client longer than its K steps, and "
        "run.clients does not say by how much: set clip_rule to given, or leave run.clients out");
  }
  // Begins a round, in which clients clip to the norm of the round's chain.
  void begin(const Round& round, LocalSgd& local) override {
    if (!clip_.active()) return;
    local.clip_to(clip_.norm(round.chain));
    round.context.recorder.record("clip", clip_.norm(round.chain));
  }
  // Adds noise to the client's move by the mechanism, for `scale` times the move's sensitivity. The
  // client's rows are those of `local`, whose round is restarted if the clip needs a count.
  void protect(const Participant& at, LocalSgd& local, Eigen::MatrixXd& move,
               double scale) override {
    const Sensitivity first = sensitivity(at.round.context.problem, at.client);
    const double decay = options_.rate(at.round.k) / options_.lr;
    if (!clip_.active()) return add_noise(at, first.scaled(decay * scale), view(move));
    const double norm = clip_.norm(at.round.chain);
    const Sensitivity moved = first.scaled(decay * norm / options_.clip);
    const double unit = moved.bounded() ? options_.count_weight * moved.l2() : 1;
    Eigen::MatrixXd& message = messages_[at.slot].move_and_count;
    message.resize(move.rows() + 1, 1);
    message.topRows(move.rows()) = move;
    message(move.rows(), 0) = unit * unclipped(at, local, norm);
    const double joint = std::hypot(1, options_.count_weight);
    add_noise(at, moved.scaled(joint * scale), view(message));
    move = message.topRows(move.rows());
    messages_[at.slot].count = message(move.rows(), 0) / unit;
  }
  double noise_variance(const Participant& at) override { return messages_[at.slot].variance; }
  // What the upload says of the clip goes to the clip.
  void take(const Participant& at, const Eigen::MatrixXd& move, Rounds& rounds) override {
    Uploads::take(at, move, rounds);
    if (!clip_.active()) return;
    clip_.take(messages_[at.slot].count, counted(at.round.context.problem.examples(at.client)));
  }
  // Ends a round: adapts the chain's clip to the counts.
  void end(const Round& round, Rounds&) override {
    if (clip_.active()) clip_.end(round.chain);
  }
  // Noise comes first: compressing is post-processing.
  bool protects_last() const override { return false; }
  bool bounds_paths() const override { return true; }
  // Those of the clip: its count up, its norm down.
  double extra_bits() const override { return clip_.active() ? vector_bits(1) : 0; }
  void add_state(std::vector<NamedBlock>& state) override {
    if (clip_.active()) state.push_back(clip_.state());
  }
  // Declares one upload per round and client. A client that is not drawn sends nothing, but anyone
  // who sees the uploads knows who was drawn. Declares nothing if a sensitivity is infinite.
  void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                ReleasePlan& plan) const override {
    for (Index c = 0; c < problem.clients(); ++c) {
      if (!sensitivity(problem, c).bounded()) return plan.releases_nothing(why_unbounded());
    }
    const ClientSampling clients = rounds.sampling(problem);
    for (Index c = 0; c < problem.clients(); ++c) {
      const Index examples = problem.examples(c), batch = local_batch(options_, examples);
      const double rate = options_.epochs
                              ? 1  // every pass holds every record
                              : RecordBatches::rate(path_.records, options_.K, batch, examples);
      plan.add({.client = c,
                .relation = relation(),
                .count = iterations / options_.round_length(),
                .sampling = rate < 1 ? path_.records : Sampling::none,
                .rate = rate,
                .draws = local_steps(options_, examples) * batch,
                .participation = path_.remembers ? 1 : clients.rate(c),
                .has_fixed_cohorts = clients.has_fixed_size()});
    }
  }

  const char* why_unbounded() const {
    if (!std::isfinite(options_.clip)) return kNoClip;
    return "the clip is given, but local steps may pull neighbours apart without bound; set K to "
           "1, or momentum to 0 and a smaller lr under client_optimiser sgd, on a model that "
           "states the curvature of its "
           "prior; or set noise_at to step, where the sampler has it";
  }

  // The L2 distance, in units of the model and at the first step size, by which the move changes
  // when one record of client c is replaced by another and everything else stays equal, including
  // the positions of rows in the batches. It is proportional to how often the record is drawn.
  //  - A step whose batch holds the record moves by at most 2 lr clip / b more than the same step
  //    on equal data (Poisson: lr clip / b more than without it). Every permutation holds the
  //    record once; b is that of the smallest batch, and K the client's own number of steps.
  //  - A step on equal data does not move two states apart if its clipped rows are gradients of
  //    convex functions and lr L <= 2, where L covers rows, prior and proximal term (Hardt, Recht
  //    and Singer, 2016, lemma 3.7). The distances of the steps that hold the record then add up.
  //  - If the rows are convex only without clipping, clipping may turn their gradients, and a step
  //    on equal data moves two states apart by a factor of at most 2 / sqrt(4 - lr L) (derived in
  //    core/src/privacy/README.md).
  //  - Otherwise two equal batches may differ by 2 lr clip in every step after the first one that
  //    holds the record. The prior's gradient and the proximal term are not clipped, so a step by
  //    them alone must not move states apart.
  //  - A Poisson batch may hold all n rows, divided by b. Its curvature is then up to n / b times
  //    as large, and there is a bound only if steps with that curvature do not move states apart.
  //  - What is used of the curvature is public (PublicCurvature): no row of the data changes the
  //    bound.
  //  - Gradients at the server's theta do not depend on earlier steps: for every model, the
  //    distances of those that hold the record add up.
  //  - If the mean gradient of a batch is clipped instead of every row's, the record may turn all
  //    of it: 2 lr clip replaces 2 lr clip / b, and also lr clip / b. Once clipped, the gradient of
  //    many rows is no longer that of a convex function. No Poisson batch's gradient is longer than
  //    the clip.
  // A smaller step size shortens each of these distances in proportion, and fewer steps, those of a
  // straggler, make none of them longer while gradients move along. The distance is infinite if
  // nothing is clipped or the client's steps are not plain SGD; with several steps, also if the
  // model does not guarantee that a step by its prior moves no two states apart.
  Sensitivity sensitivity(const Problem& problem, Index c) const {
    const Sensitivity unbounded = Sensitivity::unbounded(relation());
    if (!std::isfinite(options_.clip) || !options_.steps_plainly()) return unbounded;
    const Index examples = problem.examples(c);
    const auto uses = static_cast<double>(permutations(examples));
    const auto K = static_cast<double>(local_steps(options_, examples));
    const auto batch = static_cast<double>(smallest_batch(examples));
    const bool whole = options_.clips_batches();
    const double parts = whole ? 1 : batch;  // the number by which a clipped gradient is divided
    const Sensitivity step = of_clipped().scaled(options_.lr);
    if (!path_.moves) return step.scaled(uses / (parts * K));
    if (K == 1) return step.scaled(1 / parts);
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
    const double unrelated =
        poisson && !whole ? std::numeric_limits<double>::infinity() : 1 / parts + K - 1;
    if (!curvature->convex_rows() || !(options_.lr * L <= 2)) return step.scaled(unrelated);
    const bool turns = whole || !curvature->convex_when_clipped();
    const double growth = turns ? 2 / std::sqrt(4 - options_.lr * L) : 1;
    double grown = 0;  // the distance due to a record that is used in the first steps
    for (double use = 1; use <= uses; ++use) grown += std::pow(growth, K - use);
    return step.scaled(std::min(grown / parts, unrelated));
  }

 private:
  struct Message {
    Eigen::MatrixXd move_and_count;
    double count = 0;     // as the server reads it
    double variance = 0;  // of the move's noise
  };

  Relation relation() const {
    return path_.records == Sampling::poisson ? Relation::zero_out : Relation::replace_one;
  }
  // How far the record can move the sum of the clipped gradients.
  Sensitivity of_clipped() const {
    if (options_.clips_batches()) return Sensitivity::of_distance(2 * options_.clip, relation());
    return Sensitivity::of_clipped_sum(options_.clip, relation());
  }
  void add_noise(const Participant& at, const Sensitivity& sensitivity, Block message) {
    const Context& context = at.round.context;
    messages_[at.slot].variance =
        variance_of(context.mechanism.law(at.client), sensitivity, message.rows);
    context.mechanism.privatize(context.random, {Role::mechanism, at.client, at.round.chain},
                                at.round.k, sensitivity, message);
  }
  // The number of steps whose rows are counted: all except those of a second permutation, so that a
  // record counts once.
  std::int64_t counted_steps(Index examples) const {
    if (path_.records != Sampling::without_replacement) return options_.K;
    if (options_.epochs) return local_steps(options_, examples) / *options_.epochs;
    return std::min<std::int64_t>(options_.K,
                                  std::max<Index>(examples / local_batch(options_, examples), 1));
  }
  // The number of gradients that are counted; under Poisson sampling, its expectation.
  double counted(Index examples) const {
    if (options_.epochs && !options_.clips_batches()) return static_cast<double>(examples);
    const Index each = options_.clips_batches() ? 1 : local_batch(options_, examples);
    return static_cast<double>(counted_steps(examples) * each);
  }
  double unclipped(const Participant& at, LocalSgd& local, double norm) const {
    double count = 0;
    local.for_each_norm(at, counted_steps(at.round.context.problem.examples(at.client)),
                        [&](double length) { count += length <= norm ? 1 : 0; });
    return count;
  }
  Index smallest_batch(Index examples) const {
    const Index batch = local_batch(options_, examples);
    return options_.epochs ? EpochBatches::smallest_batch(batch, examples) : batch;
  }
  // The number of times that a round may use a record; with replacement, per draw of the record.
  std::int64_t permutations(Index examples) const {
    if (options_.epochs) return *options_.epochs;
    if (path_.records != Sampling::without_replacement) return 1;
    return EpochBatches::permutations(options_.K, local_batch(options_, examples), examples);
  }

  OptimiserOptions options_;
  Path path_;
  AdaptiveClip clip_;
  PerSlot<Message> messages_;
};

}  // namespace skald
