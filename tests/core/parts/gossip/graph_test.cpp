#include "skald/parts/gossip/graph.hpp"

#include <Eigen/Core>

#include "test.hpp"

namespace topology_test {

using Edges = std::vector<std::pair<Index, Index>>;

namespace {

TopologyOptions named(std::string_view topology) {
  TopologyOptions options;
  options.topology = topology;
  return options;
}
TopologyOptions listed(std::string_view edges) {
  TopologyOptions options = named("edges");
  options.edges = edges;
  return options;
}
TopologyOptions random_graph(double probability, std::int64_t seed) {
  TopologyOptions options = named("erdos_renyi");
  options.edge_probability = probability;
  options.graph_seed = seed;
  return options;
}

}  // namespace

TEST_CASE("the edges of every graph") {
  CHECK(Graph(named("ring"), 5).edges() == Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}});
  CHECK(Graph(named("ring"), 2).edges() == Edges{{0, 1}});
  CHECK(Graph(named("star"), 4).edges() == Edges{{0, 1}, {0, 2}, {0, 3}});
  CHECK(Graph(named("complete"), 3).edges() == Edges{{0, 1}, {0, 2}, {1, 2}});
  CHECK(Graph(named("grid"), 6).edges() ==
        Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 5}, {4, 5}});
  CHECK(Graph(named("grid"), 3).edges() == Edges{{0, 1}, {1, 2}});
  CHECK(Graph(listed("2-1,0-2 , 1-2"), 3).edges() == Edges{{0, 2}, {1, 2}});
  CHECK(Graph::pairs(4, 0).edges() == Edges{{0, 1}, {2, 3}});
  CHECK(Graph::pairs(4, 1).edges() == Edges{{1, 2}, {0, 3}});
  for (const char* topology : {"ring", "grid", "star", "complete"})
    CHECK(Graph(named(topology), 1).edges().empty());
}

TEST_CASE("random graphs are those of their seed, connected, with the stated share of edges") {
  CHECK(Graph(random_graph(.4, 7), 9).edges() == Graph(random_graph(.4, 7), 9).edges());
  CHECK(Graph(random_graph(.4, 7), 9).edges() != Graph(random_graph(.4, 8), 9).edges());
  // Of 4950 edges, 5 standard deviations of a binomial are .036 of all.
  const auto share = static_cast<double>(Graph(random_graph(.5, 1), 100).edges().size()) / 4950;
  CHECK(std::abs(share - .5) < .036);
  CHECK_THROWS_WITH(Graph(random_graph(.001, 1), 50), Catch::Contains("raise it"));
}

TEST_CASE("mixing matrices are symmetric, with Metropolis' weights or the given one") {
  for (const char* topology : {"ring", "grid", "star", "complete", "erdos_renyi"}) {
    const Graph graph(named(topology), 8);
    const Topology mixing(named(topology), 8);
    const Eigen::MatrixXd& W = mixing.weights(0);
    std::vector<double> degree(8, 0);
    for (const auto& [a, b] : graph.edges()) {
      ++degree[static_cast<std::size_t>(a)];
      ++degree[static_cast<std::size_t>(b)];
    }
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(8, 8);
    for (const auto& [a, b] : graph.edges()) {
      expected(a, b) = expected(b, a) = 1 / (1 + std::max(degree[static_cast<std::size_t>(a)],
                                                          degree[static_cast<std::size_t>(b)]));
    }
    for (Index i = 0; i < 8; ++i) expected(i, i) = 1 - expected.row(i).sum();
    CHECK((W - expected).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(mixing.messages(0) == 2 * static_cast<std::int64_t>(graph.edges().size()));
    for (Index i = 0; i < 8; ++i) {
      double sum = 0;
      for (const auto& [j, weight] : mixing.row(0, i)) {
        CHECK(weight == W(i, j));
        sum += weight;
      }
      CHECK(sum == Approx(1));
    }
  }
  TopologyOptions options = named("pairs");
  options.edge_weight = .4;
  const Topology pairs(options, 4);
  REQUIRE(pairs.graphs() == 2);
  Eigen::Matrix4d mean;
  mean << .6, .2, 0, .2, .2, .6, .2, 0, 0, .2, .6, .2, .2, 0, .2, .6;
  CHECK(((pairs.weights(0) + pairs.weights(1)) / 2 - mean).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("spectral gaps of graphs whose eigenvalues are known") {
  const double second = (1 + 2 * std::cos(2 * std::numbers::pi / 12)) / 3;
  CHECK(Topology(named("ring"), 12).spectral_gap() == Approx(1 - second).epsilon(1e-12));
  CHECK(Topology(named("complete"), 7).spectral_gap() == Approx(1));
  CHECK(Topology(named("star"), 6).spectral_gap() == Approx(1. / 6));
  CHECK(Topology(named("ring"), 1).spectral_gap() == 1);
  TopologyOptions heavy = named("complete");  // eigenvalue 1 - 3 w = -.5
  heavy.edge_weight = .5;
  CHECK(Topology(heavy, 3).spectral_gap() == Approx(.5));
}

TEST_CASE("graphs and weights that do not bring nodes together are refused") {
  CHECK_THROWS_WITH(Topology(listed("0-1, 2-3"), 4), Catch::Contains("apart from others"));
  CHECK_THROWS_WITH(Topology(listed(""), 2), Catch::Contains("apart from others"));
  for (const char* edge :
       {"0-4", "1-1", "0_1", "0-", "-1-0", "0-1x", "a-b", "99999999999999999999-1"})
    CHECK_THROWS_WITH(Topology(listed(edge), 4), Catch::Contains("is not two different nodes"));
  CHECK_THROWS_WITH(Topology(named("pairs"), 5), Catch::Contains("even number"));
  TopologyOptions heavy = named("complete");
  heavy.edge_weight = .7;  // eigenvalue 1 - 3 w
  CHECK_THROWS_WITH(Topology(heavy, 3), Catch::Contains("edge_weight"));
}

}  // namespace topology_test
