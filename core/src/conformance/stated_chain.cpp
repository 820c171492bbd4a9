#include "conformance/stated_chain.hpp"

#include "problem/gaussian_view.hpp"

namespace skald {

std::optional<StatedChain> stated_chain(ReferenceProblem& reference, const Mechanism& mechanism,
                                        Sampler& sampler) {
  const CheckedRun started({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed,
                           Eigen::MatrixXd::Zero(reference.problem().dimension(), 1));
  StatedChain stated;
  if (!sampler.law(stated.law)) return std::nullopt;
  if (stated.law.full_batch) return stated;
  stated.gradient_noise = minibatch_noise(reference.problem(), stated.law.batch,
                                          stated.law.kind == LangevinLaw::Kind::single_chain);
  stated.law.gradient_noise = stated.gradient_noise;
  return stated;
}

}  // namespace skald
