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

#include <array>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/gossip/gossip_nodes.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : GossipOptions {};
constexpr auto options = gossip_options<Options>();

class DigingSgld final : public Sampler, public AffineChain {
 public:
  explicit DigingSgld(const Options& o) : nodes_(o, 2) {}

  Index stride() const override { return nodes_.stride(); }
  double temperature() const override { return nodes_.temperature(); }
  double communication_rate() const override { return nodes_.communication_rate(); }
  void start(Context& context, Block theta) override {
    nodes_.start(context, theta);
    for (LocalStates* vectors : {&lags_, &trackers_}) {
      vectors->start(nodes_.nodes(), theta);
      vectors->all().matrix().setZero();
    }
    state_ = {nodes_.state(), NamedBlock{"lags", lags_.all()}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      nodes_.begin(context, k);
      nodes_.find_gradients(context, k);
      for (Index i = 0; i < nodes_.nodes(); ++i)
        adjoining(trackers_[i]) = adjoining(lags_[i]) + adjoining(nodes_.gradient(i));
      nodes_.move(context, k, [&](Index i, Block x) {
        adjoining(x) -= nodes_.eta() * adjoining(trackers_[i]);
        nodes_.mix(i, trackers_, lags_[i]);
        adjoining(lags_[i]) -= adjoining(nodes_.gradient(i));
      });
    }
    nodes_.estimate(context, theta);
  }
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing("nodes send the gradients that they track without noise; take de_sgld");
  }
  std::span<const NamedBlock> state() override { return state_; }

  std::int64_t batch() const override { return nodes_.batch(); }
  // z = (x_1, ..., x_N, v_1, ..., v_{N-1}).
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    const Index N = nodes_.nodes();
    const ClientVectors z = nodes_.vectors(clients, 2 * N - 1);
    const auto gradient = [&](Index i) -> Eigen::MatrixXd {
      return clients.curvature(i).matrix() * z[i];
    };
    nodes_.tell(z, stages, [&](const Eigen::MatrixXd& W) {
      AffineMap map = nodes_.mixing(z, W);
      for (Index i = 0; i < N; ++i) {
        z.rows(map.matrix, i) -= nodes_.eta() * (z.zero_sum(N, i) + gradient(i));
        z.rows(map.shift, i) -= nodes_.eta() * clients.slope(i).matrix();
        if (i + 1 == N) continue;
        z.rows(map.matrix, N + i) = -gradient(i);
        z.rows(map.shift, N + i) = -clients.slope(i).matrix();
        for (Index j = 0; j < N; ++j) {
          z.rows(map.matrix, N + i) += W(i, j) * (z.zero_sum(N, j) + gradient(j));
          z.rows(map.shift, N + i) += W(i, j) * clients.slope(j).matrix();
        }
      }
      const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(N, N);
      Eigen::MatrixXd response(2 * N - 1, N);
      response << -nodes_.eta() * I, (W - I).topRows(N - 1);
      nodes_.add_errors(clients, z, response, map);
      return map;
    });
    return true;
  }

 private:
  GossipNodes nodes_;
  LocalStates lags_, trackers_;  // v_i and y_i
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<DigingSgld, Options, options>(
    {.name = "diging_sgld",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "DIGing-SGLD: Langevin dynamics without a server, whose nodes track the average "
                "of all gradients",
     .reference = "DIGing-SGLD (2025), arXiv 2511.12836; Nedic, Olshevsky and Shi (2017), DIGing",
     .side_by_side = "the clients of a round"});
