// Noise for whole clients that is correlated over rounds.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/privacy/correlated/correlated_stream.hpp"
#include "skald/sampler.hpp"

namespace skald {

// How often a client takes part in that many rounds if clients take turns, S at a time.
inline ParticipationLimit turns(std::int64_t clients, std::int64_t S, std::int64_t rounds) {
  return {.rounds = rounds,
          .most = rounds / clients * S + (rounds % clients * S + clients - 1) / clients,
          .separation = std::max<std::int64_t>(1, clients / S)};
}

// The sums of moves over `horizon` rounds, in which clients take turns, get one Gaussian release's
// noise: round t the noise (C^-1 z)_t (factorisation.hpp). It cancels in the sums over rounds, of
// which models are made, if the server moves by the moves' average (server sgd or momentum).
class CorrelatedRounds {
 public:
  // Throws std::invalid_argument if options are missing or contradict each other.
  explicit CorrelatedRounds(const OptimiserOptions& options)
      : kind_(kind_of(options.correlation)),
        size_(options.correlation_size),
        S_(options.S),
        horizon_(options.horizon.value_or(0)) {
    refuse(options);
  }

  void start(const Context& context, Index dimension, Index chains) {
    refuse_other_noise(context.mechanism.law(-1));
    stream_ = std::make_shared<const CorrelatedStream>(factorised(context.problem.clients()));
    memory_.setZero(stream_->memory_size(dimension), chains);
    noise_.resize(dimension);
  }
  // Adds the round's noise to the sum of moves, each of norm `clip` at most.
  void add_noise(const Round& round, double clip, Relation relation, Block sum) {
    if (static_cast<std::int64_t>(memory_(0, round.chain)) >= horizon_) refuse_longer();
    const Sensitivity whole =
        Sensitivity::of_clipped_sum(clip, relation).scaled(stream_->factorisation().sensitivity);
    auto memory = memory_.col(round.chain);
    noise_.setZero();
    stream_->add_past(noise_, memory);
    sum.matrix() += noise_;
    noise_ = -sum.matrix();
    round.context.mechanism.privatize(round.context.random, {Role::mechanism, -1, round.chain},
                                      round.k, whole, sum);  // what is released, and no more
    noise_ += sum.matrix();
    stream_->next(noise_, memory);
  }
  NamedBlock state() { return {"correlated_noise", view(memory_)}; }

  // One release of the whole sequence, of which that many rounds are the beginning.
  Release release(std::int64_t clients, std::int64_t rounds, Relation relation) const {
    if (rounds > horizon_) refuse_longer();
    const Factorisation whole = factorised(clients);
    Release one{.unit = Unit::client, .relation = relation, .noised_by_server = true};
    one.count = rounds > 0 ? 1 : 0;
    one.draws = participants(clients);
    if (rounds > 0) one.understatement = sensitivity_after(whole, rounds) / whole.sensitivity;
    return one;
  }

 private:
  static Correlation kind_of(std::string_view word) {
    for (const Correlation kind : correlations) {
      if (name_of(kind) == word) return kind;
    }
    return Correlation::independent;
  }
  std::int64_t participants(std::int64_t clients) const { return S_.value_or(clients); }
  // Remembers the last one: the search for buffers takes a while.
  Factorisation factorised(std::int64_t clients) const {
    const ParticipationLimit limit = turns(clients, participants(clients), horizon_);
    const bool known =
        known_ && known_->limit.most == limit.most && known_->limit.separation == limit.separation;
    if (!known) known_ = std::make_shared<const Factorisation>(factorise(kind_, limit, size_));
    return *known_;
  }
  static void refuse(const OptimiserOptions& options) {
    const auto complain = [&](const std::string& why) {
      throw std::invalid_argument("correlation is " + std::string(options.correlation) + ", but " +
                                  why);
    };
    if (!options.protects_clients()) {
      complain("unit is record: its noise is that of sums over clients: set unit to client");
    }
    if (options.client_sampling != "cyclic") {
      complain(
          "clients do not take turns, so that nothing bounds how soon one takes part again: set "
          "client_sampling to cyclic");
    }
    if (!options.horizon) {
      complain(
          "horizon is missing, the number of rounds that the noise is planned for: set it to "
          "run.rounds, or to more");
    }
    if (options.noise_by != "server") {
      complain("noise_by is " + std::string(options.noise_by) +
               ", whose noise knows no earlier rounds: set noise_by to server");
    }
    if (options.clip_rule != "given") {
      complain("clip_rule is " + std::string(options.clip_rule) +
               ", which changes the clip from round to round: set clip_rule to given");
    }
  }
  void refuse_longer() const {
    throw std::invalid_argument("horizon is " + std::to_string(horizon_) +
                                " rounds, and the run has more: raise it");
  }
  static void refuse_other_noise(const NoiseLaw& law) {
    if (law.kind == NoiseLaw::Kind::none || law.kind == NoiseLaw::Kind::gaussian) return;
    throw std::invalid_argument(
        "correlation mixes the noise of rounds, which keeps Gaussian noise what it is, and no "
        "other: choose privacy gaussian, or leave correlation out");
  }

  Correlation kind_;
  std::optional<std::int64_t> size_, S_;
  std::int64_t horizon_;
  mutable std::shared_ptr<const Factorisation> known_;
  std::shared_ptr<const CorrelatedStream> stream_;
  Eigen::MatrixXd memory_;  // of each chain
  Eigen::VectorXd noise_;
};

}  // namespace skald
