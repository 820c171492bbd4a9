// Noise that cancels pairwise: its law against the joint law of all that a coalition and the server
// see, and against published tables.
#include "skald/parts/privacy/pairwise_noise.hpp"

#include <Eigen/Dense>

#include "privacy/events/cape.hpp"
#include "privacy/gaussian.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace pairwise_noise_test {

using namespace pairwise;

Graph graph_of(const char* topology, Index nodes) {
  TopologyOptions options;
  options.topology = topology;
  return {options, nodes};
}
Graph graph_of_edges(const char* edges, Index nodes) {
  TopologyOptions options;
  options.topology = "edges";
  options.edges = edges;
  return {options, nodes};
}

constexpr PairwiseNoise noise{1, 2};

double worst_of(const Graph& graph, const std::vector<Index>& coalition) {
  return squared_mus(graph, noise, coalition).maxCoeff();
}
double epsilon_of(double squared_mu, double clips, double rounds = 1) {
  return gaussian_epsilon(1 / (clips * std::sqrt(rounds * squared_mu)), 1e-5);
}

// mu^2 of client i from the joint law of everything that is seen: all messages, the own noise of
// the coalition and the noise of each edge that ends in it. The shift is in message i alone.
double joint_squared_mu(const Graph& graph, const std::vector<Index>& coalition, Index i) {
  const auto colludes = [&](Index c) {
    return std::find(coalition.begin(), coalition.end(), c) != coalition.end();
  };
  const Index n = graph.nodes(), sources = n + static_cast<Index>(graph.edges().size());
  std::vector<Eigen::RowVectorXd> seen;  // of independent normals: u_1, ..., u_n, the edges
  for (Index c = 0; c < n; ++c) {
    Eigen::RowVectorXd message = Eigen::RowVectorXd::Zero(sources);
    message(c) = noise.own;
    for (std::size_t e = 0; e < graph.edges().size(); ++e) {
      const auto& [a, b] = graph.edges()[e];
      const double sign = a == c ? 1 : b == c ? -1 : 0;
      message(n + static_cast<Index>(e)) = sign * noise.pair;
    }
    seen.push_back(message);
  }
  const auto known = [&](Index source) {
    seen.emplace_back(Eigen::RowVectorXd::Zero(sources));
    seen.back()(source) = 1;
  };
  for (const Index c : coalition) known(c);
  for (std::size_t e = 0; e < graph.edges().size(); ++e) {
    const auto& [a, b] = graph.edges()[e];
    if (colludes(a) || colludes(b)) known(n + static_cast<Index>(e));
  }
  Eigen::MatrixXd map(static_cast<Index>(seen.size()), sources);
  for (std::size_t k = 0; k < seen.size(); ++k) map.row(static_cast<Index>(k)) = seen[k];
  const Eigen::MatrixXd covariance = map * map.transpose();
  Eigen::VectorXd shift = Eigen::VectorXd::Zero(map.rows());
  shift(i) = 1;
  return shift.dot(covariance.completeOrthogonalDecomposition().solve(shift));
}

TEST_CASE("pairwise noise: what coalitions see of a client, and its epsilon, as published") {
  struct Row {
    const char* topology;
    std::vector<Index> coalition;
    double squared_mu, zero_out, replace_one, ten_rounds;
  };
  for (const Row& row : {Row{"complete", {}, 0.2, 1.7600571, 3.8486103, 15.456156},
                         {"complete", {0}, 0.2380952381, 1.9395537, 4.2553794, 17.298546},
                         {"complete", {0, 1}, 0.2941176471, 2.1827108, 4.810278, 19.863843},
                         {"complete", {0, 1, 2}, 0.3846153846, 2.5376657, 5.6279987, 23.746524},
                         {"ring", {}, 0.2687782805, 2.0753966, 4.564841, 18.721989},
                         {"ring", {0}, 0.3977466712, 2.5861332, 5.7403422, 24.288985},
                         {"ring", {0, 1}, 0.410430839, 2.6323268, 5.8475654, 24.808685},
                         {"ring", {0, 3}, 0.5555555556, 3.1246484, 6.9992267, 30.50628},
                         {"ring", {0, 2, 4}, 1, 4.3771781, 9.9972561, 46.21121}}) {
    CAPTURE(row.topology, row.coalition);
    const double found = worst_of(graph_of(row.topology, 6), row.coalition);
    CHECK(found == Approx(row.squared_mu).epsilon(1e-9));
    CHECK(epsilon_of(found, 1) == Approx(row.zero_out).epsilon(1e-7));
    CHECK(epsilon_of(found, 2) == Approx(row.replace_one).epsilon(1e-7));
    CHECK(epsilon_of(found, 2, 10) == Approx(row.ten_rounds).epsilon(1e-7));
  }
}

TEST_CASE("pairwise noise: the joint law of all that is seen says the same of every client") {
  const std::vector<Graph> graphs{graph_of("complete", 5), graph_of("ring", 6), graph_of("star", 5),
                                  graph_of("grid", 6),
                                  graph_of_edges("0-1, 1-2, 2-3, 3-0, 1-4, 4-5", 6)};
  for (const Graph& graph : graphs) {
    for (const std::vector<Index>& coalition :
         {std::vector<Index>{}, {0}, {1, 3}, {0, 2, 4}, {1, 2, 3, 4}}) {
      CAPTURE(graph.edges().size(), coalition);
      const Eigen::VectorXd all = squared_mus(graph, noise, coalition);
      for (Index i = 0; i < graph.nodes(); ++i) {
        const bool is_in = std::find(coalition.begin(), coalition.end(), i) != coalition.end();
        const double joint = is_in ? 0 : joint_squared_mu(graph, coalition, i);
        CHECK(all(i) == Approx(joint).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("pairwise noise: the worst coalition, exactly or by a bound that lies above") {
  const Graph ring = graph_of("ring", 6), complete = graph_of("complete", 6);
  CHECK(worst_coalition(ring, noise, 0).squared_mu == Approx(0.2687782805).epsilon(1e-9));
  CHECK(worst_coalition(ring, noise, 1).squared_mu == Approx(0.3977466712).epsilon(1e-9));
  CHECK(worst_coalition(ring, noise, 1).how == "worst of 6 coalitions");
  for (const Index q : {2, 3, 5}) CHECK(worst_coalition(ring, noise, q).squared_mu == Approx(1));
  for (Index q = 0; q < 6; ++q) {
    std::vector<Index> first;
    for (Index c = 0; c < q; ++c) first.push_back(c);
    CHECK(worst_coalition(complete, noise, q).squared_mu ==
          Approx(worst_of(complete, first)).epsilon(1e-12));
  }
  // Clients whose places differ: the worst pair, by trying them here.
  const Graph wheel = graph_of_edges("0-1,0-2,0-3,0-4,0-5,0-6,1-2,2-3,3-4,4-5,5-6,6-1", 7);
  double worst = 0;
  for (Index a = 0; a < 7; ++a) {
    for (Index b = a + 1; b < 7; ++b) worst = std::max(worst, worst_of(wheel, {a, b}));
  }
  CHECK(worst_coalition(wheel, noise, 2).squared_mu == Approx(worst).epsilon(1e-12));
  // Too many to be tried.
  const Graph long_ring = graph_of("ring", 1500);
  const CoalitionBound bound = worst_coalition(long_ring, noise, 1);
  CHECK(bound.how == "bound by the least number of honest neighbours, 1");
  CHECK(bound.squared_mu == Approx(1 / 1.8));
  CHECK(bound.squared_mu > worst_coalition(graph_of("ring", 30), noise, 1).squared_mu);
  CHECK(bound.squared_mu < 1);
  CHECK_THROWS_AS(worst_coalition(ring, noise, 6), std::invalid_argument);
  CHECK_THROWS_AS(worst_coalition(ring, {0, 1}, 1), std::invalid_argument);
}

// The largest sum of Sigma^-1 over `together` honest clients, by trying all.
double worst_group(const Graph& graph, Index colluding, Index together) {
  double worst = 0;
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  for (std::size_t set = 0; set < std::size_t{1} << nodes; ++set) {
    std::vector<Index> coalition;
    for (std::size_t i = 0; i < nodes; ++i) {
      if ((set >> i & 1) != 0) coalition.push_back(static_cast<Index>(i));
    }
    if (std::ssize(coalition) != colluding) continue;
    const Eigen::MatrixXd inverse = precision(graph, noise, coalition);
    for (std::size_t group = 0; group < std::size_t{1} << inverse.rows(); ++group) {
      Eigen::VectorXd moved(inverse.rows());
      for (Index i = 0; i < inverse.rows(); ++i) {
        moved(i) = static_cast<double>(group >> static_cast<std::size_t>(i) & 1);
      }
      if (moved.sum() == static_cast<double>(together)) {
        worst = std::max(worst, moved.dot(inverse * moved));
      }
    }
  }
  return worst;
}

TEST_CASE("pairwise noise: clients that change together, exactly or by a bound above") {
  const std::vector<Graph> graphs{graph_of("complete", 6), graph_of("ring", 6), graph_of("star", 6),
                                  graph_of_edges("0-1, 1-2, 2-3, 3-0, 1-4, 4-5", 6)};
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (const Index q : {0, 1, 2}) {
      for (Index k = 1; k <= 6 - q; ++k) {
        CAPTURE(g, q, k);
        const double worst = worst_group(graphs[g], q, k);
        const double bound = worst_coalition(graphs[g], noise, q, k).squared_mu;
        CHECK(bound >= worst * (1 - 1e-9));
        CHECK(bound <= static_cast<double>(k) / (noise.own * noise.own) * (1 + 1e-9));
        const bool is_exact = g == 0 || k == 1 || (g == 1 && k == 2 && q == 0) || k == 6 - q;
        if (is_exact) CHECK(bound == Approx(worst).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("pairwise noise: ever more of it leaves the central noise of the honest") {
  CHECK(complete_squared_mu({1, 1e8}, 4) == Approx(0.25).epsilon(1e-9));
  CHECK(squared_mus(graph_of("ring", 6), {1, 1e5}, std::vector<Index>{0}).maxCoeff() ==
        Approx(0.2).epsilon(1e-6));
  CHECK(complete_squared_mu({1, 0}, 4) == Approx(1));
}

TEST_CASE("pairwise noise: what is left of it in the mean, if all arrive and if one does not") {
  const Graph ring = graph_of("ring", 6), complete = graph_of("complete", 6);
  for (const auto* graph : {&ring, &complete}) {
    CHECK(mean_variance(*graph, noise, {}) == Approx(1.0 / 6));
  }
  const std::vector<Index> one{2};
  CHECK(mean_variance(complete, noise, one) == Approx(1));
  CHECK(mean_variance(ring, noise, one) == Approx(0.52));
  // Simulated: v_ij of every edge enters two messages with opposite signs.
  constexpr Index draws = 20000;
  const random::PhiloxRandom random(11, 0);
  Eigen::MatrixXd normals(12, draws);
  random.normal({Role::mechanism, 0, 0}, 0, view(normals));
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(draws);
  for (Index c = 0; c < 6; ++c) {
    if (c == one[0]) continue;
    mean += noise.own * normals.row(c).transpose() / 5;
    for (Index e = 0; e < 6; ++e) {
      const auto& [a, b] = ring.edges()[static_cast<std::size_t>(e)];
      const double sign = a == c ? 1 : b == c ? -1 : 0;
      mean += sign * noise.pair * normals.row(6 + e).transpose() / 5;
    }
  }
  const double square = mean.squaredNorm() / static_cast<double>(draws);
  CHECK(std::abs(square / 0.52 - 1) < 6 * std::sqrt(2.0 / draws));
}

TEST_CASE("CAPE: with few colluding sites, nearly twice what one message's variance suggests") {
  const std::vector<std::pair<double, double>> published{
      {0.4285714286, 5.9988167}, {0.4714285714, 6.3471379}, {0.5357142857, 6.8488247},
      {0.6428571429, 7.6396453}, {0.8571428571, 9.0954007}, {1.5, 12.870662}};
  for (std::int64_t colluding = 0; colluding < 6; ++colluding) {
    const auto& [squared_mu, replace_one] = published[static_cast<std::size_t>(colluding)];
    const double found = cape_squared_mu(2, 6, colluding);
    CHECK(found == Approx(squared_mu).epsilon(1e-9));
    CHECK(epsilon_of(found, 2) == Approx(replace_one).epsilon(1e-7));
    // The joint law: messages, the mean of the e, and all noise of the colluding sites.
    Eigen::MatrixXd map = Eigen::MatrixXd::Zero(7 + 2 * colluding, 12);  // of e and g, over 2
    map.topLeftCorner(6, 6) = Eigen::MatrixXd::Identity(6, 6).array() - 1.0 / 6;
    map.topRightCorner(6, 6) = Eigen::MatrixXd::Identity(6, 6) / std::sqrt(6.0);
    map.row(6).head(6).setConstant(1.0 / 6);
    for (Index k = 0; k < colluding; ++k) {
      map(7 + 2 * k, k) = 1;
      map(8 + 2 * k, 6 + k) = 1;
    }
    const Eigen::MatrixXd covariance = 4 * map * map.transpose();
    Eigen::VectorXd shift = Eigen::VectorXd::Zero(map.rows());
    shift(5) = 1;
    const double joint = shift.dot(covariance.completeOrthogonalDecomposition().solve(shift));
    CHECK(found == Approx(joint).epsilon(1e-9));
  }
  // DECOR on the complete graph, if nobody colludes.
  CHECK(complete_squared_mu({2 / std::sqrt(6.0), 2 / std::sqrt(6.0)}, 6) ==
        Approx(cape_squared_mu(2, 6, 0)));
  CHECK(epsilon_of(0.25, 2) == Approx(4.3771781).epsilon(1e-7));
}

}  // namespace pairwise_noise_test
}  // namespace skald::privacy
