// What a client of a federated optimiser does between two messages.
#pragma once

#include <Eigen/Core>

#include <vector>

#include "skald/parts/federated/bill.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/private_uploads.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/sampler.hpp"

namespace skald {

// The first of the five parts of a FederatedOptimiser. A round is begin(); then for each client of
// the cohort train(), side by side, and take(), one after another in their order; then end().
class LocalSolver {
 public:
  // `records`: how the rows of a round or of its steps are drawn.
  LocalSolver(const OptimiserOptions& options, Sampling records)
      : sgd_(options, records), records_(records) {}
  virtual ~LocalSolver() = default;

  // Throws std::invalid_argument if the options do not suit the run.
  virtual void start(const Context& context, [[maybe_unused]] Index dimension,
                     [[maybe_unused]] Index chains) {
    sgd_.start(context);
  }
  virtual void begin(const Round&, const Rounds&) {}
  // Makes the client's move y - theta (d x 1), which stays until the client gives its slot back,
  // and is changed in place by what is done to it on its way.
  virtual Eigen::MatrixXd& train(const Participant& at) = 0;
  // The move as it is now.
  virtual const Eigen::MatrixXd& move(const Participant& at) { return sgd_.move(at); }
  // Another vector that the client sends beside its move, as a change of what the server knows of
  // it (d x 1), compressed like the move; null unless sends_change(), which says whether the server
  // could not compute it from the move.
  virtual Eigen::MatrixXd* change(const Participant&) { return nullptr; }
  virtual bool sends_change() const { return false; }
  // Returns whether the server uses the move: the weight of one that it does not use is 0.
  virtual bool take(const Participant&) { return true; }
  // May change what the server takes for the average, rounds.sum().
  virtual void end(const Round&, Rounds&) {}
  // Called once: the uploads that protect the moves, which tell what the server knows of their
  // noise, and outlive the solver's last round.
  virtual void knows(Uploads&) {}
  // What it says of the rounds so far, at the end of advance().
  virtual void record(Recorder&) const {}

  // What travels beside the model down, and beside the move and the change up; on average over a
  // cohort. To be asked after start().
  virtual Beside beside() const { return {}; }
  // The share of its move that a client sends, on average over a cohort.
  virtual double sent_share() const { return 1; }
  // Whether what leaves a client beside its move, if anything does, lacks the clip and the noise
  // that a whole upload would have: nothing of the run is then protected, except by noise in steps.
  virtual bool leaves_bare() const { return sends_change(); }
  // Whether a round depends on who took part in earlier ones, given the server's states. Then these
  // show who did, and it counts as known.
  virtual bool remembers() const { return false; }
  // Where the move's gradients are evaluated, which decides how far a record can change it.
  virtual PrivateUploads::Path path() const { return {.records = records_}; }
  // The factor by which the client's move is longer than its path.
  virtual double stretch(const Participant&) const { return 1; }
  // Where rounds of plain gradients come to rest.
  virtual Rest rest(const Context&) const { return Rest::unstated; }

  // See Sampler::state() and resize_state().
  virtual void add_state(std::vector<NamedBlock>&) {}
  virtual void resize_state(std::span<const Index>) {}

  // Steps, batches and clip of the client.
  LocalSgd& sgd() { return sgd_; }

 protected:
  LocalSgd sgd_;
  Sampling records_;
};

// Local SGD as it is, or held back by a proximal term.

// K steps of LocalSgd on F_c(y) + mu / 2 |y - theta|^2, where theta is the state that the client
// has received. The proximal term is not data and is not clipped.
class SgdSolver final : public LocalSolver {
 public:
  SgdSolver(const OptimiserOptions& options, Sampling records, double mu = 0)
      : LocalSolver(options, records), options_(options), mu_(mu) {}

  Eigen::MatrixXd& train(const Participant& at) override {
    if (mu_ == 0) return sgd_.train(at);
    return sgd_.train(at, [&](const Rows&, const Eigen::MatrixXd& y, Eigen::MatrixXd& gradient) {
      gradient += mu_ * (y - at.round.server.matrix());
    });
  }
  PrivateUploads::Path path() const override { return {.proximal = mu_, .records = records_}; }
  // The first of K steps is a gradient at the server's state, the others are not.
  Rest rest(const Context& context) const override {
    const bool stops = options_.round_length() == 1 && !options_.steps_adaptively() &&
                       everyone_takes_part(context, options_) && is_quiet(context);
    return stops ? optimum(context.problem, options_) : Rest::unstated;
  }

 private:
  OptimiserOptions options_;
  double mu_;
};

}  // namespace skald
