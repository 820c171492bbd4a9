// FedPaq's rounds: local SGD, a privacy mechanism, a compressor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/compression/error_feedback.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/privacy/calibrated_round.hpp"
#include "skald/sampler.hpp"

namespace skald {

struct QuantisedOptions : OptimiserOptions {
  std::int64_t levels = 10;
  std::optional<std::string_view> compressor;  // left out: qsgd
  std::optional<double> keep;                  // left out: 0.5
  std::string_view coding = "fixed";
  std::optional<bool> error_feedback;  // left out: false

  CompressorOptions compression() const {
    return {compressor.value_or("qsgd"), levels, keep.value_or(0.5), coding,
            error_feedback.value_or(false)};
  }
};
inline constexpr const char* kWhereQuantised = "compressor=qsgd|null";
template <class Options>
constexpr Option<Options> levels_option() {
  return inherited<Options>("levels", &QuantisedOptions::levels,
                            "quantisation levels; 0: no quantisation")
      .only_if(kWhereQuantised)
      .symbol("s")
      .at_least(0);
}
template <class Options>
constexpr std::array<Option<Options>, 4> compressor_options() {
  return append(
      std::array<Option<Options>, 2>{
          inherited<Options>("compressor", &QuantisedOptions::compressor,
                             "compression of uploads. qsgd (if omitted): quantisation to `levels` "
                             "levels; none; sparsifier: each coordinate is kept with probability "
                             "`keep`; top_k, random_k: the largest, or any, `keep` d coordinates; "
                             "sign: the signs, times the mean modulus")
              .one_of(kCompressors),
          inherited<Options>("keep", &QuantisedOptions::keep,
                             "sparsifier: probability of keeping a coordinate; top_k, random_k: "
                             "share of the coordinates to keep; 0.5 if omitted")
              .only_if("compressor=sparsifier|top_k|random_k")
              .above(0)
              .at_most(1)},
      coding_options<Options>(&QuantisedOptions::coding, &QuantisedOptions::error_feedback,
                              kWhereQuantised));
}

// The largest x with e^x - 1 <= 2x, the inequality by which eq. 16 of private FedPaq credits the
// sampling of records.
inline constexpr double kLargestBaseLoss = 1.2564;

// Client c sends Q(y_K - theta + z), where y_K is the result of K steps of local SGD from the
// server's theta, z the privacy mechanism's noise (see private_uploads.hpp) and Q a compressor, by
// default the quantiser of QSGD. Since the noise is added first, compressing is post-processing, of
// this and with error feedback of earlier noisy moves. With unit client it sends Q(y_K - theta)
// scaled down to the clip, in as many bits: the scale belongs to the numbers that are sent, and no
// rounding makes the message longer than the clip.
class QuantisedRounds : public Sampler {
 public:
  explicit QuantisedRounds(const QuantisedOptions& o)
      : rounds_(o),
        local_(o, o.records()),
        uploads_(make_uploads(o, rounds_, {.records = o.records()})),
        compressor_(o.compression()),
        errors_(o.compression(), compressor_),
        protects_clients_(o.protects_clients()),
        noisy_steps_(o.adds_noise_to_steps()) {
    if (!uploads_->protects_last()) return;
    if (o.coding == "elias") {
      throw std::invalid_argument(
          "coding is elias, but unit is client, and the length of a message would tell of the "
          "client's move, which has no noise of its own: set coding to fixed");
    }
    if (!errors_.active()) return;
    throw std::invalid_argument(
        "error_feedback is true, but unit is client, whose messages are clipped after they are "
        "compressed, which no later message would make up for: set unit to record, or leave "
        "error_feedback out");
  }

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    refuse_unknown_lengths(context, theta.rows);
    rounds_.start(context, theta,
                  {.up = compressor_.bits(theta.rows).value_or(0) + uploads_->extra_bits(),
                   .down = vector_bits(theta.rows) + uploads_->extra_bits()});
    local_.start(context.slots());
    uploads_->start(context, theta.rows, theta.cols);
    memory_.start(context.slots());
    errors_.start(context.problem.clients(), theta.rows, theta.cols);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      uploads_->begin(round, local_);
      errors_.see(round.cohort);
      rounds_.for_each_client(
          round,
          [&](const Participant& client) {
            Eigen::MatrixXd& move = local_.train(client);
            if (uploads_->protects_last()) compress(client, move);
            uploads_->protect(client, local_, move);
            if (!uploads_->protects_last()) compress(client, move);
          },
          [&](const Participant& client) {
            if (!compressor_.bits(round.server.rows)) {
              round.context.ledger.bits_up += memory_[client.slot].bits;
            }
            uploads_->take(client, local_.move(client), rounds_);
          });
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
  std::span<const NamedBlock> state() override {
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
    errors_.add_state(state_);
    return state_;
  }
  void resize_state(std::span<const Index> columns) override { errors_.resize(columns.back()); }

 private:
  struct Memory {
    Eigen::MatrixXd uniforms;
    Compressor::Memory order;
    double bits = 0;  // of the message
  };

  void compress(const Participant& at, Eigen::MatrixXd& move) {
    Memory& own = memory_[at.slot];
    own.uniforms.resizeLike(move);
    if (compressor_.is_random()) {
      at.round.context.random.uniform({Role::quantiser, at.client, at.round.chain}, at.round.k,
                                      view(own.uniforms));
    }
    errors_.add(at.client, at.round.chain, view(move));
    own.bits = compressor_.compress(own.uniforms.data(), move.rows(), move.data(), own.order);
    errors_.keep_rest(at.client, at.round.chain, view(move));
  }
  // A report takes as long as its message, which a clock has to know before.
  void refuse_unknown_lengths(const Context& context, Index d) const {
    if (context.clients == nullptr || compressor_.bits(d)) return;
    throw std::invalid_argument(
        "run.clients times the uploads, but their length is known only once they are made, with "
        "coding elias or compressor sparsifier: choose another, or leave run.clients out");
  }

  Rounds rounds_;
  LocalSgd local_;
  std::unique_ptr<Uploads> uploads_;
  Compressor compressor_;
  ErrorFeedback errors_;
  bool protects_clients_;
  bool noisy_steps_;
  PerSlot<Memory> memory_;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
