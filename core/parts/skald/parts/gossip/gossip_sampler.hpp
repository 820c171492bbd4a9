// Langevin samplers without a server: the states of the nodes, their mixing with those of
// neighbours, noise, traffic, the estimate, and the same told as affine maps.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "skald/extensions/affine_chain.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/gossip/graph.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/averaging.hpp"
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
//
// A method derives from this class and says what a node does in an iteration. Beside its state x_i
// a node may keep a vector, which is zero at the start; those of all nodes add up to zero, always.
class GossipSampler : public Sampler, public AffineChain {
 public:
  Index stride() const final { return schedule_.stride(); }
  double temperature() const final { return options_.temp; }
  double communication_rate() const final { return schedule_.rate(); }
  void start(Context& context, Block theta) override;
  void advance(Context& context, Index iterations, Block theta) final;
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing(
        "no account of what neighbours see of each other is made; take fa_ld and set its clip");
  }
  std::span<const NamedBlock> state() final {
    return std::span<const NamedBlock>(state_).first(kept_name_ == nullptr ? 1 : 2);
  }

  std::int64_t batch() const final { return is_full_batch_ ? 0 : options_.batch.value_or(0); }
  // Describes a stride; other vectors than states start at zero.
  bool describe(const QuadraticClients& clients, AffineStages& stages) const final;

 protected:
  // `vectors`: those in a message to a neighbour. `kept`: the name of what nodes keep, if they do.
  GossipSampler(const GossipOptions& options, int vectors, const char* kept = nullptr)
      : options_(options),
        vectors_(vectors),
        kept_name_(kept),
        schedule_(options.K || options.p_c ? options.K : 1, options.p_c),
        noise_(options.step, options.temp, options.rho),
        minibatch_(Minibatch(options.batch)) {}

  // Iteration k, whose gradients and exchanges are known.
  virtual void iterate(Context& context, std::int64_t k) = 0;
  // The same as a map of z = (x_1, ..., x_N), and where nodes keep vectors the first N - 1 of them
  // (ClientVectors::zero_sum()), that mixes the states by W and adds the noise already.
  virtual void describe_iteration(const QuadraticClients& clients, const ClientVectors& z,
                                  const Eigen::MatrixXd& W, AffineMap& map) const = 0;

  Index nodes() const { return static_cast<Index>(weights_.size()); }
  double eta() const { return static_cast<double>(nodes()) * options_.step; }
  Block state(Index node) { return states_[node]; }
  // The gradient of the node at its state.
  Block gradient(Index node) { return gradients_[node]; }
  Block kept(Index node) { return kept_[node]; }
  // Zeros for every node.
  void start_vectors(LocalStates& vectors, Block theta) const {
    vectors.start(nodes(), theta);
    vectors.all().matrix().setZero();
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
  // Adds the errors of minibatch gradients, of which vector v takes response(v, i) times node i's.
  void add_errors(const QuadraticClients& clients, const ClientVectors& z,
                  const Eigen::MatrixXd& response, AffineMap& map) const;

 private:
  static constexpr int kNone = -1;

  // Decides which chains exchange what in iteration k, at what cost, and draws the common noise.
  void begin(Context& context, std::int64_t k);
  void find_gradients(const Context& context, std::int64_t k);
  // Writes the estimate at the end of a call. Records `client_spread`, (1/N) sum_i |x_i - mean|^2
  // averaged over the chains, and `spectral_gap`.
  void estimate(Context& context, Block theta);
  // The iteration as a map; W: the identity without exchange.
  AffineMap iteration(const QuadraticClients& clients, const ClientVectors& z,
                      const Eigen::MatrixXd& W) const;

  GossipOptions options_;
  int vectors_;
  const char* kept_name_;
  Schedule schedule_;
  LangevinNoise noise_;
  PerSlot<Minibatch> minibatch_;
  std::optional<Topology> topology_;
  std::optional<Coins> sides_;  // which of two graphs
  std::vector<int> graphs_;     // of every chain, in this iteration
  LocalStates states_, next_, gradients_, kept_;
  std::vector<double> weights_;
  bool is_full_batch_ = true;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace skald
