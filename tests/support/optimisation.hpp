// Runs of federated optimisers on quadratic losses, and what their closed forms need.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"

namespace skald::test {

// The estimate of plugin sampler/<optimiser> after so many iterations.
inline Eigen::MatrixXd optimise(Federation& federation, const std::string& optimiser,
                                std::vector<Setting> options, Index iterations,
                                Eigen::MatrixXd start,
                                const Mechanism& mechanism = ListeningMechanism()) {
  const auto sampler = load_plugin<Sampler>("sampler/" + optimiser, std::move(options));
  const PhiloxRandom random(21, 0);
  SamplerRun run(federation, *sampler, random, mechanism, std::move(start));
  return run.advance(iterations);
}
// Two chains from different points.
inline Eigen::MatrixXd two_starts(const Federation& federation) {
  Eigen::MatrixXd start(federation.dimension(), 2);
  start.col(0).setConstant(0.4);
  start.col(1).setConstant(-1.3);
  return start;
}
inline Eigen::MatrixXd optimise(Federation& federation, const std::string& optimiser,
                                std::vector<Setting> options, Index iterations) {
  return optimise(federation, optimiser, std::move(options), iterations, two_starts(federation));
}

// The mean loss F_c = 1/2 (theta - mu)' A (theta - mu) of one client, and its weight n_c / n.
struct MeanLoss {
  Eigen::MatrixXd A;
  Eigen::VectorXd mu;
  double weight;
};
inline std::vector<MeanLoss> mean_losses(Federation& federation) {
  const GaussianProblem gaussian = federation.gaussian();
  std::vector<MeanLoss> losses;
  for (std::size_t i = 0; i < gaussian.size(); ++i) {
    const auto c = static_cast<Index>(i);
    const auto n = static_cast<double>(federation.problem().examples(c));
    losses.push_back({gaussian.client(i).curvature / n, gaussian.client(i).minimiser,
                      federation.problem().weight(c)});
  }
  return losses;
}

// (sum_c w_c P_c)^-1 sum_c w_c P_c mu_c, where P_c = weigh(loss of client c).
template <class Weigh>
Eigen::VectorXd weighted_minimiser(const std::vector<MeanLoss>& losses, Weigh&& weigh) {
  const Index d = losses.front().mu.size();
  Eigen::MatrixXd left = Eigen::MatrixXd::Zero(d, d);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(d);
  for (const MeanLoss& loss : losses) {
    const Eigen::MatrixXd P = loss.weight * weigh(loss);
    left += P;
    right += P * loss.mu;
  }
  return left.lu().solve(right);
}
// The largest distance of a chain from a point.
inline double distance(const Eigen::MatrixXd& theta, const Eigen::VectorXd& point) {
  return (theta.colwise() - point).colwise().norm().maxCoeff();
}

}  // namespace skald::test
