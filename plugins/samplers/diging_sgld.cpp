// DIGing-SGLD: decentralised Langevin dynamics whose nodes track the average of all gradients. With
// x_i and y_i of node i, y_i = ghat_i(x_i) at the start,
//
//   x_i' = sum_j W_ij x_j - eta y_i + noise as in DE-SGLD
//   y_i' = sum_j W_ij y_j + ghat_i(x_i') - ghat_i(x_i)
//
// where ghat_i(x_i) is the estimate that y_i holds already, so that sum_i y_i = sum_i ghat_i(x_i)
// throughout. On Gaussian problems the stationary mean is exact at every node, for graphs that
// change, too. Messages hold two vectors, and y_i shows gradients without noise. Kept is v_i = y_i
// - ghat_i(x_i), whose sum is zero.

#include <Eigen/Core>
#include <cstdint>

#include "skald/parts/gossip/gossip_sampler.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : GossipOptions {};
constexpr auto options = gossip_options<Options>();

class DigingSgld final : public GossipSampler {
 public:
  explicit DigingSgld(const Options& o) : GossipSampler(o, 2, "lags") {}

  void start(Context& context, Block theta) override {
    GossipSampler::start(context, theta);
    start_vectors(trackers_, theta);
  }

 protected:
  void iterate(Context& context, std::int64_t k) override {
    for (Index i = 0; i < nodes(); ++i)
      adjoining(trackers_[i]) = adjoining(kept(i)) + adjoining(gradient(i));
    move(context, k, [&](Index i, Block x) {
      adjoining(x) -= eta() * adjoining(trackers_[i]);
      mix(i, trackers_, kept(i));
      adjoining(kept(i)) -= adjoining(gradient(i));
    });
  }
  void describe_iteration(const QuadraticClients& clients, const ClientVectors& z,
                          const Eigen::MatrixXd& W, AffineMap& map) const override {
    const Index N = W.rows();
    const auto gradient_of = [&](Index i) -> Eigen::MatrixXd {
      return clients.curvature(i).matrix() * z[i];
    };
    for (Index i = 0; i < N; ++i) {
      z.rows(map.matrix, i) -= eta() * (z.zero_sum(N, i) + gradient_of(i));
      z.rows(map.shift, i) -= eta() * clients.slope(i).matrix();
      if (i + 1 == N) continue;
      z.rows(map.matrix, N + i) = -gradient_of(i);
      z.rows(map.shift, N + i) = -clients.slope(i).matrix();
      for (Index j = 0; j < N; ++j) {
        z.rows(map.matrix, N + i) += W(i, j) * (z.zero_sum(N, j) + gradient_of(j));
        z.rows(map.shift, N + i) += W(i, j) * clients.slope(j).matrix();
      }
    }
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(N, N);
    Eigen::MatrixXd response(2 * N - 1, N);
    response << -eta() * I, (W - I).topRows(N - 1);
    add_errors(clients, z, response, map);
  }

 private:
  LocalStates trackers_;  // y_i
};

}  // namespace

SKALD_PLUGIN = skald::gossip_plugin<DigingSgld, Options, options>(
    {.name = "diging_sgld",
     .numerics_revision = 1,
     .summary = "DIGing-SGLD: Langevin dynamics without a server, whose nodes track the average "
                "of all gradients",
     .reference = "DIGing-SGLD (2025), arXiv 2511.12836; Nedic, Olshevsky and Shi (2017), DIGing",
     .side_by_side = "the clients of a round",
     .no_eps = "nodes send the gradients that they track without noise; take fa_ld and "
               "set its clip"});
