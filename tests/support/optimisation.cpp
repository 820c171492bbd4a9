#include "optimisation.hpp"

#include <Eigen/LU>
#include <utility>

namespace skald::test {

std::unique_ptr<Federation> heterogeneous() {
  return quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.8);
}

Eigen::MatrixXd optimise(Federation& federation, const std::string& optimiser,
                         std::vector<Setting> options, Index iterations) {
  return run_sampler(federation, optimiser, std::move(options), iterations, two_starts(federation));
}

Eigen::MatrixXd two_starts(const Federation& federation) {
  Eigen::MatrixXd start(federation.dimension(), 2);
  start.col(0).setConstant(0.4);
  start.col(1).setConstant(-1.3);
  return start;
}

std::vector<MeanLoss> mean_losses(Federation& federation) {
  const oracles::GaussianProblem gaussian = federation.gaussian();
  std::vector<MeanLoss> losses;
  for (std::size_t i = 0; i < gaussian.size(); ++i) {
    const auto c = static_cast<Index>(i);
    const auto n = static_cast<double>(federation.problem().examples(c));
    losses.push_back({gaussian.client(i).curvature / n, gaussian.client(i).minimiser,
                      federation.problem().weight(c)});
  }
  return losses;
}

Eigen::VectorXd weighted_minimiser(const std::vector<MeanLoss>& losses,
                                   const std::function<Eigen::MatrixXd(const MeanLoss&)>& weigh) {
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

double distance(const Eigen::MatrixXd& theta, const Eigen::VectorXd& point) {
  return (theta.colwise() - point).colwise().norm().maxCoeff();
}

}  // namespace skald::test
