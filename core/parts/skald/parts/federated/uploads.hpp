// The moves that the clients of a round hand over under privacy, whatever unit is protected.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Why an optimiser releases nothing (ReleasePlan::releases_nothing()).
inline constexpr const char* kNoClip = "no clip is given; set sampler.clip";

// A round is begin(); then for each client of the cohort protect(), side by side, and take(), one
// after another in their order; then end().
class Uploads {
 public:
  virtual ~Uploads() = default;

  virtual void start(const Context& context, Index dimension, Index chains) = 0;
  virtual void begin(const Round&, LocalSgd&) {}
  // Turns the client's move (d x 1) into what may leave it. Its rows are those of `local`, whose
  // round may be restarted. `scale`: the noise over what the guarantee needs, for methods that are
  // run as published.
  virtual void protect(const Participant& at, LocalSgd& local, Eigen::MatrixXd& move,
                       double scale) = 0;
  // Adds what the client has handed over to the round's sum.
  virtual void take(const Participant& at, const Eigen::MatrixXd& move, Rounds& rounds) {
    rounds.add(at.client, move);
  }
  virtual void end(const Round&, Rounds&) {}

  // The variance, in every coordinate, of the noise in the move that is being taken, as far as it
  // is known; 0 if a client's move has none of its own.
  virtual double noise_variance(const Participant&) { return 0; }
  // The sum over the round of the squared norms of moves, with its noise, where options ask for it
  // to be released (OptimiserOptions::norms); after end().
  virtual double squared_norms() const { return 0; }

  // Whether a message has to be in its final form, compressed, before protect().
  virtual bool protects_last() const = 0;
  // Whether the sensitivity of a move is derived from the path that the client takes.
  virtual bool bounds_paths() const { return false; }
  // Bits that are added to a client's traffic in each direction.
  virtual double extra_bits() const { return 0; }
  // Appends what is remembered from round to round.
  virtual void add_state(std::vector<NamedBlock>&) {}
  // Declares what is released. Declares nothing if a sensitivity is infinite.
  virtual void releases(const Problem& problem, const Rounds& rounds, Index iterations,
                        ReleasePlan& plan) const = 0;
};

// A clip norm that follows a quantile of the norms of what is clipped, by means of noisy counts.

// Andrew, Thakkar, McMahan and Ramaswamy (2021), Differentially private learning with adaptive
// clipping: after every round C <- C exp(-eta_C (b - gamma)), where b is the share of gradients
// (or of clients' moves) that were not longer than C, from noisy counts. Unlike in the paper, b is
// clamped to [0, 1] if noise takes it outside. Every chain has a clip norm of its own. Who counts
// (private_uploads.hpp, client_updates.hpp) decides what the noise has to hide, and how.
class AdaptiveClip {
 public:
  // Throws std::invalid_argument if the rule is quantile and no first norm is given.
  explicit AdaptiveClip(const OptimiserOptions& options)
      : active_(options.clip_rule == "quantile"),
        first_(options.clip),
        quantile_(options.clip_quantile),
        rate_(options.clip_rate) {
    if (active_ && std::isinf(first_)) {
      throw std::invalid_argument(
          "clip_rule quantile starts from clip, which is infinite: set clip to the clipping norm "
          "of the first round (0.1, say), chosen without looking at the data");
    }
  }

  // Whether the norm follows a quantile; otherwise it stays the given one.
  bool active() const { return active_; }
  // The given norm; infinite if none is given.
  double first() const { return first_; }
  void start(Index chains) { norm_.setConstant(1, chains, first_); }
  double norm(Index chain) const { return norm_(0, chain); }
  // Adds a count, noise included, of gradients or moves that were not longer than the norm, and the
  // number of those expected.
  void take(double count, double expected) {
    count_ += count;
    expected_ += expected;
  }
  // Ends a round of a chain and adapts the norm for the next one, unless no client has sent a
  // count.
  void end(Index chain) {
    if (expected_ > 0) {
      const double share = std::clamp(count_ / expected_, 0.0, 1.0);
      norm_(0, chain) = std::clamp(norm_(0, chain) * std::exp(-rate_ * (share - quantile_)),
                                   smallest, 1 / smallest);
    }
    count_ = expected_ = 0;
  }
  NamedBlock state() { return {"clip", view(norm_)}; }

 private:
  static constexpr double smallest = 1e-100;  // keeps sensitivities within double precision

  bool active_;
  double first_, quantile_, rate_;
  double count_ = 0, expected_ = 0;  // summed over the round
  Eigen::MatrixXd norm_;             // 1 x chains
};

}  // namespace skald
