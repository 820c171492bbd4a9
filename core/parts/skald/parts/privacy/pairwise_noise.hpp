// Noise that cancels in the sum of the clients' messages, seen by a server that colludes with some.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/parts/gossip/graph.hpp"

namespace skald::pairwise {

// Client i of a graph sends x_i + u_i + sum_j v_ij over its neighbours j, with v_ij = -v_ji from a
// seed that i and j share; fresh normals in every round (DECOR: Allouah et al. 2024, Algorithm 1).
// Standard deviations over the distance by which one unit moves x_i.
struct PairwiseNoise {
  double own;       // of u_i; above 0
  double pair = 0;  // of v_ij; 0 or more
};

struct CoalitionBound {
  double squared_mu;  // of the client, or the group of clients, that it reveals most about
  std::string how;    // "worst of 15 coalitions"
};

inline constexpr double most_work = 1e9;  // operations for which coalitions are tried

inline double squared(double x) { return x * x; }

inline std::vector<char> members(Index nodes, std::span<const Index> some) {
  std::vector<char> is_member(static_cast<std::size_t>(nodes));
  for (const Index i : some) is_member[static_cast<std::size_t>(i)] = 1;
  return is_member;
}

inline Index smallest_degree(const Graph& graph) {
  Eigen::VectorX<Index> degree = Eigen::VectorX<Index>::Zero(graph.nodes());
  for (const auto& [a, b] : graph.edges()) {
    ++degree(a);
    ++degree(b);
  }
  return degree.minCoeff();
}

inline bool is_complete(const Graph& graph) {
  return static_cast<Index>(graph.edges().size()) == graph.nodes() * (graph.nodes() - 1) / 2;
}

// The number of coalitions.
inline double binomial(Index n, Index k) {
  double count = 1;
  for (Index i = 1; i <= k; ++i) {
    count *= static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return std::round(count);
}

// A client with that many honest neighbours, if nothing else were hidden: more edges only add to
// Sigma, and its inverse falls.
inline double star_squared_mu(const PairwiseNoise& noise, double neighbours) {
  const double own = squared(noise.own), pair = squared(noise.pair);
  return 1 / (own * (1 + neighbours * pair / (own + pair)));
}

inline void check(const PairwiseNoise& noise) {
  const bool fits =
      noise.own > 0 && std::isfinite(noise.own) && noise.pair >= 0 && std::isfinite(noise.pair);
  if (!fits) throw std::invalid_argument("pairwise noise: own above 0, pair of at least 0");
}

// Whoever sees all messages of a round, and all that a coalition of clients knows, sees of a unit
// of client i what N(mu, 1) shows against N(0, 1), mu^2 = (Sigma^-1)_ii, Sigma = own^2 I + pair^2
// L with the Laplacian L of the graph that the honest clients have among themselves. Returns
// Sigma^-1 of the honest clients, in order. Its entries are not negative, and its rows add up to 1
// / own^2, since L 1 = 0.
inline Eigen::MatrixXd precision(const Graph& graph, const PairwiseNoise& noise,
                                 std::span<const Index> coalition) {
  check(noise);
  const std::vector<char> colludes = members(graph.nodes(), coalition);
  std::vector<Index> place(colludes.size());
  Index h = 0;
  for (std::size_t i = 0; i < colludes.size(); ++i) {
    if (colludes[i] == 0) place[i] = h++;
  }
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(h, h);
  Eigen::MatrixXd sigma = squared(noise.own) * unit;
  for (const auto& [a, b] : graph.edges()) {
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    if (colludes[i] != 0 || colludes[j] != 0) continue;
    const double pair = squared(noise.pair);
    sigma(place[i], place[i]) += pair;
    sigma(place[j], place[j]) += pair;
    sigma(place[i], place[j]) -= pair;
    sigma(place[j], place[i]) -= pair;
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(sigma);
  if (factor.info() != Eigen::Success) {
    throw std::runtime_error("pairwise noise: the covariance has no inverse");
  }
  return factor.solve(unit);
}

// mu^2 of every honest client, and 0 for those of the coalition, which are distinct.
inline Eigen::VectorXd squared_mus(const Graph& graph, const PairwiseNoise& noise,
                                   std::span<const Index> coalition) {
  const Eigen::MatrixXd inverse = precision(graph, noise, coalition);
  const std::vector<char> colludes = members(graph.nodes(), coalition);
  Eigen::VectorXd all = Eigen::VectorXd::Zero(graph.nodes());
  Index honest = 0;
  for (Index i = 0; i < graph.nodes(); ++i) {
    if (colludes[static_cast<std::size_t>(i)] == 0) {
      all(i) = inverse(honest, honest);
      ++honest;
    }
  }
  return all;
}

// A bound on mu^2 of `together` honest clients that change together, each by one distance: the sum
// of Sigma^-1 over them, which is at most `together` sums of so many entries of one row. It is
// attained where all rows are alike and those of the largest entries know each other, say by pairs
// of a ring.
inline double group_squared_mu(const Eigen::MatrixXd& precision, Index together) {
  together = std::min(together, precision.rows());
  double most = 0;
  for (Index i = 0; i < precision.rows(); ++i) {
    Eigen::VectorXd row = precision.col(i);
    row(i) = 0;
    std::partial_sort(row.begin(), row.begin() + (together - 1), row.end(), std::greater<>());
    most = std::max(most, precision(i, i) + row.head(together - 1).sum());
  }
  return static_cast<double>(together) * most;
}

// The same where all clients are neighbours, `honest` of whom do not collude (1 or more): exact.
inline double complete_squared_mu(const PairwiseNoise& noise, double honest, double together = 1) {
  check(noise);
  const double own = squared(noise.own), all = own + honest * squared(noise.pair),
               k = std::min(together, honest);
  return k * k / (honest * own) + k * (1 - k / honest) / all;
}

inline double worst_of_all(const Graph& graph, const PairwiseNoise& noise, Index colluding,
                           Index together) {
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  std::vector<char> colludes(nodes, 0);
  std::fill_n(colludes.begin(), colluding, 1);
  double worst = 0;
  do {
    std::vector<Index> coalition;
    for (std::size_t i = 0; i < nodes; ++i) {
      if (colludes[i] != 0) coalition.push_back(static_cast<Index>(i));
    }
    worst = std::max(worst, group_squared_mu(precision(graph, noise, coalition), together));
  } while (std::prev_permutation(colludes.begin(), colludes.end()));
  return worst;
}

// The most that any coalition of that many clients learns, exactly where few of them need to be
// tried; otherwise a bound: all that hides a client is its own noise and that of its edges to
// honest neighbours, of whom it has as many as the smallest degree leaves. 0 <= colluding < nodes.
// Of `together` clients that change together: a bound, see group_squared_mu().
inline CoalitionBound worst_coalition(const Graph& graph, const PairwiseNoise& noise,
                                      Index colluding, Index together = 1) {
  check(noise);
  const auto k = static_cast<double>(together);
  // Whatever else is hidden, together they hide no less than each alone, nor than their own noise.
  const auto of_group = [&](double one) { return std::min(k * k * one, k / squared(noise.own)); };
  const Index nodes = graph.nodes();
  if (colluding < 0 || colluding >= nodes) graph.refuse("a coalition of 0 or more, but not of all");
  const auto honest = static_cast<double>(nodes - colluding);
  if (is_complete(graph))
    return {complete_squared_mu(noise, honest, k), "all coalitions are alike"};
  const Index hidden = smallest_degree(graph) - colluding;
  if (hidden <= 0) {
    return {of_group(star_squared_mu(noise, 0)), "a client whose neighbours all collude"};
  }
  const double coalitions = binomial(nodes, colluding);
  if (coalitions * honest * honest * honest <= most_work) {
    const std::string number = std::to_string(static_cast<std::int64_t>(coalitions));
    const bool none = colluding == 0;
    return {worst_of_all(graph, noise, colluding, together),
            none ? "nobody colludes" : "worst of " + number + " coalitions"};
  }
  return {of_group(star_squared_mu(noise, static_cast<double>(hidden))),
          "bound by the least number of honest neighbours, " + std::to_string(hidden)};
}

// The variance per coordinate of the noise in the mean of the messages of those that have not
// dropped out, in squared distances; at least one has not.
inline double mean_variance(const Graph& graph, const PairwiseNoise& noise,
                            std::span<const Index> dropped) {
  const std::vector<char> is_gone = members(graph.nodes(), dropped);
  const double left = static_cast<double>(graph.nodes()) - static_cast<double>(dropped.size());
  double cut = 0;  // edges whose noise has lost its counterpart
  for (const auto& [a, b] : graph.edges()) {
    cut += is_gone[static_cast<std::size_t>(a)] != is_gone[static_cast<std::size_t>(b)];
  }
  return (left * squared(noise.own) + cut * squared(noise.pair)) / squared(left);
}

}  // namespace skald::pairwise
