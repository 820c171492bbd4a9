#include "problem/stated_law.hpp"

#include "problem/gaussian_view.hpp"

namespace skald::problem {

std::optional<StatedLaw> stated_law(const Sampler& sampler, const Problem& problem) {
  StatedLaw stated;
  if (!sampler.law(stated.law)) return std::nullopt;
  if (stated.law.full_batch) return stated;
  stated.gradient_noise = minibatch_noise(problem, stated.law.batch,
                                          stated.law.kind == LangevinLaw::Kind::single_chain);
  stated.law.gradient_noise = stated.gradient_noise;
  return stated;
}

}  // namespace skald::problem
