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

#include <Eigen/Core>
#include <cstdint>

#include "skald/parts/gossip/gossip_sampler.hpp"
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

class ExtraSgld final : public GossipSampler {
 public:
  explicit ExtraSgld(const Options& o)
      : GossipSampler(o, 1, "corrections"), mix_(o.mix * communication_rate()), options_(o) {}

 protected:
  void iterate(Context& context, std::int64_t k) override {
    move(context, k, [&](Index i, Block x) {
      auto drift = adjoining(gradient(i)), s = adjoining(kept(i));
      drift = s + eta() * drift;
      s += mix_ * (adjoining(state(i)) - adjoining(x));
      adjoining(x) -= drift;
    });
  }
  void describe_iteration(const QuadraticClients& clients, const ClientVectors& z,
                          const Eigen::MatrixXd& W, AffineMap& map) const override {
    // Not mix_: what both had wrong would agree.
    const double exchanges =
        options_.K ? 1 / static_cast<double>(*options_.K) : options_.p_c.value_or(1);
    const Index N = W.rows();
    for (Index i = 0; i < N; ++i) {
      const Eigen::MatrixXd apart = z[i] - z.rows(map.matrix, i);
      if (i + 1 < N) z.rows(map.matrix, N + i) += options_.mix * exchanges * apart;
      z.rows(map.matrix, i) -= z.zero_sum(N, i) + eta() * clients.curvature(i).matrix() * z[i];
      z.rows(map.shift, i) -= eta() * clients.slope(i).matrix();
    }
    add_errors(clients, z, -eta() * Eigen::MatrixXd::Identity(N, N), map);
  }

 private:
  double mix_;  // per exchange
  Options options_;
};

}  // namespace

SKALD_PLUGIN = skald::gossip_plugin<ExtraSgld, Options, options>(
    {.name = "extra_sgld",
     .numerics_revision = 1,
     .summary = "EXTRA-SGLD: Langevin dynamics without a server, whose nodes correct their drift "
                "by their differences from neighbours",
     .reference = "Generalized EXTRA SGLD (2024), arXiv 2412.01993; Shi, Ling, Wu and Yin (2015), "
                  "EXTRA",
     .side_by_side = "the clients of a round",
     .no_eps = "no clip bounds what a row moves a node's step; take fald and set its clip"});
