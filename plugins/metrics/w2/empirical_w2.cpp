#include "w2/empirical_w2.hpp"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "w2/points.hpp"

namespace skald {
namespace {

using Graph = lemon::SmartDigraph;
// Costs are whole numbers throughout: with rounded reduced costs, pivots could cycle.
using Simplex = lemon::NetworkSimplex<Graph, std::int64_t, std::int64_t>;

void check_points(ConstBlock p, ConstBlock q) {
  if (p.rows == q.rows && p.rows >= 1 && p.cols >= 1 && q.cols >= 1) return;
  throw std::invalid_argument("W2 between " + std::to_string(p.cols) + " points of dimension " +
                              std::to_string(p.rows) + " and " + std::to_string(q.cols) +
                              " of dimension " + std::to_string(q.rows) +
                              ", expected at least one point each of the same dimension");
}

std::vector<double> sorted(ConstBlock x) {
  std::vector<double> values;
  for (Index i = 0; i < x.cols; ++i) values.push_back(x.column(i)[0]);
  std::sort(values.begin(), values.end());
  return values;
}

// Costs are whole numbers up to this limit: potentials, sums of at most 4000 of them, stay below
// 2^63.
constexpr double largest_cost = 1099511627776;  // 2^40

Eigen::MatrixXd squared_distances(ConstBlock p, ConstBlock q) {
  Eigen::MatrixXd distances(p.cols, q.cols);
  for (Index k = 0; k < q.cols; ++k) {
    distances.col(k) = (p.matrix().colwise() - q.column(k)).colwise().squaredNorm();
  }
  return distances;
}

// Every point of p supplies n units, and every point of q takes m. Nodes and arcs are numbered in
// the order of their creation.
double squared_by_transport(ConstBlock p, ConstBlock q) {
  Graph graph;
  graph.reserveNode(static_cast<int>(p.cols + q.cols));
  graph.reserveArc(static_cast<int>(p.cols * q.cols));
  for (Index i = 0; i < p.cols + q.cols; ++i) graph.addNode();
  Graph::NodeMap<std::int64_t> supply(graph);
  for (Index i = 0; i < p.cols; ++i) supply[graph.nodeFromId(static_cast<int>(i))] = q.cols;
  for (Index k = 0; k < q.cols; ++k) {
    supply[graph.nodeFromId(static_cast<int>(p.cols + k))] = -p.cols;
  }
  const Eigen::MatrixXd distances = squared_distances(p, q);
  const double unit = std::max(distances.maxCoeff(), std::numeric_limits<double>::min());
  Graph::ArcMap<std::int64_t> cost(graph);
  for (Index i = 0; i < p.cols; ++i) {
    for (Index k = 0; k < q.cols; ++k) {
      const auto arc = graph.addArc(graph.nodeFromId(static_cast<int>(i)),
                                    graph.nodeFromId(static_cast<int>(p.cols + k)));
      cost[arc] = std::llround(distances(i, k) / unit * largest_cost);
    }
  }
  Simplex simplex(graph);
  simplex.supplyMap(supply).costMap(cost);
  if (simplex.run() != Simplex::OPTIMAL) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (Index i = 0; i < p.cols * q.cols; ++i) {
    const auto units = static_cast<double>(simplex.flow(graph.arcFromId(static_cast<int>(i))));
    sum += units * distances(i / q.cols, i % q.cols);
  }
  return sum / (static_cast<double>(p.cols) * static_cast<double>(q.cols));
}

}  // namespace

double empirical_w2(ConstBlock p, ConstBlock q) {
  check_points(p, q);
  if (!p.matrix().allFinite() || !q.matrix().allFinite()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (p.rows == 1) return std::sqrt(squared_w2_on_the_line(sorted(p), sorted(q)));
  if (std::max(p.cols, q.cols) > kMostTransportPoints) {
    throw std::invalid_argument("W2 between " + std::to_string(p.cols) + " and " +
                                std::to_string(q.cols) + " points, expected at most " +
                                std::to_string(kMostTransportPoints) + " each");
  }
  return std::sqrt(std::max(squared_by_transport(p, q), 0.0));
}

}  // namespace skald
