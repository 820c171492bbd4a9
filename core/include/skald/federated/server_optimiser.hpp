// Server optimisers of federated optimisation.
#pragma once

#include <Eigen/Core>
#include <string_view>

#include "skald/sampler.hpp"

namespace skald {

// Takes the clients' average update Delta (old minus new parameters) for a gradient. Per chain:
//   sgd       theta <- theta - lr Delta
//   momentum  v <- momentum v + Delta,  theta <- theta - lr v   (FedAvgM; v starts at 0)
// Reddi et al. (2021), Adaptive federated optimization, algorithm 1; Hsu et al. (2019).
class ServerOptimiser {
 public:
  // Option values of `rule`, for a plugin's table.
  static constexpr const char* rules = "sgd|momentum";

  ServerOptimiser(std::string_view rule, double lr, double momentum)
      : lr_(lr), momentum_(rule == "momentum" ? momentum : 0) {}

  void start(Index dimension, Index chains) { velocity_.setZero(dimension, chains); }
  void step(Index chain, const Eigen::VectorXd& delta, Block theta) {
    auto velocity = velocity_.col(chain);
    velocity = momentum_ * velocity + delta;
    theta.column(chain) -= lr_ * velocity;
  }
  NamedBlock state() { return {"server_velocity", view(velocity_)}; }

 private:
  double lr_;
  double momentum_;
  Eigen::MatrixXd velocity_;
};

}  // namespace skald
