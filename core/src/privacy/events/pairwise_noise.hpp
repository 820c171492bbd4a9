// Noise that cancels in the sum of the clients' messages, seen by a server that colludes with some.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skald/parts/gossip/graph.hpp"

namespace skald::privacy {

/// Client i of a graph sends x_i + u_i + sum_j v_ij over its neighbours j, with v_ij = -v_ji from a
/// seed that i and j share; fresh normals in every round (DECOR: Allouah et al. 2024, Algorithm 1).
/// Standard deviations over the distance by which one unit moves x_i.
struct PairwiseNoise {
  double own;       // of u_i; above 0
  double pair = 0;  // of v_ij; 0 or more
};

/// Whoever sees all messages of a round, and all that a coalition of clients knows, sees of a unit
/// of client i what N(mu, 1) shows against N(0, 1), mu^2 = (Sigma^-1)_ii, Sigma = own^2 I + pair^2
/// L with the Laplacian L of the graph that the honest clients have among themselves. Returns mu^2
/// of every honest client, and 0 for those of the coalition, which are distinct.
Eigen::VectorXd squared_mus(const Graph& graph, const PairwiseNoise& noise,
                            std::span<const Index> coalition);

/// The same where all clients are neighbours, `honest` of whom do not collude (1 or more).
double complete_squared_mu(const PairwiseNoise& noise, double honest);

struct CoalitionBound {
  double squared_mu;  // of the client that it reveals most about
  std::string how;    // "worst of 15 coalitions"
};

/// The most that any coalition of that many clients learns, exactly where few of them need to be
/// tried; otherwise a bound: all that hides a client is its own noise and that of its edges to
/// honest neighbours, of whom it has as many as the smallest degree leaves. 0 <= colluding < nodes.
CoalitionBound worst_coalition(const Graph& graph, const PairwiseNoise& noise, Index colluding);

/// The variance per coordinate of the noise in the mean of the messages of those that have not
/// dropped out, in squared distances; at least one has not.
double mean_variance(const Graph& graph, const PairwiseNoise& noise,
                     std::span<const Index> dropped);

/// mu^2 of a round of CAPE (Imtiaz et al. 2019): site i sends x_i + e_i - mean(e) + g_i, e_i of
/// variance noise^2 and g_i of noise^2 / sites, and the mean of the e_i is seen, like all that
/// colluding sites know. 0 <= colluding < sites.
double cape_squared_mu(double noise, std::int64_t sites, std::int64_t colluding);

}  // namespace skald::privacy
