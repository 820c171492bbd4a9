// Uploads that are private already, since every local step had its noise.
#pragma once

#include <stdexcept>

#include "skald/parts/federated/step_noise.hpp"
#include "skald/parts/federated/uploads.hpp"

namespace skald {

// For LocalSgd with the same options, which adds the noise, if options ask for noise in the steps:
// uploads are post-processing. If they do not, nothing is protected, and nothing is released.
class NoisySteps final : public Uploads {
 public:
  // `remembers`: see LocalSolver.
  NoisySteps(const OptimiserOptions& options, Sampling records, bool remembers)
      : noise_(options, records), remembers_(remembers) {}

  void start(const Context& context, Index, Index) override {
    noise_.refuse_new_keys(context.mechanism);
  }
  void protect(const Participant&, LocalSgd&, Eigen::MatrixXd&, double scale) override {
    if (scale != 1) throw std::logic_error("the noise of local steps has one scale");
  }
  bool protects_last() const override { return false; }
  // Clients that are not drawn send nothing, but anyone who sees the uploads knows who was drawn.
  void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                ReleasePlan& plan) const override {
    if (!noise_.active()) {
      return plan.releases_nothing(
          "noise in uploads would not cover all that rows decide; set sampler.noise_at to step");
    }
    const ClientSampling clients = rounds.sampling(problem);
    for (Index c = 0; c < problem.clients(); ++c) {
      if (noise_.sensitivity(problem.examples(c)).bounded()) continue;
      return plan.releases_nothing(kNoClip);
    }
    for (Index c = 0; c < problem.clients(); ++c) {
      plan.add(noise_.release(c, problem.examples(c), iterations, remembers_ ? 1 : clients.rate(c),
                              clients.has_fixed_size()));
    }
  }

 private:
  StepNoise noise_;
  bool remembers_;
};

}  // namespace skald
