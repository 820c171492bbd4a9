#include "skald/parts/gossip/graph.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <string>

namespace skald {
namespace {

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& W) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd mixing(const Graph& graph, std::optional<double> weight) {
  Eigen::VectorXd degree = Eigen::VectorXd::Zero(graph.nodes());
  for (const auto& [a, b] : graph.edges()) {
    ++degree(a);
    ++degree(b);
  }
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(graph.nodes(), graph.nodes());
  for (const auto& [a, b] : graph.edges()) {
    const double w = weight.value_or(1 / (1 + std::max(degree(a), degree(b))));
    W(a, b) = W(b, a) = w;
    W(a, a) -= w;
    W(b, b) -= w;
  }
  return W;
}

}  // namespace

Topology::Topology(const TopologyOptions& options, Index nodes) {
  if (options.topology == "pairs") {
    for (std::size_t i = 0; i < 2; ++i) add(Graph::pairs(nodes, i), options.edge_weight);
  } else {
    add(Graph(options, nodes), options.edge_weight);
  }
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(nodes, nodes);
  for (const Eigen::MatrixXd& W : weights_) mean += W / static_cast<double>(graphs());
  const Eigen::VectorXd spectrum = eigenvalues(mean);
  if (nodes > 1) gap_ = 1 - std::max(spectrum(nodes - 2), -spectrum(0));
}

void Topology::add(const Graph& graph, std::optional<double> weight) {
  const Eigen::MatrixXd W = mixing(graph, weight);
  if (const double least = eigenvalues(W)(0); !(least > -1)) {
    graph.refuse("edge_weight: the mixing matrix has the eigenvalue " + std::to_string(least) +
                 ", and nodes come together only if all are above -1: take a smaller weight, or "
                 "omit it");
  }
  std::vector<Row>& rows = rows_.emplace_back(static_cast<std::size_t>(graph.nodes()));
  for (Index i = 0; i < W.rows(); ++i) {
    for (Index j = 0; j < W.cols(); ++j)
      if (i == j || W(i, j) != 0) rows[static_cast<std::size_t>(i)].emplace_back(j, W(i, j));
  }
  weights_.push_back(W);
  messages_.push_back(2 * static_cast<std::int64_t>(graph.edges().size()));
}

}  // namespace skald
