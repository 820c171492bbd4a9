// A clip norm that follows a quantile of the norms of what is clipped, by means of noisy counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/sampler.hpp"

namespace skald {

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
