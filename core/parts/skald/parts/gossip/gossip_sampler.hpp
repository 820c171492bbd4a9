// Langevin samplers without a server, put together: a method says what a node does in an iteration.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/gossip/gossip_nodes.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/client_vectors.hpp"
#include "skald/sampler.hpp"

namespace skald {

// A method derives from this one. Beside its state x_i a node may keep a vector, which is zero at
// the start; those of all nodes add up to zero, always.
class GossipSampler : public Sampler, public AffineChain {
 public:
  Index stride() const final { return nodes_.stride(); }
  double temperature() const final { return nodes_.temperature(); }
  double communication_rate() const final { return nodes_.communication_rate(); }
  void start(Context& context, Block theta) override {
    nodes_.start(context, theta);
    if (kept_ != nullptr) start_vectors(kept_vectors_, theta);
    state_ = {nodes_.state(), NamedBlock{kept_, kept_vectors_.all()}};
  }
  void advance(Context& context, Index iterations, Block theta) final {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      nodes_.begin(context, k);
      nodes_.find_gradients(context, k);
      iterate(context, k);
    }
    nodes_.estimate(context, theta);
  }
  void releases(const Problem&, Index, ReleasePlan& plan) const override {
    plan.releases_nothing(
        "no account of what neighbours see of each other is made; take fa_ld and set its clip");
  }
  std::span<const NamedBlock> state() final {
    return std::span<const NamedBlock>(state_).first(kept_ == nullptr ? 1 : 2);
  }

  std::int64_t batch() const final { return nodes_.batch(); }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const final {
    const Index N = nodes_.nodes();
    const ClientVectors z = nodes_.vectors(clients, kept_ == nullptr ? N : 2 * N - 1);
    nodes_.tell(z, stages, [&](const Eigen::MatrixXd& W) {
      AffineMap map = nodes_.mixing(z, W);
      describe_iteration(clients, z, W, map);
      return map;
    });
    return true;
  }

 protected:
  // `vectors`: those in a message to a neighbour. `kept`: the name of what nodes keep, if they do.
  GossipSampler(const GossipOptions& options, int vectors, const char* kept = nullptr)
      : nodes_(options, vectors), kept_(kept) {}

  // Iteration k, whose gradients and exchanges are known.
  virtual void iterate(Context& context, std::int64_t k) = 0;
  // The same as a map of z = (x_1, ..., x_N), and where nodes keep vectors the first N - 1 of them
  // (ClientVectors::zero_sum()), that mixes the states by W and adds the noise already.
  virtual void describe_iteration(const QuadraticClients& clients, const ClientVectors& z,
                                  const Eigen::MatrixXd& W, AffineMap& map) const = 0;

  double eta() const { return nodes_.eta(); }
  GossipNodes& nodes() { return nodes_; }
  const GossipNodes& nodes() const { return nodes_; }
  LocalStates& kept() { return kept_vectors_; }
  // Zeros for every node.
  void start_vectors(LocalStates& vectors, Block theta) const {
    vectors.start(nodes_.nodes(), theta);
    vectors.all().matrix().setZero();
  }

 private:
  GossipNodes nodes_;
  const char* kept_;
  LocalStates kept_vectors_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace skald
