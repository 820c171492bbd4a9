// Local SGD as it is, or held back by a proximal term.
#pragma once

#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/optimum.hpp"

namespace skald {

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
