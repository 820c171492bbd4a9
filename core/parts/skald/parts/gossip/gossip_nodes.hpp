// What Langevin samplers without a server share: the states of the nodes, their mixing with those
// of neighbours, noise, traffic, the estimate, and the same told as affine maps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/gossip/topology.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/averaging_options.hpp"
#include "skald/parts/langevin/client_vectors.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of such a sampler's Options struct. Nodes have equal weight.
struct GossipOptions : AveragingOptions, TopologyOptions {
  constexpr GossipOptions() { estimate = "node"; }
};

// The option rows of GossipOptions, from which `Options` derives.
template <class Options>
constexpr auto gossip_options() {
  constexpr std::array step_and_K{
      inherited<Options>("step", &AveragingOptions::step,
                         "step size h on the global potential: node i moves by eta = N h times "
                         "grad U_i")
          .symbol("h")
          .above(0)
          .role(OptionRole::step),
      inherited<Options>("K", &AveragingOptions::K,
                         "iterations per exchange with neighbours, the last of them with it (or "
                         "set p_c); 1 if neither is given")
          .symbol("K")
          .at_least(1)};
  constexpr auto estimate =
      inherited<Options>(
          "estimate", &AveragingOptions::estimate,
          "reported estimate. node: the state of the first node; average: that of "
          "all nodes, which nobody has before further exchanges that are not counted")
          .one_of("node|average");
  return append(append(append(step_and_K, local_langevin_options<Options>()), estimate),
                topology_options<Options>());
}

// The descriptor of such a sampler. Formulas of its grids may use spectral_gap.
template <class Sampler, class Options, const auto& table>
constexpr PluginDescriptor gossip_plugin(Info info) {
  PluginDescriptor descriptor = plugin<Sampler, Options, table>(info);
  descriptor.constant = {
      .name = "spectral_gap",
      .meaning =
          "1 - max |lambda| over the eigenvalues of the mixing matrix beside that of "
          "consensus, 1",
      .value = [](const Value* values, Index nodes) {
        return Topology(read_options<Options, table>(values), nodes).spectral_gap();
      }};
  return descriptor;
}

// Node i moves by x_i <- sum_j W_ij x_j - eta (its drift) + sqrt(2 h T) (rho z + sqrt((1 - rho^2)
// N) z_i), all nodes from old states, with eta = N h: the average moves as ULA of step h. W is the
// identity in iterations without exchange.
class GossipNodes {
 public:
  // `vectors`: those in a message to a neighbour.
  GossipNodes(const GossipOptions& options, int vectors)
      : options_(options),
        vectors_(vectors),
        schedule_(options.K || options.p_c ? options.K : 1, options.p_c),
        noise_(options.step, options.temp, options.rho),
        minibatch_(Minibatch(options.batch)) {}

  void start(const Context& context, Block theta);

  const Topology& topology() const { return *topology_; }
  double temperature() const { return options_.temp; }
  double communication_rate() const { return schedule_.rate(); }
  Index stride() const { return schedule_.stride(); }
  Index nodes() const { return static_cast<Index>(weights_.size()); }
  double eta() const { return static_cast<double>(nodes()) * options_.step; }
  Block state(Index node) { return states_[node]; }
  NamedBlock state() { return {"nodes", states_.all()}; }

  // Decides which chains exchange what in iteration k, at what cost, and draws the common noise.
  void begin(Context& context, std::int64_t k);
  // The gradients of the nodes at their states.
  void find_gradients(const Context& context, std::int64_t k);
  Block gradient(Index node) {
    return view(gradients_).columns(node * states_[0].cols, states_[0].cols);
  }
  // out = sum_j W_ij of the vectors of nodes, in every chain.
  void mix(Index node, LocalStates& vectors, Block out) const;
  // Moves all nodes at once: drift(i, x) takes x = sum_j W_ij x_j to what it is before noise.
  template <class Drift>
  void move(const Context& context, std::int64_t k, Drift&& drift) {
    context.parallel(nodes(), [&](Index i, Index) {
      const Block next = next_[i];
      mix(i, states_, next);
      drift(i, next);
      noise_.add(context.random, k, i, weights_.front(), next);
    });
    states_.all().matrix() = next_.all().matrix();
  }
  // Writes the estimate at the end of a call. Records `client_spread`, (1/N) sum_i |x_i - mean|^2
  // averaged over the chains, and `spectral_gap`.
  void estimate(Context& context, Block theta);

  std::int64_t batch() const { return is_full_batch_ ? 0 : options_.batch.value_or(0); }
  // The numbers of an AffineChain: `vectors` of the nodes, of which the first N are their states.
  ClientVectors vectors(const QuadraticClients& clients, Index vectors) const {
    return {clients, weights_, vectors};
  }
  // The iteration without its drift.
  AffineMap mixing(const ClientVectors& z, const Eigen::MatrixXd& W) const;
  // Adds the errors of minibatch gradients, of which vector v takes response(v, i) times node i's.
  void add_errors(const QuadraticClients& clients, const ClientVectors& z,
                  const Eigen::MatrixXd& response, AffineMap& map) const;
  // Tells a stride whose iterations are iteration(W); other vectors than states start at zero.
  template <class Iteration>
  void tell(const ClientVectors& z, AffineStages& stages, Iteration&& iteration) const {
    Eigen::MatrixXd lift = Eigen::MatrixXd::Zero(z.size(), z.d());
    const Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(z.size(), 1);
    for (Index i = 0; i < nodes(); ++i) z.rows(lift, i) = Eigen::MatrixXd::Identity(z.d(), z.d());
    stages.start(view(lift), view(shift));
    const AffineMap alone = iteration(Eigen::MatrixXd::Identity(nodes(), nodes()));
    for (std::int64_t k = 1; k < schedule_.K(); ++k) {
      stages.stage();
      alone.add_to(stages);
    }
    stages.stage();
    const double together = schedule_.K() > 0 ? 1 : schedule_.p_c();
    for (std::size_t g = 0; g < topology_->graphs(); ++g) {
      iteration(topology_->weights(g))
          .add_to(stages, together / static_cast<double>(topology_->graphs()));
    }
    if (together < 1) alone.add_to(stages, 1 - together);
    stages.estimate(view(options_.estimate == "node" ? z[0] : z.average(0)));
  }

 private:
  static constexpr int kNone = -1;

  GossipOptions options_;
  int vectors_;
  Schedule schedule_;
  LangevinNoise noise_;
  PerSlot<Minibatch> minibatch_;
  std::optional<Topology> topology_;
  std::optional<Coins> sides_;  // which of two graphs
  std::vector<int> graphs_;     // of every chain, in this iteration
  LocalStates states_, next_;
  Eigen::MatrixXd gradients_;  // node after node
  std::vector<double> weights_;
  bool is_full_batch_ = true;
};

}  // namespace skald
