// The law of a federated optimiser that runs FedAvg's rounds on all rows.
#pragma once

#include <cstdint>
#include <vector>

#include "skald/langevin_law.hpp"
#include "skald/parts/federated/server_optimiser.hpp"
#include "skald/problem.hpp"

namespace skald {

// In these rounds, every client takes K plain gradient steps of size lr on its mean loss F_c = U_c
// / n_c, and the server averages the moves with weights n_c / n. They are Langevin chains without
// noise (temp = 0), with step h = lr / n. Owns the weights that the law refers to.
class NoiselessLaw {
 public:
  // `plain` means that all clients take part in every round, on all their rows, with a constant
  // step size, and that nothing is added to their steps or moves. The law is known only if, in
  // addition, the server just adds the average move.
  void start(const Problem& problem, const ServerOptions& server, bool plain) {
    known_ = plain && server.server == "sgd" && server.server_lr == 1;
    examples_ = static_cast<double>(problem.examples(Problem::everyone));
    weights_.clear();
    if (!known_) return;
    for (Index c = 0; c < problem.clients(); ++c) weights_.push_back(problem.weight(c));
  }
  // Sampler::law().
  bool describe(double lr, std::int64_t K, LangevinLaw& law) const {
    if (!known_) return false;
    law.kind = LangevinLaw::Kind::averaging;
    law.step = lr / examples_;
    law.temp = 0;
    law.K = K;
    law.at_communication = true;
    law.weights = weights_;
    return true;
  }

 private:
  bool known_ = false;
  double examples_ = 0;
  std::vector<double> weights_;  // n_c / n
};

}  // namespace skald
