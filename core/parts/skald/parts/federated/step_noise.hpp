// Noise inside the local steps of a client: DP-SGD as the local solver.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "skald/mechanism.hpp"
#include "skald/parts/federated/client_sampling.hpp"
#include "skald/parts/federated/local_work.hpp"
#include "skald/parts/federated/record_batches.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/step_batches.hpp"

namespace skald {

// In every local step the mean of the rows' clipped gradients passes through the privacy mechanism
// (Abadi et al., 2016, algorithm 1). What the client does with it afterwards is post-processing:
// step sizes, momentum, prior, proximal term, control variates made of such gradients, quantising
// and the upload itself. So nothing is asked of the model, and the guarantee holds against anyone
// who sees every noisy gradient. It protects one record of one client; neighbours replace the
// record by another one or, where batches have random sizes, by an empty one (the number of rows is
// public).
//
// Three ways to come by a step's rows (core/src/privacy/README.md has the arguments):
//  - of its own: every step draws afresh, and is a message on a secret sample;
//  - of the round (a method with `frac`): the steps share out one sample. The record is in one
//    message of the round for each time that it is used, so that this many count, on the round's
//    sample; all others are functions of other rows and of earlier messages.
//  - of the epoch (balls in bins): the record is in one of its steps, which stays secret. A client
//    that misses some of them, or the end of the run, leaves messages out: at most an epoch.
class StepNoise {
 public:
  StepNoise(const OptimiserOptions& options, Sampling records)
      : options_(options), records_(records) {}

  bool active() const { return options_.adds_noise_to_steps(); }
  // Throws std::invalid_argument where a run that continues would draw the rest of an epoch anew: a
  // record could then be in two of its steps.
  void refuse_new_keys(const Mechanism& mechanism) const {
    if (records_ != Sampling::balls_in_bins || !mechanism.is_for_publication()) return;
    throw std::invalid_argument(
        "data_sampling is balls_in_bins, but privacy.release draws batches that nobody can repeat, "
        "so that a run that is interrupted could not finish an epoch: set data_sampling to "
        "poisson");
  }
  // Whether every step has rows of its own, whatever the round.
  bool draws_afresh() const { return active() && !options_.frac; }

  // How far the record moves the gradient of a step that uses it; with replacement, per use.
  Sensitivity sensitivity(Index examples) const {
    if (!std::isfinite(options_.clip)) return Sensitivity::unbounded(relation());
    // The record may turn a clipped mean altogether.
    if (options_.clips_batches()) return Sensitivity::of_distance(2 * options_.clip, relation());
    const double rows = StepBatches::mean_rows(records_, local_batch(options_, examples), examples);
    return Sensitivity::of_clipped_sum(options_.clip, relation()).scaled(1 / rows);
  }
  // Adds the mechanism's noise to the gradient of the client's step at that iteration. What is
  // sent is the descent direction: with K = 1 its noise is that of the upload, bit for bit.
  void protect(const Participant& at, std::int64_t iteration, Block gradient) const {
    const Context& context = at.round.context;
    gradient.matrix() *= -1;
    context.mechanism.privatize(context.random, {Role::mechanism, at.client, at.round.chain},
                                iteration, sensitivity(context.problem.examples(at.client)),
                                gradient);
    gradient.matrix() *= -1;
  }
  // The messages of client c in that many iterations, in a round of which it takes part at this
  // rate, unknown to observers.
  Release release(Index c, Index examples, Index iterations, double participation,
                  bool has_fixed_cohorts) const {
    const Index batch = local_batch(options_, examples);
    if (records_ == Sampling::balls_in_bins) {
      return epochs(c, StepBatches::bins(batch, examples), iterations);
    }
    const std::int64_t steps = draws_afresh() ? 1 : options_.K;  // that share a sample
    const double rate = RecordBatches::rate(records_, steps, batch, examples);
    return {.client = c,
            .relation = relation(),
            .count = iterations / options_.K,
            .steps = draws_afresh() ? options_.K : uses(batch, examples),
            .sampling = rate < 1 ? records_ : Sampling::none,
            .rate = rate,
            .draws = steps * batch,
            .participation = participation,
            .has_fixed_cohorts = has_fixed_cohorts};
  }

 private:
  Relation relation() const {
    return has_random_size(records_) ? Relation::zero_out : Relation::replace_one;
  }
  // The last epoch counts whole, and nothing is gained from clients that are drawn: an epoch is of
  // several rounds.
  Release epochs(Index c, std::int64_t bins, Index iterations) const {
    return {.client = c,
            .relation = relation(),
            .count = (iterations + bins - 1) / bins,
            .sampling = bins > 1 ? records_ : Sampling::none,
            .rate = 1 / static_cast<double>(bins)};
  }
  // How often the rounds of RecordBatches may use a record; with replacement, per draw.
  std::int64_t uses(Index batch, Index examples) const {
    if (records_ != Sampling::without_replacement) return 1;
    return EpochBatches::permutations(options_.K, batch, examples);
  }

  OptimiserOptions options_;
  Sampling records_;
};

}  // namespace skald
