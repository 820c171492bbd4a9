// FedPaq's rounds: local SGD, a privacy mechanism, a compressor.
#pragma once

#include <algorithm>
#include <memory>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/parts/privacy/calibrated_noise.hpp"

namespace skald {

// The largest x with e^x - 1 <= 2x, the inequality by which eq. 16 of private FedPaq credits the
// sampling of records.
inline constexpr double kLargestBaseLoss = 1.2564;

// Client c sends Q(y_K - theta + z), where y_K is the result of K steps of local SGD from the
// server's theta, z the privacy mechanism's noise (see private_uploads.hpp) and Q a compressor, by
// default the quantiser of QSGD. Since the noise is added first, compressing is post-processing, of
// this and with error feedback of earlier noisy moves. With unit client it sends Q(y_K - theta)
// scaled down to the clip, in as many bits: the scale belongs to the numbers that are sent, and no
// rounding makes the message longer than the clip.
class FedPaqRounds : public StatedOptimiser {
 public:
  explicit FedPaqRounds(const CompressedOptions& o)
      : StatedOptimiser(o, std::make_unique<SgdSolver>(o, o.records()),
                        std::make_unique<StatedSgd>(), o.compression("qsgd")),
        protects_clients_(o.protects_clients()),
        noisy_steps_(o.adds_noise_to_steps()) {}

  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    FederatedOptimiser::releases(problem, iterations, plan);
    if (protects_clients_ || noisy_steps_) return;
    plan.warns({.why = "eq. 16 uses e^x - 1 <= 2x", .false_above = kLargestBaseLoss});
  }
  void claims(const Problem& problem, Index iterations, const Mechanism& mechanism,
              PublishedClaims& claims) const override {
    if (protects_clients_) {
      return claims.claims_nothing("eq. 16 is stated for records of a client");
    }
    if (noisy_steps_) return claims.claims_nothing("eq. 16 is stated for noise on whole uploads");
    double most = 0;
    const auto releases = calibrated_releases(*this, problem, iterations, mechanism);
    for (const Release& release : releases) {
      most = std::max(most, calibrated_epsilon(mechanism.law(release.client).multiplier,
                                               release.rate, mechanism.claim().value().delta));
    }
    if (!releases.empty()) claims.claims("eq. 16 of private FedPaq", most, "one round");
  }

 private:
  bool protects_clients_;
  bool noisy_steps_;
};

}  // namespace skald
