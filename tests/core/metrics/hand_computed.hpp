// Small problems whose metrics are worked out by hand.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <vector>

#include "metrics/metric_set.hpp"

namespace skald::test {

using Eigen::MatrixXd;
using Names = std::vector<std::string>;

// Two coordinates, two chains, posterior N((1, 2), diag(4, 1)).
inline MetricContext gaussian_context() {
  MetricContext context;
  context.dimension = 2;
  context.chains = 2;
  context.target = Moments{Eigen::Vector2d(1, 2), Eigen::Vector2d(4, 1).asDiagonal()};
  context.no_predictions = "model gaussian has none";
  return context;
}

// One parameter, one chain, two test rows of labels 1 and 0.
inline MetricContext class_context() {
  MetricContext context;
  context.dimension = 1;
  context.chains = 1;
  context.no_target = "model logistic has none";
  context.classes = 2;
  context.labels = {1, 0};
  return context;
}

inline MatrixXd matrix(double a, double b, double c, double e) {
  MatrixXd m(2, 2);
  m << a, b, c, e;
  return m;
}

inline std::map<std::string, double> values(const MetricSet& metrics, ConstBlock prediction = {}) {
  const auto pairs = metrics.values({}, prediction);
  return {pairs.begin(), pairs.end()};
}

inline void observe(MetricSet& metrics, const MatrixXd& theta) { metrics.observe(view(theta)); }

}  // namespace skald::test
