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

#include <array>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/gossip/gossip_nodes.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : GossipOptions {};
constexpr auto options = gossip_options<Options>();

class DeSgld final : public Sampler, public AffineChain {
 public:
  explicit DeSgld(const Options& o) : nodes_(o, 1) {}

  Index stride() const override { return nodes_.stride(); }
  double temperature() const override { return nodes_.temperature(); }
  double communication_rate() const override { return nodes_.communication_rate(); }
  void start(Context& context, Block theta) override {
    nodes_.start(context, theta);
    state_ = {nodes_.state()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      nodes_.begin(context, k);
      nodes_.find_gradients(context, k);
      nodes_.move(context, k, [&](Index i, Block x) {
        adjoining(x) -= nodes_.eta() * adjoining(nodes_.gradient(i));
      });
    }
    nodes_.estimate(context, theta);
  }
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing(GossipNodes::kWhyNothing);
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return nodes_.batch(); }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const ClientVectors x = nodes_.vectors(clients, nodes_.nodes());
    nodes_.tell(x, stages, [&](const Eigen::MatrixXd& W) {
      AffineMap map = nodes_.mixing(x, W);
      for (Index i = 0; i < nodes_.nodes(); ++i) {
        x.rows(map.matrix, i) -= nodes_.eta() * clients.curvature(i).matrix() * x[i];
        x.rows(map.shift, i) -= nodes_.eta() * clients.slope(i).matrix();
      }
      const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(W.rows(), W.rows());
      nodes_.add_errors(clients, x, -nodes_.eta() * I, map);
      return map;
    });
    return true;
  }

 private:
  GossipNodes nodes_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DeSgld, Options, options>(
    {.name = "de_sgld",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "DE-SGLD: Langevin dynamics without a server, whose nodes average with their "
                "neighbours in a graph",
     .reference = "Gurbuzbalaban, Gao, Hu and Zhu (2021), Decentralized stochastic gradient "
                  "Langevin dynamics and Hamiltonian Monte Carlo",
     .side_by_side = "the clients of a round"});
