#include "conformance/stated_chain.hpp"

namespace skald::conformance {

std::optional<problem::StatedLaw> stated_chain(ReferenceProblem& reference,
                                               const Mechanism& mechanism, Sampler& sampler) {
  const CheckedRun started({reference.problem(), reference.ledger(), mechanism}, sampler, kLawSeed,
                           Eigen::MatrixXd::Zero(reference.problem().dimension(), 1));
  return problem::stated_law(sampler, reference.problem());
}

}  // namespace skald::conformance
