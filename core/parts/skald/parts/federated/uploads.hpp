// The moves that the clients of a round hand over under privacy, whatever unit is protected.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/privacy/noise_variance.hpp"
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

}  // namespace skald
