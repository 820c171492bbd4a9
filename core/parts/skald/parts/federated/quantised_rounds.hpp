// FedPaq's rounds: local SGD, a privacy mechanism, a quantiser.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/quantiser.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/privacy/calibrated_round.hpp"
#include "skald/sampler.hpp"

namespace skald {

struct QuantisedOptions : OptimiserOptions {
  std::int64_t levels = 10;
};
template <class Options>
constexpr Option<Options> levels_option() {
  return inherited<Options>("levels", &QuantisedOptions::levels,
                            "quantisation levels; 0: no quantisation")
      .symbol("s")
      .at_least(0);
}

// The largest x with e^x - 1 <= 2x, the inequality by which eq. 16 of private FedPaq credits the
// sampling of records.
inline constexpr double kLargestBaseLoss = 1.2564;

// Client c sends Q(y_K - theta + z), where y_K is the result of K steps of local SGD from the
// server's theta, z the privacy mechanism's noise (see private_uploads.hpp) and Q the quantiser of
// QSGD. Since the noise is added first, quantising is post-processing. With unit client it sends
// Q(y_K - theta) scaled down to the clip, in as many bits: the scale belongs to the norm that is
// sent, and no rounding makes the message longer than the clip.
class QuantisedRounds : public Sampler {
 public:
  explicit QuantisedRounds(const QuantisedOptions& o)
      : rounds_(o),
        local_(o, o.records()),
        uploads_(make_uploads(o, rounds_, {.records = o.records()})),
        quantiser_(o.levels),
        protects_clients_(o.protects_clients()),
        noisy_steps_(o.adds_noise_to_steps()) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    rounds_.start(context, theta,
                  {.up = quantiser_.bits(theta.rows) + uploads_->extra_bits(),
                   .down = vector_bits(theta.rows) + uploads_->extra_bits()});
    local_.start(context.slots());
    uploads_->start(context, theta.rows, theta.cols);
    uniforms_.start(context.slots());
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      uploads_->begin(round, local_);
      rounds_.for_each_client(
          round,
          [&](const Participant& client) {
            Eigen::MatrixXd& move = local_.train(client);
            if (uploads_->protects_last()) quantise(client, move);
            uploads_->protect(client, local_, move);
            if (!uploads_->protects_last()) quantise(client, move);
          },
          [&](const Participant& client) { uploads_->take(client, local_.move(client), rounds_); });
      uploads_->end(round, rounds_);
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_->releases(problem, rounds_, iterations, plan);
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
                                               release.rate, mechanism.claim().delta));
    }
    if (!releases.empty()) claims.claims("eq. 16 of private FedPaq", most, "one round");
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void quantise(const Participant& at, Eigen::MatrixXd& move) {
    Eigen::MatrixXd& uniforms = uniforms_[at.slot];
    uniforms.resizeLike(move);
    at.round.context.random.uniform({Role::quantiser, at.client, at.round.chain}, at.round.k,
                                    view(uniforms));
    quantiser_.compress(uniforms.data(), move.rows(), move.data());
  }

  Rounds rounds_;
  LocalSgd local_;
  std::unique_ptr<Uploads> uploads_;
  Quantiser quantiser_;
  bool protects_clients_;
  bool noisy_steps_;
  PerSlot<Eigen::MatrixXd> uniforms_;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
