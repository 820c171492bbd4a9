// When the clients communicate: every K iterations, or with probability p_c after each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "skald/options.hpp"
#include "skald/random.hpp"

namespace skald {

// Independent coin tosses, one per chain and iteration.
class Coins {
 public:
  Coins(Stream stream, double probability, Index chains)
      : stream_(stream),
        probability_(probability),
        uniforms_(1, chains),
        heads_(static_cast<std::size_t>(chains)) {}

  // Tosses the coins of that iteration; head(j) then returns the result for chain j. Returns the
  // number of chains that show heads.
  Index toss(const Random& random, std::int64_t iteration) {
    random.uniform(stream_, iteration, view(uniforms_));
    Index count = 0;
    for (Index j = 0; j < uniforms_.cols(); ++j) {
      const bool head = uniforms_(0, j) < probability_;
      heads_[static_cast<std::size_t>(j)] = head;
      count += head;
    }
    return count;
  }
  bool head(Index chain) const { return heads_[static_cast<std::size_t>(chain)] != 0; }

 private:
  Stream stream_;
  double probability_;
  Eigen::MatrixXd uniforms_;
  std::vector<std::uint8_t> heads_;
};

// A schedule of communications; exactly one of K and p_c is given.
class Schedule {
 public:
  // Throws std::invalid_argument when both or neither are given.
  Schedule(std::optional<std::int64_t> K, std::optional<double> p_c) : K_(K), p_c_(p_c) {
    if (K.has_value() == p_c.has_value()) {
      throw std::invalid_argument(K ? "both K (local steps per round) and p_c (communication "
                                      "probability per iteration) are given: remove one"
                                    : "neither K (local steps per round) nor p_c (communication "
                                      "probability per iteration) is given: set one");
    }
  }

  void start(Index chains) {
    coins_.emplace(Stream{Role::communication}, p_c_.value_or(1), chains);
  }
  // Decides which chains communicate after iteration k = 0, 1, ...; returns their number.
  Index decide(const Random& random, std::int64_t k, Index chains) {
    if (!K_) return coins_->toss(random, k);
    everyone_ = (k + 1) % *K_ == 0;
    return everyone_ ? chains : 0;
  }
  bool communicates(Index chain) const { return K_ ? everyone_ : coins_->head(chain); }

  // Iterations must come in multiples of this.
  Index stride() const { return static_cast<Index>(K_.value_or(1)); }
  // Expected communications per iteration.
  double rate() const { return K_ ? 1.0 / static_cast<double>(*K_) : *p_c_; }
  std::int64_t K() const { return K_.value_or(0); }
  double p_c() const { return p_c_.value_or(0); }

 private:
  std::optional<std::int64_t> K_;
  std::optional<double> p_c_;
  std::optional<Coins> coins_;
  bool everyone_ = false;
};

// The client's learning rate and how it changes from round to round.

// Base of the Options struct of a federated optimiser.
struct RateOptions {
  static constexpr double kLeastDecay = 1e-100;

  double lr = 0.1;
  std::string_view lr_schedule = "constant";
  double lr_decay = 0;
  std::optional<std::int64_t> lr_period;
  std::optional<double> lr_factor;  // left out: 0.001 for cosine, else 0.1
  std::int64_t lr_warmup = 0;

  bool has_constant_rate() const { return lr_schedule == "constant" && lr_warmup == 0; }
  // Throws std::invalid_argument if the schedule lacks its period.
  void require_period() const {
    if (lr_period) return;
    if (lr_schedule == "step") {
      throw std::invalid_argument(
          "lr_schedule is step, but lr_period is left out: give the number of iterations between "
          "two falls of the rate");
    }
    if (lr_schedule == "cosine") {
      throw std::invalid_argument(
          "lr_schedule is cosine, but lr_period is left out: give the number of iterations until "
          "the rate is lowest, such as \"= iterations\", all of the run");
    }
  }
  // The step size in iteration k + step of a round of `length` iterations that begins at iteration
  // k. It never increases within a round, nor is it ever above lr or 0, with which sensitivities
  // would lose their meaning: it falls to kLeastDecay lr at most.
  double rate_in(std::int64_t length, std::int64_t k, std::int64_t step) const {
    const double rate = scheduled(k, step);
    if (lr_warmup == 0) return rate;
    const auto part = static_cast<double>(k + length) / static_cast<double>(lr_warmup);
    return rate * std::min(part, 1.0);
  }

 private:
  double scheduled(std::int64_t k, std::int64_t step) const {
    const auto t = static_cast<double>(k);
    if (lr_schedule == "inverse") return lr / (1 + lr_decay * t);
    if (lr_schedule == "exponential") return lr * std::max(std::exp(-lr_decay * t), kLeastDecay);
    if (lr_schedule == "inverse_sqrt") return lr / std::sqrt(1 + static_cast<double>(k + step));
    if (lr_schedule == "step") {
      const auto falls = static_cast<double>(k / lr_period.value());
      return lr * std::max(std::pow(lr_factor.value_or(0.1), falls), kLeastDecay);
    }
    if (lr_schedule == "cosine") {
      const std::int64_t end = lr_period.value();
      const double way = static_cast<double>(std::min(k, end)) / static_cast<double>(end);
      const double least = lr_factor.value_or(1e-3);
      const double height = (1 + std::cos(std::numbers::pi * way)) / 2;
      return lr * (least + (1 - least) * height);
    }
    return lr;
  }
};

// The option rows. `Options` derives from RateOptions.
template <class Options>
constexpr Option<Options> lr_option() {
  return inherited<Options>("lr", &RateOptions::lr, "client learning rate, on the mean loss")
      .symbol("eta")
      .above(0)
      .stable_to("2 * n / L")
      .role(OptionRole::learning_rate);
}
template <class Options>
constexpr std::array<Option<Options>, 5> schedule_options() {
  return {
      inherited<Options>("lr_schedule", &RateOptions::lr_schedule,
                         "learning rate schedule. constant: lr; inverse: lr / (1 + lr_decay k) in "
                         "the round that begins at iteration k; exponential: lr exp(-lr_decay k) "
                         "there; inverse_sqrt: lr / sqrt(1 + t) in iteration t; step: lr times "
                         "lr_factor for each lr_period that has passed; cosine: along half a "
                         "cosine from lr to lr_factor lr in iteration lr_period, and then constant")
          .one_of("constant|inverse|exponential|inverse_sqrt|step|cosine"),
      inherited<Options>("lr_decay", &RateOptions::lr_decay, "decay per iteration")
          .only_if("lr_schedule=inverse|exponential")
          .at_least(0),
      inherited<Options>("lr_period", &RateOptions::lr_period,
                         "iterations between two falls (step), or until the lowest rate (cosine), "
                         "which need it")
          .only_if("lr_schedule=step|cosine")
          .at_least(1),
      inherited<Options>("lr_factor", &RateOptions::lr_factor,
                         "factor of a fall (step; 0.1 if omitted), or lowest rate over lr (cosine; "
                         "0.001 if omitted), by which some methods divide")
          .only_if("lr_schedule=step|cosine")
          .above(0)
          .at_most(1),
      inherited<Options>("lr_warmup", &RateOptions::lr_warmup,
                         "iterations in whose rounds the rate rises in equal steps to that of the "
                         "schedule: it is multiplied by the round's last iteration over lr_warmup")
          .at_least(0)};
}

}  // namespace skald
