// Runs of federated optimisers on quadratic losses, and the quantities in their closed forms.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "run_sampler.hpp"

namespace skald::test {

// Three clients whose mean losses differ in curvature and minimiser.
std::unique_ptr<Federation> heterogeneous();

// As run_sampler(), starting from two_starts().
Eigen::MatrixXd optimise(Federation& federation, const std::string& optimiser,
                         std::vector<Setting> options, Index iterations);
// Two chains from different points.
Eigen::MatrixXd two_starts(const Federation& federation);

// The mean loss F_c = 1/2 (theta - mu)' A (theta - mu) of one client, and its weight n_c / n.
struct MeanLoss {
  Eigen::MatrixXd A;
  Eigen::VectorXd mu;
  double weight;
};
std::vector<MeanLoss> mean_losses(Federation& federation);

// (sum_c w_c P_c)^-1 sum_c w_c P_c mu_c, where P_c = weigh(loss of client c).
Eigen::VectorXd weighted_minimiser(const std::vector<MeanLoss>& losses,
                                   const std::function<Eigen::MatrixXd(const MeanLoss&)>& weigh);
// The largest distance of a chain from a point.
double distance(const Eigen::MatrixXd& theta, const Eigen::VectorXd& point);

}  // namespace skald::test
