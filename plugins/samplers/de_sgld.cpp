// DE-SGLD, decentralised stochastic gradient Langevin dynamics. No server: node i, one of N,
//
//   x_i <- sum_j W_ij x_j - eta ghat_i(x_i) + sqrt(2 h T) (rho z + sqrt((1 - rho^2) N) z_i)
//
// with eta = N h, W the mixing matrix of a graph, and all nodes moving from old states; in
// iterations without exchange W is the identity. The paper has rho = 0 and its nodes exchange
// always. With temp = 0 it is decentralised gradient descent.
//
// On Gaussian problems the mean x of all nodes solves (I - W + eta A) x = eta b: biased by O(eta)
// unless the clients' modes agree. A single node's draws have the noise of N chains before it is
// averaged: at rho = 0 their covariance exceeds the target's by O(eta) for every graph.

#include <Eigen/Core>
#include <cstdint>

#include "skald/parts/gossip/gossip_sampler.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : GossipOptions {};
constexpr auto options = gossip_options<Options>();

class DeSgld final : public GossipSampler {
 public:
  explicit DeSgld(const Options& o) : GossipSampler(o, 1) {}

 protected:
  void iterate(Context& context, std::int64_t k) override {
    move(context, k, [&](Index i, Block x) { adjoining(x) -= eta() * adjoining(gradient(i)); });
  }
  void describe_iteration(const QuadraticClients& clients, const ClientVectors& x,
                          const Eigen::MatrixXd& W, AffineMap& map) const override {
    for (Index i = 0; i < W.rows(); ++i) {
      x.rows(map.matrix, i) -= eta() * clients.curvature(i).matrix() * x[i];
      x.rows(map.shift, i) -= eta() * clients.slope(i).matrix();
    }
    add_errors(clients, x, -eta() * Eigen::MatrixXd::Identity(W.rows(), W.rows()), map);
  }
};

}  // namespace

SKALD_PLUGIN = skald::gossip_plugin<DeSgld, Options, options>(
    {.name = "de_sgld",
     .numerics_revision = 1,
     .summary = "DE-SGLD: Langevin dynamics without a server, whose nodes average with their "
                "neighbours in a graph",
     .reference = "Gurbuzbalaban, Gao, Hu and Zhu (2021), Decentralized stochastic gradient "
                  "Langevin dynamics and Hamiltonian Monte Carlo",
     .side_by_side = "the clients of a round",
     .no_eps = "no clip bounds what a row moves a node's step; take fald and set its clip"});
