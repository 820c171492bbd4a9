// The graphs of nodes that have no server.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "skald/block.hpp"
#include "skald/options.hpp"
#include "skald/parts/compiled.hpp"

namespace skald {

// Base of such a sampler's Options struct.
struct TopologyOptions {
  std::string_view topology = "ring";
  double edge_probability = 0.3;
  std::int64_t graph_seed = 1;
  std::optional<std::string_view> edges;
  std::optional<double> edge_weight;
};

// The option rows of TopologyOptions, from which `Options` derives.
template <class Options>
constexpr std::array<Option<Options>, 5> topology_options() {
  return {
      inherited<Options>(
          "topology", &TopologyOptions::topology,
          "the graph of the nodes, which are the clients. complete; star: around the first node; "
          "ring; grid: as square as their number allows; erdos_renyi: each edge with probability "
          "`edge_probability`; pairs: the ring's edges, every other one at a time, chosen by a "
          "coin; edges: those of `edges`")
          .one_of("complete|star|ring|grid|erdos_renyi|pairs|edges"),
      inherited<Options>("edge_probability", &TopologyOptions::edge_probability,
                         "probability of each edge; graphs are drawn until one is connected")
          .only_if("topology=erdos_renyi")
          .above(0)
          .at_most(1),
      inherited<Options>("graph_seed", &TopologyOptions::graph_seed,
                         "seed of the graph, which all replicates and chains share")
          .only_if("topology=erdos_renyi")
          .at_least(0),
      inherited<Options>("edges", &TopologyOptions::edges,
                         "pairs of nodes, counted from 0, such as \"0-1, 1-2, 2-0\"")
          .only_if("topology=edges"),
      inherited<Options>("edge_weight", &TopologyOptions::edge_weight,
                         "weight W_ij of every edge; if omitted, that of Metropolis, "
                         "1 / (1 + max(deg_i, deg_j)). A node keeps W_ii = 1 - sum_j W_ij")
          .symbol("W_ij")
          .above(0),
  };
}

// The edges of a graph of N nodes: pairs of different nodes, the smaller one first.
class Graph {
 public:
  using Edge = std::pair<Index, Index>;

  // The graph that the options name, apart from pairs. Throws std::invalid_argument if there is
  // none, or if it leaves nodes apart from others.
  Graph(const TopologyOptions& options, Index nodes) : Graph(nodes) {
    const std::string_view topology = options.topology;
    if (topology == "ring") add_ring();
    if (topology == "grid") add_grid();
    if (topology == "star") add_all([](Index a) { return a == 0; });
    if (topology == "complete") add_all([](Index) { return true; });
    if (topology == "erdos_renyi") draw(options.edge_probability, options.graph_seed);
    if (topology == "edges") read(options.edges.value_or(""));
    if (!is_connected()) {
      refuse("topology " + std::string(topology) + " leaves some nodes apart from others");
    }
  }
  // Every other edge of the ring from edge `first` on, 0 or 1: pairs, if the nodes are even in
  // number. Throws std::invalid_argument if they are not.
  static Graph pairs(Index nodes, std::size_t first) {
    Graph ring(nodes), half(nodes);
    if (nodes % 2 != 0) ring.refuse("topology pairs needs an even number of nodes");
    ring.add_ring();
    for (std::size_t e = first; e < ring.edges_.size(); e += 2)
      half.edges_.push_back(ring.edges_[e]);
    return half;
  }

  Index nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }
  // Throws std::invalid_argument: `what`, and how many nodes there are.
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::invalid_argument(what + "; there are " + std::to_string(nodes_) + " nodes");
  }

 private:
  explicit Graph(Index nodes) : nodes_(nodes) {}

  void add_ring() {
    for (Index i = 0; i + 1 < nodes_; ++i) edges_.emplace_back(i, i + 1);
    if (nodes_ > 2) edges_.emplace_back(0, nodes_ - 1);
  }
  // As many rows as a divisor of the number of nodes that is at most its root allows.
  void add_grid() {
    auto width = static_cast<Index>(std::sqrt(static_cast<double>(nodes_)));
    while (nodes_ % width != 0) --width;
    for (Index i = 0; i < nodes_; ++i) {
      if ((i + 1) % width != 0) edges_.emplace_back(i, i + 1);
      if (i + width < nodes_) edges_.emplace_back(i, i + width);
    }
  }
  // The edges of the complete graph whose smaller node `keep` keeps.
  template <class Keep>
  void add_all(Keep&& keep) {
    for (Index a = 0; a < nodes_; ++a) {
      for (Index b = a + 1; b < nodes_; ++b)
        if (keep(a)) edges_.emplace_back(a, b);
    }
  }
  void draw(double probability, std::int64_t seed) {
    constexpr int kTries = 1000;
    std::mt19937_64 words(static_cast<std::uint64_t>(seed));
    for (int n = 0; n < kTries; ++n) {
      edges_.clear();
      add_all(
          [&](Index) { return std::ldexp(static_cast<double>(words() >> 11), -53) < probability; });
      if (is_connected()) return;
    }
    refuse("no connected graph in " + std::to_string(kTries) + " draws of edge_probability " +
           std::to_string(probability) + ": raise it");
  }
  void read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t comma = std::min(text.find(','), text.size());
      edges_.push_back(edge(std::string(text.substr(0, comma))));
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }
  Edge edge(std::string text) const {
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    Index a = -1, b = -1;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, a);
    const bool has_dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
    const auto second = has_dash ? std::from_chars(first.ptr + 1, end, b) : first;
    const bool is_pair = has_dash && second.ec == std::errc() && second.ptr == end;
    if (!is_pair || a == b || std::min(a, b) < 0 || std::max(a, b) >= nodes_) {
      refuse("edges: \"" + text + "\" is not two different nodes, counted from 0, such as \"0-1\"");
    }
    return std::minmax(a, b);
  }
  bool is_connected() const {
    std::vector<Index> component(static_cast<std::size_t>(nodes_));
    for (Index i = 0; i < nodes_; ++i) component[static_cast<std::size_t>(i)] = i;
    for (const auto& [a, b] : edges_) {
      const Index from = component[static_cast<std::size_t>(a)];
      const Index to = component[static_cast<std::size_t>(b)];
      std::replace(component.begin(), component.end(), from, to);
    }
    return std::equal(component.begin() + 1, component.end(), component.begin());
  }

  Index nodes_;
  std::vector<Edge> edges_;
};

// Who gives how much weight to whom where there is no server.

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
