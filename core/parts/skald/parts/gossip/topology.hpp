// Who gives how much weight to whom where there is no server.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "skald/parts/compiled.hpp"
#include "skald/parts/gossip/graph.hpp"

namespace skald {

// A connected graph of N nodes with the mixing matrix W: symmetric, rows add up to one, eigenvalues
// in (-1, 1]. `pairs` has two such matrices of equal probability, each of which leaves pairs apart.
class Topology {
 public:
  // A node's neighbours, itself included, in order, and the weights that it gives to them.
  using Row = std::vector<std::pair<Index, double>>;

  // Throws std::invalid_argument.
  Topology(const TopologyOptions& options, Index nodes);

  std::size_t graphs() const { return weights_.size(); }
  const Eigen::MatrixXd& weights(std::size_t graph) const { return weights_[graph]; }
  const Row& row(std::size_t graph, Index node) const {
    return rows_[graph][static_cast<std::size_t>(node)];
  }
  // Every edge carries one in each direction.
  std::int64_t messages(std::size_t graph) const { return messages_[graph]; }
  // 1 - max |lambda| over the eigenvalues of E W beside the one of consensus.
  double spectral_gap() const { return gap_; }

 private:
  void add(const Graph& graph, std::optional<double> weight);

  std::vector<Eigen::MatrixXd> weights_;
  std::vector<std::vector<Row>> rows_;
  std::vector<std::int64_t> messages_;
  double gap_ = 1;
};

}  // namespace skald
