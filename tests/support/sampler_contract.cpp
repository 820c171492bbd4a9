#include "sampler_contract.hpp"

#include "conformance/sampler_checks.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace skald::test {

Eigen::MatrixXd contract_starts(Index d, Index chains) {
  Eigen::MatrixXd theta(d, chains);
  for (Index j = 0; j < chains; ++j) theta.col(j).setConstant(0.1 * static_cast<double>(j));
  return theta;
}

void check_sampler_contract(Federation& federation, const std::string& sampler,
                            const std::vector<Setting>& options, Index iterations) {
  const conformance::Surroundings surroundings{federation.problem(), federation.ledger(), nothing};
  const auto make = [&] { return load_plugin<Sampler>("sampler/" + sampler, options); };
  for (const conformance::Finding& finding :
       skald::conformance::check_sampler_contract(surroundings, make, iterations)) {
    INFO(sampler << ", " << finding.check << ": expected " << finding.expected << ", found "
                 << finding.found);
    CHECK(finding.verdict != conformance::Verdict::failed);
  }
}

}  // namespace skald::test
