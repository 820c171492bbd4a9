// Server optimisers of federated optimisation.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string_view>

#include "skald/options.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of the Options struct of a plugin with a server optimiser.
struct ServerOptions {
  std::string_view server = "sgd";
  double server_lr = 1;
  std::optional<double> server_momentum;  // left out: 0 for adagrad, else 0.9
  double server_beta2 = 0.99;
  double opt_eps = 1e-3;
};

// Treats the clients' average update Delta (old minus new parameters) as a gradient. Per chain:
//   sgd       theta <- theta - lr Delta
//   momentum  v <- beta v + Delta,  theta <- theta - lr v   (FedAvgM; v starts at 0)
//   adagrad   v <- v + Delta^2
//   adam      v <- beta2 v + (1 - beta2) Delta^2
//   yogi      v <- v - (1 - beta2) Delta^2 sign(v - Delta^2)
// The last three also have m <- beta1 m + (1 - beta1) Delta and theta <- theta - lr m / (sqrt(v) +
// eps), where v starts at eps^2 (Reddi et al., 2021, Adaptive federated optimization, algorithm 2;
// beta1 = 0 for adagrad as in their experiments, since it would not be Adagrad otherwise; for
// FedAvgM, Hsu et al., 2019). Unlike Adam of Kingma and Ba, 2015, their algorithm has no bias
// correction, which suits an accumulator that starts at 0.
class ServerOptimiser {
 public:
  // Option values of `server`, for a plugin's table.
  static constexpr const char* rules = "sgd|momentum|adagrad|adam|yogi";

  explicit ServerOptimiser(const ServerOptions& options)
      : options_(options),
        rule_(rule_of(options.server)),
        beta1_(options.server_momentum.value_or(rule_ == Rule::adagrad ? 0 : 0.9)) {}

  void start(Index dimension, Index chains) {
    d_ = dimension;
    const Index vectors = adaptive() ? 2 : rule_ == Rule::momentum ? 1 : 0;
    memory_.setZero(vectors * d_, chains);
    if (adaptive()) memory_.bottomRows(d_).setConstant(options_.opt_eps * options_.opt_eps);
  }
  // Moves one chain of theta by the average update Delta = sum / divisor.
  void step(Index chain, const Eigen::VectorXd& sum, Block theta, double divisor = 1) {
    auto x = theta.column(chain);
    const double scale = options_.server_lr / divisor;
    if (rule_ == Rule::sgd) {
      x -= scale * sum;
      return;
    }
    auto m = memory_.col(chain).head(d_);
    if (rule_ == Rule::momentum) {  // m is lr v: without momentum the step is that of sgd
      m = beta1_ * m + scale * sum;
      x -= m;
      return;
    }
    m = beta1_ * m + ((1 - beta1_) / divisor) * sum;
    auto v = memory_.col(chain).tail(d_).array();
    accumulate((sum / divisor).array().square(), v);
    x.array() -= options_.server_lr * m.array() / (v.sqrt() + options_.opt_eps);
  }
  // Per chain: m, then v, as far as the rule uses them.
  NamedBlock state() { return {"server_optimiser", view(memory_)}; }

 private:
  enum class Rule { sgd, momentum, adagrad, adam, yogi };

  static Rule rule_of(std::string_view word) {
    if (word == "momentum") return Rule::momentum;
    if (word == "adagrad") return Rule::adagrad;
    if (word == "adam") return Rule::adam;
    return word == "yogi" ? Rule::yogi : Rule::sgd;
  }
  bool adaptive() const { return rule_ >= Rule::adagrad; }
  template <class Accumulator>
  void accumulate(const Eigen::ArrayXd& square, Accumulator& v) const {
    const double beta2 = options_.server_beta2;
    if (rule_ == Rule::adagrad) v += square;
    if (rule_ == Rule::adam) v = beta2 * v + (1 - beta2) * square;
    if (rule_ == Rule::yogi) v -= (1 - beta2) * square * (v - square).sign();
  }

  ServerOptions options_;
  Rule rule_;
  double beta1_;
  Index d_ = 0;
  Eigen::MatrixXd memory_;
};

// The option rows of ServerOptions, from which `Options` derives.
template <class Options>
constexpr Option<Options> server_lr_option() {
  return inherited<Options>("server_lr", &ServerOptions::server_lr,
                            "server learning rate, on the average update")
      .symbol("eta_s")
      .above(0);
}
template <class Options>
constexpr std::array<Option<Options>, 5> server_options() {
  return {inherited<Options>(
              "server", &ServerOptions::server,
              "server optimiser, which takes the negative average update as its gradient")
              .one_of(ServerOptimiser::rules),
          server_lr_option<Options>(),
          inherited<Options>("server_momentum", &ServerOptions::server_momentum,
                             "beta of momentum; beta1 of adagrad, adam and yogi. If omitted, 0 for "
                             "adagrad and 0.9 for the others")
              .only_if("server=momentum|adagrad|adam|yogi")
              .symbol("beta1")
              .at_least(0)
              .below(1),
          inherited<Options>("server_beta2", &ServerOptions::server_beta2,
                             "decay beta2 of the squared updates")
              .only_if("server=adam|yogi")
              .symbol("beta2")
              .at_least(0)
              .below(1),
          inherited<Options>("opt_eps", &ServerOptions::opt_eps,
                             "constant added to the square root of the accumulator")
              .only_if("server=adagrad|adam|yogi")
              .symbol("tau")
              .above(0)};
}

}  // namespace skald
