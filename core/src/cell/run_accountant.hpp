// The accountant of one run: what its sampler declares, composed by the privacy module.
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/release.hpp"
#include "skald/mechanism.hpp"
#include "skald/sampler.hpp"

namespace skald {

// A client's releases compose; of all clients' ledgers the worst counts, because the clients'
// records are disjoint. Ledgers that differ in their sampling rates alone are bounded by the one
// that has the highest of each.
class RunAccountant final : public Accountant {
 public:
  // Collects what the sampler releases during the first `iterations`.
  RunAccountant(const Sampler& sampler, const Problem& problem, std::int64_t iterations);

  // Whether the sampler sends nothing through the mechanism, so that no noise can protect it.
  bool empty() const { return plan_.empty(); }
  double epsilon(double noise_multiplier, double delta) const override;
  double noise_multiplier(double eps, double delta) const override;

 private:
  std::vector<std::vector<privacy::Release>> plan_;  // ledgers, of which the worst counts
};

}  // namespace skald
