#include "bills/wire.hpp"

#include "random/owned_random.hpp"
#include "skald/parts/federated/participation.hpp"

namespace skald::test::bills {

WatchedRun::WatchedRun(const std::string& name, const std::vector<Setting>& options,
                       const std::vector<Index>& rows)
    : federation_(quadratic_federation(random_rows(5, kDimension, rows, false))),
      sampler_(load_plugin<Sampler>("sampler/" + name, options)),
      run_(std::make_unique<SamplerRun>(*federation_, *sampler_, random_streams, nothing,
                                        MatrixXd::Zero(kDimension, 1))) {}

VectorXd WatchedRun::state(const std::string& name) const {
  for (const NamedBlock& block : sampler_->state()) {
    if (name == block.name) return block.block.matrix().reshaped();
  }
  FAIL("no state " << name);
  return {};
}

VectorXd WatchedRun::seen_state(const std::string& name, const std::string& clients,
                                Index client) const {
  const VectorXd seen = state(clients), all = state(name);
  for (Index i = 0; i < seen.size(); ++i) {
    if (seen(i) == static_cast<double>(client)) return all.segment(i * kDimension, kDimension);
  }
  return VectorXd::Zero(kDimension);
}

VectorXd WatchedRun::gradient(Index client, const VectorXd& at) {
  return potential_gradient(client, at) / rows(client);
}

VectorXd WatchedRun::potential_gradient(Index client, const VectorXd& at) {
  VectorXd out(at.size());
  ConstBlock theta{at.data(), at.size(), 1, at.size()};
  problem().gradient(client, theta, {out.data(), out.size(), 1, out.size()});
  return out;
}

random::OwnedRandom public_coins() {
  return random::OwnedRandom(random_streams, random::StreamOwner::sampler);
}

std::vector<Index> public_cohort(Index S, std::int64_t k) {
  Participation participation(kClients, S);
  const random::OwnedRandom coins = public_coins();
  const auto cohort = participation.draw(coins, k, 0);
  return {cohort.begin(), cohort.end()};
}

}  // namespace skald::test::bills
