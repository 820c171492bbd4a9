// Optimisers of a client's local steps.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "skald/options.hpp"

namespace skald {

// Base of the Options struct of a plugin with local steps.
struct LocalOptimiserOptions {
  std::string_view client_optimiser = "sgd";
  double momentum = 0;
  double client_beta1 = 0.9, client_beta2 = 0.999, client_eps = 1e-8;

  // Whether a step is y <- y - lr g.
  bool steps_plainly() const { return !steps_adaptively() && momentum == 0; }
  // Whether a step depends on the gradients in another way than linearly.
  bool steps_adaptively() const { return client_optimiser == "adam"; }
  bool looks_ahead() const { return client_optimiser == "nesterov"; }
};

// The steps of one client in one round, t = 1, 2, ..., on gradients g at y:
//   sgd       v <- beta v + g,  y <- y - lr v               (beta is `momentum`)
//   nesterov  v <- beta v + g,  y <- y - lr (g + beta v)    (Sutskever et al., 2013, in the
//                               variable at which gradients are taken; PyTorch's `nesterov`)
//   adam      m <- beta1 m + (1 - beta1) g,  v <- beta2 v + (1 - beta2) g^2,
//             y <- y - lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps)
//                               (Kingma and Ba, 2015, algorithm 1)
// v and m are zero when a round begins: a client remembers nothing between rounds.
class LocalOptimiser {
 public:
  // Option values of `client_optimiser`, for a plugin's table.
  static constexpr const char* rules = "sgd|nesterov|adam";

  explicit LocalOptimiser(const LocalOptimiserOptions& options) : options_(options) {}

  // Begins a round of steps in d dimensions.
  void start(Eigen::Index d) {
    t_ = 0;
    if (options_.steps_plainly()) return;
    first_.setZero(d, 1);
    if (options_.steps_adaptively()) second_.setZero(d, 1);
  }
  void step(double lr, const Eigen::MatrixXd& gradient, Eigen::MatrixXd& y) {
    if (options_.steps_plainly()) {
      y -= lr * gradient;
    } else if (options_.steps_adaptively()) {
      step_adaptively(lr, gradient, y);
    } else {
      first_ = options_.momentum * first_ + gradient;
      if (options_.looks_ahead()) {
        y -= lr * (gradient + options_.momentum * first_);
      } else {
        y -= lr * first_;
      }
    }
  }

 private:
  void step_adaptively(double lr, const Eigen::MatrixXd& gradient, Eigen::MatrixXd& y) {
    const double beta1 = options_.client_beta1, beta2 = options_.client_beta2;
    const auto t = static_cast<double>(++t_);
    first_ = beta1 * first_ + (1 - beta1) * gradient;
    second_ = beta2 * second_ + (1 - beta2) * gradient.cwiseAbs2();
    const double scale = lr / (1 - std::pow(beta1, t)), bias = 1 / (1 - std::pow(beta2, t));
    y.array() -= scale * first_.array() / ((bias * second_.array()).sqrt() + options_.client_eps);
  }

  LocalOptimiserOptions options_;
  std::int64_t t_ = 0;
  Eigen::MatrixXd first_, second_;
};

// The option rows of LocalOptimiserOptions, from which `Options` derives.
template <class Options>
constexpr Option<Options> momentum_option() {
  return inherited<Options>("momentum", &LocalOptimiserOptions::momentum,
                            "client momentum beta, reset to 0 every round: v <- beta v + g")
      .symbol("beta")
      .at_least(0)
      .below(1);
}
template <class Options>
constexpr std::array<Option<Options>, 5> local_optimiser_options() {
  return {
      momentum_option<Options>().only_if("client_optimiser=sgd|nesterov"),
      inherited<Options>("client_optimiser", &LocalOptimiserOptions::client_optimiser,
                         "optimiser of the local steps, which starts anew every round. sgd: with "
                         "momentum, if any; nesterov: with Nesterov's; adam: with bias correction")
          .one_of(LocalOptimiser::rules),
      inherited<Options>("client_beta1", &LocalOptimiserOptions::client_beta1,
                         "decay beta1 of the mean of gradients")
          .only_if("client_optimiser=adam")
          .at_least(0)
          .below(1),
      inherited<Options>("client_beta2", &LocalOptimiserOptions::client_beta2,
                         "decay beta2 of the mean of squared gradients")
          .only_if("client_optimiser=adam")
          .at_least(0)
          .below(1),
      inherited<Options>("client_eps", &LocalOptimiserOptions::client_eps,
                         "constant added to the root of the mean square")
          .only_if("client_optimiser=adam")
          .above(0)};
}

}  // namespace skald
