// EXTRA-SGLD: DE-SGLD whose nodes correct their drift by how far they were from their neighbours.
// With x_i and s_i of node i, s_i = 0 at the start, and mu = `mix`,
//
//   x_i <- sum_j W_ij x_j - s_i - eta ghat_i(x_i) + noise as in DE-SGLD
//   s_i <- s_i + mu (x_i - sum_j W_ij x_j)                 of the old states
//
// Two iterations without s_i are x'' = (I + W) x' - (mu I + (1 - mu) W) x - eta (ghat' - ghat) +
// noise' - noise; EXTRA (Shi et al. 2015) is mu = 1/2. sum_i s_i = 0 throughout, and on Gaussian
// problems the stationary mean is exact at every node. Noise that were not taken back would move
// the average by a random walk. Where nodes exchange rarely, mu p_c stands for mu (1 / K for p_c),
// as in Scaffnew: with mu itself the chain diverges.

#include <array>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/gossip/gossip_nodes.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : GossipOptions {
  double mix = 0.5;
};
constexpr auto options =
    append(gossip_options<Options>(),
           option("mix", &Options::mix,
                  "mu, the part of their differences that nodes correct in an iteration")
               .symbol("mu")
               .above(0)
               .at_most(0.5));

class ExtraSgld final : public Sampler, public AffineChain {
 public:
  explicit ExtraSgld(const Options& o) : nodes_(o, 1), mix_(o.mix * nodes_.communication_rate()) {}

  Index stride() const override { return nodes_.stride(); }
  double temperature() const override { return nodes_.temperature(); }
  double communication_rate() const override { return nodes_.communication_rate(); }
  void start(Context& context, Block theta) override {
    nodes_.start(context, theta);
    corrections_.start(nodes_.nodes(), theta);
    corrections_.all().matrix().setZero();
    state_ = {nodes_.state(), NamedBlock{"corrections", corrections_.all()}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      nodes_.begin(context, k);
      nodes_.find_gradients(context, k);
      nodes_.move(context, k, [&](Index i, Block x) {
        auto drift = adjoining(nodes_.gradient(i)), s = adjoining(corrections_[i]);
        drift = s + nodes_.eta() * drift;
        s += mix_ * (adjoining(nodes_.state(i)) - adjoining(x));
        adjoining(x) -= drift;
      });
    }
    nodes_.estimate(context, theta);
  }
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing(GossipNodes::kWhyNothing);
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return nodes_.batch(); }
  // z = (x_1, ..., x_N, s_1, ..., s_{N-1}).
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const Index N = nodes_.nodes();
    const ClientVectors z = nodes_.vectors(clients, 2 * N - 1);
    nodes_.tell(z, stages, [&](const Eigen::MatrixXd& W) {
      AffineMap map = nodes_.mixing(z, W);
      for (Index i = 0; i < N; ++i) {
        const Eigen::MatrixXd apart = z[i] - z.rows(map.matrix, i);
        if (i + 1 < N) z.rows(map.matrix, N + i) += mix_ * apart;
        z.rows(map.matrix, i) -=
            z.zero_sum(N, i) + nodes_.eta() * clients.curvature(i).matrix() * z[i];
        z.rows(map.shift, i) -= nodes_.eta() * clients.slope(i).matrix();
      }
      const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(N, N);
      nodes_.add_errors(clients, z, -nodes_.eta() * I, map);
      return map;
    });
    return true;
  }

 private:
  GossipNodes nodes_;
  double mix_;  // per exchange
  LocalStates corrections_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<ExtraSgld, Options, options>(
    {.name = "extra_sgld",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "EXTRA-SGLD: Langevin dynamics without a server, whose nodes correct their drift "
                "by their differences from neighbours",
     .reference = "Generalized EXTRA SGLD (2024), arXiv 2412.01993; Shi, Ling, Wu and Yin (2015), "
                  "EXTRA",
     .side_by_side = "the clients of a round"});
